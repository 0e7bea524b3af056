// Package square has what games on square boards share: the 8 symmetries of the board,
// and cells in typed moves.
//
// A symmetry is three bits: 1 mirrors the columns, 2 mirrors the rows, 4
// transposes columns and rows. The transposition comes first.
//
//	0  ┌ · ·    1  · · ┐    2  · · ·    3  · · ·
//	   · · ·       · · ·       · · ·       · · ·
//	   · · ·       · · ·       └ · ·       · · ┘
package square

import "plateau/game"

// Symmetries is how many there are.
const Symmetries = 8

// Turn is the image of c on a board with size cells along an edge.
func Turn(c game.Cell, size int, by game.Symmetry) game.Cell {
	edge := uint8(size - 1)
	if by&4 != 0 {
		c.Col, c.Row = c.Row, c.Col
	}
	if by&1 != 0 {
		c.Col = edge - c.Col
	}
	if by&2 != 0 {
		c.Row = edge - c.Row
	}
	return c
}

// Compose is the first symmetry followed by the second.
func Compose(first, then game.Symmetry) game.Symmetry {
	if then&4 != 0 {
		first = first&4 | first&1<<1 | first&2>>1
	}
	return first ^ then
}

// Inverse is the inverse of y: only the quarter turns are not their own
// inverse.
func Inverse(y game.Symmetry) game.Symmetry {
	if y == 5 || y == 6 {
		return 11 - y
	}
	return y
}
