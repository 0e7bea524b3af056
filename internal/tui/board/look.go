package board

import (
	"strings"

	"plateau/game"
)

// look is how the pieces and the board of a game are drawn.
type look struct {
	// width is the number of columns that a piece takes.
	width int
	// first are the letters of the first side's pieces.
	first string
	// unicode and ascii are the pieces by letter; 0 is the empty cell. What
	// ascii lacks is drawn as its letter.
	unicode, ascii map[byte]string
	// regions tells whether heavier lines enclose regions of 2×2 cells.
	regions bool
}

// All characters are one column wide and have no coloured form.
var (
	quixoLook = &look{
		width: 1, first: "X",
		unicode: map[byte]string{0: "·", 'X': "✕", 'O': "○"},
		ascii:   map[byte]string{0: "."},
	}
	// For four, the seat that may take the cube is what a player has to know.
	quixo4Look = &look{
		width: 2, first: "Xx",
		unicode: map[byte]string{0: "· ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
		ascii:   map[byte]string{0: ". ", 'X': "X1", 'x': "X2", 'O': "O1", 'o': "O2"},
	}
	// Hollow is light, filled is dark.
	quantikLook = &look{
		width: 1, first: "SYCN", regions: true,
		unicode: map[byte]string{
			0: " ", 'S': "○", 'Y': "▯", 'C': "□", 'N': "△",
			's': "●", 'y': "▮", 'c': "■", 'n': "▲",
		},
		ascii: map[byte]string{0: " "},
	}
	// Filled is the black face, hollow the silver one.
	pivotLook = &look{
		width: 1, first: "Cc",
		unicode: map[byte]string{0: " ", 'C': "●", 'c': "○", 'S': "■", 's': "□"},
		ascii:   map[byte]string{0: " "},
	}
)

func lookOf(g game.Game) *look {
	switch g.ID() {
	case "quantik":
		return quantikLook
	case "pivot":
		return pivotLook
	case "quixo4p":
		return quixo4Look
	default:
		return quixoLook
	}
}

// piece is the drawing of what lies on a cell, and its colour.
func (l *look) piece(letter byte, style Style) (text, colour string) {
	pieces := l.unicode
	if style.ASCII {
		pieces = l.ascii
	}
	text, ok := pieces[letter]
	if !ok {
		text = string(letter)
	}
	switch {
	case letter == 0:
		return text, faint
	case strings.IndexByte(l.first, letter) >= 0:
		return text, teamColours[0]
	default:
		return text, teamColours[1]
	}
}

// rule is one horizontal line of a frame, or the walls of a row of cells. Odd
// and even are the crossings between the cells, counted from the left.
type rule struct{ left, fill, odd, even, right string }

// crossing is what stands right of a column, counted from 0.
func (r *rule) crossing(col int) string {
	if col%2 == 0 {
		return r.odd
	}
	return r.even
}

// frame is the lines of a board. Odd and even are those between the rows,
// counted from the bottom.
type frame struct{ top, odd, even, bottom, cells rule }

var (
	plain = &frame{
		top:    rule{"┌", "─", "┬", "┬", "┐"},
		odd:    rule{"├", "─", "┼", "┼", "┤"},
		even:   rule{"├", "─", "┼", "┼", "┤"},
		bottom: rule{"└", "─", "┴", "┴", "┘"},
		cells:  rule{"│", "", "│", "│", "│"},
	}
	plainASCII = &frame{
		top:    rule{"+", "-", "+", "+", "+"},
		odd:    rule{"+", "-", "+", "+", "+"},
		even:   rule{"+", "-", "+", "+", "+"},
		bottom: rule{"+", "-", "+", "+", "+"},
		cells:  rule{"|", "", "|", "|", "|"},
	}
	// The double lines enclose the regions of 2×2 cells.
	regions = &frame{
		top:    rule{"╔", "═", "╤", "╦", "╗"},
		odd:    rule{"╟", "─", "┼", "╫", "╢"},
		even:   rule{"╠", "═", "╪", "╬", "╣"},
		bottom: rule{"╚", "═", "╧", "╩", "╝"},
		cells:  rule{"║", "", "│", "║", "║"},
	}
	regionsASCII = &frame{
		top:    rule{"#", "=", "=", "#", "#"},
		odd:    rule{"#", "-", "+", "#", "#"},
		even:   rule{"#", "=", "=", "#", "#"},
		bottom: rule{"#", "=", "=", "#", "#"},
		cells:  rule{"#", "", "|", "#", "#"},
	}
)

func (l *look) frame(style Style) *frame {
	switch {
	case l.regions && style.ASCII:
		return regionsASCII
	case l.regions:
		return regions
	case style.ASCII:
		return plainASCII
	default:
		return plain
	}
}
