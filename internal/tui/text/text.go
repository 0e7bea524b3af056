// Package text writes what a terminal shows, in the language and the characters of its
// reader: boards, drawn with characters; who plays, what was played and how the game
// ended; tables on a server; rules. The drawing of a board is unambiguous without
// colour: pieces, owners, regions, the last move and the decisive line all differ in
// their characters.
package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"plateau/engine"
	"plateau/game"
	"plateau/rulebook"
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

// NumberedMoves are the moves of a match, with the number of each round before it, as
// in a record.
func NumberedMoves(m *game.Match) []string {
	var words []string
	for ply, move := range m.MoveTexts() {
		if seats := len(m.Players()); ply%seats == 0 {
			words = append(words, strconv.Itoa(ply/seats+1)+".")
		}
		words = append(words, move)
	}
	return words
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

// ASCII writes a text of any of our languages without accents and other signs
// that are not ASCII.
func ASCII(text string) string {
	// Letters are taken apart into base letter and accent, so that this works
	// for any language with Latin letters.
	var ascii strings.Builder
	for _, r := range norm.NFD.String(toASCII.Replace(text)) {
		if !unicode.Is(unicode.Mn, r) {
			ascii.WriteRune(r)
		}
	}
	return ascii.String()
}

// toASCII is for what is not a letter with an accent, and for German.
var toASCII = strings.NewReplacer(
	rulebook.RulingSign, "[*]", "×", "x", "ß", "ss", "œ", "oe", "æ", "ae", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
	"’", "'", "‘", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "…", "...", "–", "-",
	"\u00a0", " ", "\u202f", "", "¿", "", "¡", "",
)

// Language is the language of the environment, whose variables are in the order of
// the C library; English, if there are no words in that language.
func Language(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		if l, ok := rulebook.FindLanguage(locale); ok {
			return l.Code
		}
		break
	}
	return rulebook.Languages()[0].Code
}

// Characters reports whether the environment says which characters the terminal
// shows, and whether they are those of UTF-8.
func Characters(getenv func(string) string) (utf8, said bool) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8"), true
		}
	}
	return false, false
}
