// Package quixo numbers the positions of Quixo, and looks up the values of its
// opening.
//
// A layer has the positions with one number of marked cubes. Within a layer,
// positions are grouped by their set of marked cells. Only canonical sets are
// stored: one per class under the 8 symmetries of the board. A position is then
// one of the 2ⁿ ways to share the n cells of its set between the players:
//
//	layer    n, the number of marked cubes
//	set      its number among the canonical sets, in ascending order
//	sharing  n bits, one per marked cell: 1 if the mark belongs to
//	         the player who is NOT to move
//
// Whose turn it is need not be stored, and a push takes all positions of a set
// to positions of one other set.
//
// This package has its own numbers for cells, the inner ones first, and the
// bits of a sharing are in that order. Symmetries map inner cells to inner
// cells, and 32 of the 44 pushes, those along an edge, do not move them. So the
// lowest bits, which select a position within a word, mostly stay the lowest.
//
//	5 │ 21 13  9 14 22
//	4 │ 15  5  1  6 16
//	3 │ 10  2  0  3 11      numbers of the cells of the 5×5 board
//	2 │ 17  7  4  8 18
//	1 │ 23 19 12 20 24
//	  └───────────────
//	     a  b  c  d  e
package quixo

import (
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/game/quixo"
)

// Symmetries is the number of symmetries of the board; number 0 is the
// identity.
const Symmetries = 8

// MaxCells is the number of cells of the largest board.
const MaxCells = 25

// Set is a set of cells, with one bit per cell.
type Set uint32

// Board describes the cells of a board, in this package's numbering. It is
// immutable.
type Board struct {
	Size  int
	Cells int
	// Lines are the rows, columns and long diagonals.
	Lines []Set
	// Pushes are the moves on a board without marks.
	Pushes []Push

	spec       game.Spec[quixo.State]
	cellOf     [MaxCells]uint8 // from the numbering of the grid
	gridOf     []uint8         // and back
	symmetries [Symmetries]Permutation
}

// Push is one way to take a cube and push it back in.
type Push struct {
	// From is the cell where the cube is taken. The permutation maps it to
	// where it comes back.
	From int
	Permutation
}

// Permutation is a permutation of the cells of the board.
type Permutation struct {
	to     [MaxCells]uint8
	pieces [3][1 << pieceBits]Set
}

// pieceBits is how many cells one array access permutes.
const pieceBits = 9

// Cell is the image of a cell.
func (s *Permutation) Cell(cell int) int { return int(s.to[cell]) }

// Set is the image of a set.
func (s *Permutation) Set(set Set) Set {
	const mask = 1<<pieceBits - 1
	return s.pieces[0][set&mask] | s.pieces[1][set>>pieceBits&mask] | s.pieces[2][set>>(2*pieceBits)&mask]
}

// NewPermutation takes the images of the cells.
func NewPermutation(to *[MaxCells]uint8) Permutation {
	s := Permutation{to: *to}
	for piece := range s.pieces {
		lookup := &s.pieces[piece]
		for i := 1; i < len(lookup); i++ {
			lowest := bits.TrailingZeros(uint(i))
			lookup[i] = lookup[i&(i-1)]
			if cell := piece*pieceBits + lowest; cell < MaxCells {
				lookup[i] |= 1 << to[cell]
			}
		}
	}
	return s
}

// NewBoard describes a board with size cells along an edge, 3 to 5.
func NewBoard(size int) *Board {
	b := &Board{Size: size, Cells: size * size, spec: quixo.Spec(size)}
	b.numberCells()
	for _, line := range quixo.Lines(size) {
		b.Lines = append(b.Lines, b.fromGrid(line))
	}
	for turn := range b.symmetries {
		to := b.images(func(s quixo.State) quixo.State {
			return b.spec.Symmetries.State(&s, game.Symmetry(turn))
		})
		b.symmetries[turn] = NewPermutation(&to)
	}
	start := quixo.Start(size, quixo.Cross)
	for _, move := range start.AppendMoves(nil) {
		b.addPush(move)
	}
	return b
}

// addPush finds out from the rules what a move does.
func (b *Board) addPush(move game.Move) {
	to := b.images(func(s quixo.State) quixo.State {
		s.Play(move)
		return s
	})
	// The cube that is taken comes back at the only place left.
	taken, left := Set(1<<b.Cells-1), Set(1<<b.Cells-1)
	for cell := range b.Cells {
		if to[cell] != nowhere {
			taken &^= 1 << cell
			left &^= 1 << to[cell]
		}
	}
	from := bits.TrailingZeros32(uint32(taken))
	to[from] = uint8(bits.TrailingZeros32(uint32(left)))
	b.Pushes = append(b.Pushes, Push{From: from, Permutation: NewPermutation(&to)})
}

// nowhere is the image of a mark that is gone.
const nowhere = MaxCells

// images is where a change of the board takes a mark on each cell. The mark is
// a circle while crosses are to move, since no push can turn that over.
func (b *Board) images(change func(quixo.State) quixo.State) (to [MaxCells]uint8) {
	for cell, bit := range b.gridOf {
		s := change(quixo.Make(b.Size, 0, 1<<bit, quixo.Cross))
		to[cell] = nowhere
		if circles := s.Marks(quixo.Circle); circles != 0 {
			to[cell] = b.cellOf[bits.TrailingZeros32(circles)]
		}
	}
	return to
}

// numberCells numbers the cells from the inside to the outside.
func (b *Board) numberCells() {
	// The numbers to sort by are the greater and the lesser distance from the
	// centre, the row from the top, and the bit: five bits each.
	var places []int
	for column := range b.Size {
		for row := range b.Size {
			x, y := abs(2*column-b.Size+1), abs(2*row-b.Size+1)
			places = append(places, max(x, y)<<15|min(x, y)<<10|(b.Size-row)<<5|(5*column+row))
		}
	}
	slices.Sort(places)
	for cell, place := range places {
		bit := uint8(place & 31)
		b.gridOf = append(b.gridOf, bit)
		b.cellOf[bit] = uint8(cell)
	}
}

func abs(i int) int { return max(i, -i) }

// fromGrid is the set of a plane, which is in the numbering of the grid.
func (b *Board) fromGrid(plane uint32) (set Set) {
	for ; plane != 0; plane &= plane - 1 {
		set |= 1 << b.cellOf[bits.TrailingZeros32(plane)]
	}
	return set
}

// Game is the id of the game on this board.
func (b *Board) Game() string { return b.spec.ID }

// Bit is the bit of a cell in a plane, which is in the numbering of the grid.
func (b *Board) Bit(cell int) int { return int(b.gridOf[cell]) }

// Symmetry is one of the symmetries.
func (b *Board) Symmetry(number int) *Permutation { return &b.symmetries[number] }

// Canonical is the smallest image of a set under the symmetries, and the first
// symmetry that leads to it.
func (b *Board) Canonical(set Set) (smallest Set, turn int) {
	smallest = set
	for t := 1; t < Symmetries; t++ {
		if turned := b.symmetries[t].Set(set); turned < smallest {
			smallest, turn = turned, t
		}
	}
	return smallest, turn
}
