// Package look describes how a game looks: in the characters of a terminal, and in
// pictures. An entry of the catalogue names both, and what draws boards reads
// them; so a game that is not ours can have looks, too.
package look

import (
	"strings"

	"plateau/game"
)

// Terminal is how a terminal shows a game. All characters are one column wide and
// have no coloured form.
type Terminal struct {
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
	Supply func(p game.Position, seat game.Seat, style Style) string
	// Glyphs are the pieces by letter in drawings that have more room; a piece
	// without one is its text. Labels are written in the middle of glyphs.
	Glyphs map[byte]Glyph
	Labels map[byte]string
	// Asks are the messages that ask for a cell, by slot, where the usual ones
	// do not fit.
	Asks map[game.SlotID]string
	// Other is the letter that looks like this one in the colour of the other
	// side. It is nil unless colours are free.
	Other func(letter byte) byte
}

// Style is how a line beside a board is written.
type Style struct {
	// ASCII is set if pieces are shown as the letters of the notation.
	ASCII bool
	// Room is how wide the line may be; 0 is as wide as it likes.
	Room int
	// Words are in the language of the reader.
	Words Words
	// Piece is the drawing of a piece.
	Piece func(letter byte) string
}

// Words are words beside a drawing, in the language of the reader.
type Words interface {
	// Colour is what a seat plays with.
	Colour(g game.Game, seat game.Seat) string
	// Text is a message with its parameters.
	Text(key string, params ...any) string
}

// Shown is the letter whose drawing stands for a piece, and whether it is one of
// the first side's. It differs from the letter of the notation where colours are
// swapped and the drawing is not in ASCII.
func (t *Terminal) Shown(g game.Game, letter byte, ascii bool) (shown byte, first bool) {
	if letter != 0 && g.IsSwapped() && !ascii {
		letter = t.Other(letter)
	}
	return letter, strings.IndexByte(t.First, letter) >= 0
}

// Text is the drawing of a letter from [Terminal.Shown] without colours.
func (t *Terminal) Text(shown byte, ascii bool) string {
	pieces := t.Unicode
	if ascii {
		pieces = t.ASCII
	}
	if text, ok := pieces[shown]; ok {
		return text
	}
	return string(shown)
}
