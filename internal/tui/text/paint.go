package text

import (
	"plateau/catalogue/look"
	"plateau/game"
)

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

// Piece is the drawing of a piece of a game.
func (s Style) Piece(g game.Game, letter byte) string {
	text, colour := s.piece(s.lookOf(g), g, letter)
	return s.paint(colour, text)
}

// piece is the drawing of a piece and its colour. ASCII drawings show the
// letters of the notation, which knows no colours.
func (s Style) piece(l *look.Terminal, g game.Game, letter byte) (text, colour string) {
	shown, first := l.Shown(g, letter, s.ASCII)
	text = l.Text(shown, s.ASCII)
	switch {
	case shown == 0:
		return text, faint
	case first:
		return text, teamColours[0]
	default:
		return text, teamColours[1]
	}
}
