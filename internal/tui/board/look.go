package board

import (
	"strings"

	"plateau/game"
)

// Look is how a terminal shows a game. All characters are one column wide and
// have no coloured form.
type Look struct {
	// Width is the number of columns that a piece takes.
	Width int
	// First are the letters of the first side's pieces.
	First string
	// Unicode and ASCII are the pieces by letter; 0 is the empty cell. What
	// ASCII lacks is drawn as its letter.
	Unicode, ASCII map[byte]string
	// Regions draws heavier lines around regions of 2×2 cells.
	Regions bool
	// Supply describes what a seat still has to place, in one line. It is
	// also the legend of the drawing: it shows the pieces with their
	// letters. It is nil in games whose pieces are all on the board.
	Supply func(l *Look, p game.Position, seat game.Seat, style Style) string
	// MoveHelp explains how a move is typed, in lines of at most 79 columns.
	MoveHelp string
}

// Piece is the drawing of a piece.
func (l *Look) Piece(letter byte, style Style) string {
	text, colour := l.piece(letter, style)
	return style.paint(colour, text)
}

// piece is the drawing of a piece and its colour.
func (l *Look) piece(letter byte, style Style) (text, colour string) {
	pieces := l.Unicode
	if style.ASCII {
		pieces = l.ASCII
	}
	text, ok := pieces[letter]
	if !ok {
		text = string(letter)
	}
	switch {
	case letter == 0:
		return text, faint
	case strings.IndexByte(l.First, letter) >= 0:
		return text, teamColours[0]
	default:
		return text, teamColours[1]
	}
}

// rule is one horizontal line of a frame, or the walls of a row of cells. Odd
// and even are the crossings between the cells, counted from the left.
type rule struct{ left, fill, odd, even, right string }

// crossing is what is drawn right of a column, counted from 0.
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

func (l *Look) frame(style Style) *frame {
	switch {
	case l.Regions && style.ASCII:
		return regionsASCII
	case l.Regions:
		return regions
	case style.ASCII:
		return plainASCII
	default:
		return plain
	}
}
