// Package text writes what a terminal shows, in the language and the characters of its
// reader: boards, drawn with characters; who plays, what was played and how the game
// ended; tables on a server; rules. The drawing of a board is unambiguous without
// colour: pieces, owners, regions, the last move and the decisive line all differ in
// their characters.
package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"plateau/engine"
	"plateau/game"
)

// Wrap breaks words into lines of at most width columns, each with a newline. The
// first begins with the head, and the others are indented by its width. A longer
// word gets its own line.
func Wrap(words []string, width int, head string) string {
	var b strings.Builder
	column, indent := 0, utf8.RuneCountInString(head)
	for _, word := range words {
		length := utf8.RuneCountInString(word)
		switch {
		case column > 0 && column+1+length > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		case column > 0:
			b.WriteByte(' ')
			column++
		default:
			b.WriteString(head)
			column = indent
		}
		b.WriteString(word)
		column += length
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// Paragraph wraps running text. Lines do not break at no-break spaces.
func Paragraph(text string, width int, head string) string {
	lines := Wrap(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }), width, head)
	return strings.ReplaceAll(lines, "\u00a0", " ")
}

// Lines is Paragraph as lines without their ends.
func Lines(text string, width int, head string) []string {
	return strings.Split(strings.TrimSuffix(Paragraph(text, width, head), "\n"), "\n")
}

// Worth is what a position or move is worth, in a few characters: "win 3",
// "draw", or an estimate such as "+0.35".
func Worth(v engine.Verdict) string {
	if v.Value == game.Unknown {
		return fmt.Sprintf("%+.2f", float64(v.Estimate)/100)
	}
	return v.Value.String()
}
