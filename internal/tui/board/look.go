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
	// Other is the letter that looks like this one in the colour of the other
	// side. It is nil unless colours are free.
	Other func(letter byte) byte
}

// Piece is the drawing of a piece of a game.
func (l *Look) Piece(g game.Game, letter byte, style Style) string {
	text, colour := l.piece(g, letter, style)
	return style.paint(colour, text)
}

// piece is the drawing of a piece and its colour. ASCII drawings show the
// letters of the notation, which knows no colours.
func (l *Look) piece(g game.Game, letter byte, style Style) (text, colour string) {
	if letter != 0 && g.IsSwapped() && !style.ASCII {
		letter = l.Other(letter)
	}
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
