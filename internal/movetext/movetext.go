// Package movetext reads the pieces of which typed moves are made.
package movetext

import (
	"strings"

	"plateau/game"
)

// Reader takes a typed move apart from left to right, passing over spaces.
type Reader struct{ rest string }

// NewReader reads text.
func NewReader(text string) Reader { return Reader{strings.TrimLeft(text, " \t")} }

func (r *Reader) advance(n int) { r.rest = strings.TrimLeft(r.rest[n:], " \t") }

// Cell reads a cell's name in either case, on any board up to 9×9: whether
// the cell is on this one is the game's to say.
func (r *Reader) Cell() (game.Cell, bool) {
	if len(r.rest) < 2 {
		return game.Cell{}, false
	}
	col, row := r.rest[0]|0x20, r.rest[1]
	if col < 'a' || col > 'i' || row < '1' || row > '9' {
		return game.Cell{}, false
	}
	r.advance(2)
	return game.Cell{Col: col - 'a', Row: row - '1'}, true
}

// Letter reads one of the letters, as they are written.
func (r *Reader) Letter(letters string) (byte, bool) {
	if r.rest == "" || strings.IndexByte(letters, r.rest[0]) < 0 {
		return 0, false
	}
	letter := r.rest[0]
	r.advance(1)
	return letter, true
}

// Skip passes over signs that carry no meaning of their own.
func (r *Reader) Skip(signs string) {
	r.rest = strings.TrimLeft(r.rest, signs+" \t")
}

// Arrow is the signs that people write between two cells.
const Arrow = "-xX×>–—→⇒"

// Done tells whether everything has been read.
func (r *Reader) Done() bool { return r.rest == "" }
