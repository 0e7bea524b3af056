// Package caption writes the texts around a board in the language of the reader:
// who plays, whose turn it is, what was played and how the game ended.
package caption

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plateau/engine"
	"plateau/game"
)

// Count is a number of things: "no games", "1 game", "2 games".
func Count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	default:
		return strconv.Itoa(n) + " " + thing + "s"
	}
}

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

// Bytes writes a number of bytes for people.
func Bytes(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= unit.bytes {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// Duration writes a time for people, as exact as they need it.
func Duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	default:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
}
