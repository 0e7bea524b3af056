package square

import (
	"strings"

	"plateau/game"
)

// Reader parses a typed move from left to right, skipping spaces.
type Reader struct{ rest string }

// NewReader reads text.
func NewReader(text string) Reader { return Reader{strings.TrimLeft(text, " \t")} }

func (r *Reader) advance(n int) { r.rest = strings.TrimLeft(r.rest[n:], " \t") }

// Cell reads a cell's name in either case, on any board up to 9×9: the game
// checks whether the cell is on its own.
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

// Letter reads one of the letters.
func (r *Reader) Letter(letters string) (byte, bool) {
	if r.rest == "" || strings.IndexByte(letters, r.rest[0]) < 0 {
		return 0, false
	}
	letter := r.rest[0]
	r.advance(1)
	return letter, true
}

// Skip skips signs without a meaning.
func (r *Reader) Skip(signs string) {
	r.rest = strings.TrimLeft(r.rest, signs+" \t")
}

// Arrow is the signs that people write between two cells.
const Arrow = "-xX×>–—→⇒"

// Done reports whether everything has been read.
func (r *Reader) Done() bool { return r.rest == "" }
