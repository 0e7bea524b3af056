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
	// Shapes are the pieces by letter in drawings that have more room; a piece
	// without one is its text. Labels are written in the middle of shapes.
	Shapes map[byte]Shape
	Labels map[byte]string
	// Asks are the messages that ask for a cell, by slot, where the usual ones
	// do not fit.
	Asks map[game.SlotID]string
	// Other is the letter that looks like this one in the colour of the other
	// side. It is nil unless colours are free.
	Other func(letter byte) byte
}

// Piece is the drawing of a piece of a game.
func (l *Look) Piece(g game.Game, letter byte, style Style) string {
	text, colour := l.piece(g, letter, style)
	return style.paint(colour, text)
}

// Shown is the letter whose drawing stands for a piece, and whether it is one of
// the first side's. It differs from the letter of the notation where colours are
// swapped and the drawing is not in ASCII.
func (l *Look) Shown(g game.Game, letter byte, style Style) (shown byte, first bool) {
	if letter != 0 && g.IsSwapped() && !style.ASCII {
		letter = l.Other(letter)
	}
	return letter, strings.IndexByte(l.First, letter) >= 0
}

// Text is the drawing of a letter from [Look.Shown] without colours.
func (l *Look) Text(shown byte, style Style) string {
	pieces := l.Unicode
	if style.ASCII {
		pieces = l.ASCII
	}
	if text, ok := pieces[shown]; ok {
		return text
	}
	return string(shown)
}

// piece is the drawing of a piece and its colour. ASCII drawings show the
// letters of the notation, which knows no colours.
func (l *Look) piece(g game.Game, letter byte, style Style) (text, colour string) {
	shown, first := l.Shown(g, letter, style)
	text = l.Text(shown, style)
	switch {
	case shown == 0:
		return text, faint
	case first:
		return text, teamColours[0]
	default:
		return text, teamColours[1]
	}
}

// rule is one horizontal line of a frame, or the walls of a row of cells: its left
// end, its filling, the crossings after odd and even columns, counted from the
// left, and its right end.
type rule string

func (r rule) part(i int) string { return string([]rune(r)[i]) }

// crossing is what is drawn right of a column, counted from 0.
func (r rule) crossing(col int) string { return r.part(2 + col%2) }

// frame is the lines of a board. Odd and even are those between the rows,
// counted from the bottom.
type frame struct{ top, odd, even, bottom, cells rule }

var (
	plain      = frame{"┌─┬┬┐", "├─┼┼┤", "├─┼┼┤", "└─┴┴┘", "│ │││"}
	plainASCII = frame{"+-+++", "+-+++", "+-+++", "+-+++", "| |||"}
	// The double lines enclose the regions of 2×2 cells.
	regions      = frame{"╔═╤╦╗", "╟─┼╫╢", "╠═╪╬╣", "╚═╧╩╝", "║ │║║"}
	regionsASCII = frame{"#==##", "#-+##", "#==##", "#==##", "# |##"}
)

// Line is a line of the board's frame for larger cells: its left end, the filling,
// and what follows each column. Lines are counted from the top; line size is the
// bottom. Walls are those of the rows of cells.
func (l *Look) Line(size, line int, style Style) (left, filling string, after []string) {
	frame := l.frame(style)
	r := frame.even
	switch {
	case line == 0:
		r = frame.top
	case line == size:
		r = frame.bottom
	case (size-line)%2 == 1:
		r = frame.odd
	}
	return r.spread(size)
}

// Walls are the lines beside the cells of a row: the first, and what follows each
// column.
func (l *Look) Walls(size int, style Style) (left string, after []string) {
	left, _, after = l.frame(style).cells.spread(size)
	return left, after
}

func (r rule) spread(size int) (left, filling string, after []string) {
	for col := range size - 1 {
		after = append(after, r.crossing(col))
	}
	return r.part(0), r.part(1), append(after, r.part(4))
}

func (l *Look) frame(style Style) frame {
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

// Parts of the escape sequence for colours and weights. Only the eight basic
// colours are used, and none for plain text, so that it is readable on light
// and dark backgrounds.
const (
	bold     = "1;"
	faint    = "2;"
	reversed = "7;"
	cyan     = "36;"
	yellow   = "33;"
)

// teamColours are those of the two sides.
var teamColours = [2]string{bold + cyan, bold + yellow}

// paint wraps text in an escape sequence of these parts.
func (s Style) paint(colours, text string) string {
	if !s.Colour || colours == "" || text == "" {
		return text
	}
	return "\x1b[" + colours[:len(colours)-1] + "m" + text + "\x1b[0m"
}

// Supply describes what each side still has to place, one line per seat without
// newline; there is none in games whose pieces are all on the board.
func Supply(p game.Position, style Style) []string {
	look := style.lookOf(p.Game())
	if look.Supply == nil {
		return nil
	}
	var lines []string
	for seat := range p.Game().Seats() {
		lines = append(lines, look.Supply(look, p, game.Seat(seat), style))
	}
	return lines
}
