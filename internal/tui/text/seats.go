package text

import (
	"strings"
	"unicode/utf8"

	"plateau/catalogue/look"
	"plateau/game"
	"plateau/rulebook/words"
)

// Supply describes what each side still has to place, one line per seat without
// newline; there is none in games whose pieces are all on the board.
func Supply(p game.Position, style Style) []string {
	l := style.lookOf(p.Game())
	if l.Supply == nil {
		return nil
	}
	beside := look.Style{ASCII: style.ASCII, Room: style.Room, Words: style.Words}
	if beside.Words == nil {
		beside.Words = Texts{Language: words.In("en")}
	}
	beside.Piece = func(letter byte) string { return style.Piece(p.Game(), letter) }
	var lines []string
	for seat := range p.Game().Seats() {
		lines = append(lines, l.Supply(p, game.Seat(seat), beside))
	}
	return lines
}

// longestLabel is how many characters a label beside a board has at most.
const longestLabel = 14

// around puts four players around a drawing, clockwise and the first one below
// it, so that partners face each other. Two players are not drawn: it does not
// matter where they sit. Names are by seat and may be missing.
func around(drawing string, g game.Game, names []string, style Style) string {
	seats := g.Seats()
	if len(seats) != 4 {
		return drawing
	}
	labels := make([]string, len(seats))
	for i, seat := range seats {
		labels[i] = seat.ID
		if i < len(names) && names[i] != "" {
			labels[i] += " " + names[i]
		}
		if runes := []rune(labels[i]); len(runes) > longestLabel {
			labels[i] = string(runes[:longestLabel-3]) + "..."
		}
	}
	below, left, above, right := labels[0], labels[1], labels[2], labels[3]
	lines := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
	indent := strings.Repeat(" ", utf8.RuneCountInString(left)+1)
	// The last line has the letters of the columns, and the margin the
	// numbers of the rows.
	middle := (len(lines) - 1) / 2
	wide := g.Size()*(style.lookOf(g).Width+3) + 1
	centred := func(label string) string {
		gap := len(margin) + max(0, (wide-utf8.RuneCountInString(label))/2)
		return indent + strings.Repeat(" ", gap) + label + "\n"
	}
	var text strings.Builder
	text.WriteString(centred(above))
	for i, line := range lines {
		switch i {
		case middle:
			text.WriteString(left + " " + line + " " + right + "\n")
		default:
			text.WriteString(indent + line + "\n")
		}
	}
	text.WriteString(centred(below))
	return text.String()
}
