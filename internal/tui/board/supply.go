package board

import (
	"fmt"
	"strings"

	"plateau/game"
)

// Supply describes what each side still has to place, a line a side without
// newline; there is none in games whose pieces are all on the board. It is
// the key to the drawing as well: it shows the pieces beside their letters.
func Supply(p game.Position, style Style) []string {
	switch lookOf(p.Game()) {
	case quantikLook:
		return quantikSupply(p, style)
	case pivotLook:
		return pivotSupply(p, style)
	default:
		return nil
	}
}

// quantikSupply shows the pieces left, each kind behind its letter.
func quantikSupply(p game.Position, style Style) []string {
	var lines []string
	for i, seat := range p.Game().Seats() {
		left := p.Reserve(game.Seat(i))
		line := []string{fmt.Sprintf("%s %-6s", seat.ID, seat.Colour)}
		for _, letter := range []byte("SYCN") {
			kind := letter + byte(i)*('a'-'A')
			count := strings.Count(left, string(kind))
			text, colour := quantikLook.piece(kind, style)
			pieces := style.paint(colour, strings.Repeat(text, count)) + strings.Repeat(" ", 2-count)
			if !style.ASCII {
				pieces = string(letter) + " " + pieces
			}
			line = append(line, pieces)
		}
		lines = append(lines, strings.TrimRight(strings.Join(line, "  "), " "))
	}
	return lines
}

// pivotSupply counts the cards left and shows both faces.
func pivotSupply(p game.Position, style Style) []string {
	var lines []string
	for i, seat := range p.Game().Seats() {
		line := []string{fmt.Sprintf("%s %-8s %d left", seat.ID, seat.Colour, len(p.Reserve(game.Seat(i))))}
		for j, face := range []string{"black", "silver"} {
			letter := "CcSs"[2*i+j]
			key := string(letter) + " " + face
			if text, colour := pivotLook.piece(letter, style); !style.ASCII {
				key = style.paint(colour, text) + " " + key
			}
			line = append(line, key)
		}
		lines = append(lines, strings.Join(line, "  "))
	}
	return lines
}
