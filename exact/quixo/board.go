// Package quixo numbers the positions of Quixo, and knows the values of its
// opening.
//
// Positions are put in layers by the number of marked cubes. Within a layer
// they are put together by the set of the marked cells, of which only one in
// each class under the 8 symmetries of the board is kept. A position is then
// one of the 2ⁿ ways to share the n cells of its set between the players:
//
//	layer    n, the number of marked cubes
//	set      its number among the kept sets, which are in ascending order
//	sharing  n bits, one for each marked cell: 1 where the mark is that of
//	         the player who is NOT to move
//
// Whose turn it is needs no place, and a push takes all positions of a set to
// positions of one other set.
//
// Cells have numbers of their own here, the inner ones first, and the bits of
// a sharing are in that order. Symmetries keep inner cells inside, and so do
// 32 of the 44 pushes, which run along an edge: so the lowest bits, by which
// positions lie within one word of a table, mostly stay among themselves.
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

// Turns is the number of the symmetries of the board, of which number 0 leaves
// everything in place.
const Turns = 8

// MaxCells is the number of cells of the largest board.
const MaxCells = 25

// Set is a set of cells, a bit each.
type Set uint32

// Board is what is known of the cells of a board, in this package's numbering.
// It is not changed once it is made.
type Board struct {
	Size  int
	Cells int
	// Lines are the rows, columns and long diagonals.
	Lines []Set
	// Pushes are the moves of a board without marks.
	Pushes []Push

	spec    game.Spec[quixo.State]
	numbers [MaxCells]uint8 // by the grid's numbering
	grid    []uint8         // the other way
	turns   [Turns]Shuffle
}

// Push is one way to take a cube and push it back in.
type Push struct {
	// From is the cell where the cube is taken. The shuffle moves it to where
	// it comes back.
	From int
	Shuffle
}

// Shuffle moves every cell of the board to another place.
type Shuffle struct {
	to     [MaxCells]uint8
	pieces [3][1 << pieceBits]Set
}

// pieceBits is how many cells are moved by one look into a table.
const pieceBits = 9

// Cell is where a cell is moved to.
func (s *Shuffle) Cell(cell int) int { return int(s.to[cell]) }

// Set moves all cells of a set.
func (s *Shuffle) Set(set Set) Set {
	const mask = 1<<pieceBits - 1
	return s.pieces[0][set&mask] | s.pieces[1][set>>pieceBits&mask] | s.pieces[2][set>>(2*pieceBits)&mask]
}

func newShuffle(to *[MaxCells]uint8) Shuffle {
	s := Shuffle{to: *to}
	for piece := range s.pieces {
		table := &s.pieces[piece]
		for i := 1; i < len(table); i++ {
			lowest := bits.TrailingZeros(uint(i))
			table[i] = table[i&(i-1)]
			if cell := piece*pieceBits + lowest; cell < MaxCells {
				table[i] |= 1 << to[cell]
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
	for turn := range b.turns {
		to := b.follow(func(s quixo.State) quixo.State {
			return b.spec.Symmetries.State(&s, game.Symmetry(turn))
		})
		b.turns[turn] = newShuffle(&to)
	}
	start := quixo.Start(size, quixo.Cross)
	for _, move := range start.AppendMoves(nil) {
		b.addPush(move)
	}
	return b
}

// addPush learns from the rules what a move does.
func (b *Board) addPush(move game.Move) {
	to := b.follow(func(s quixo.State) quixo.State {
		s.Play(move)
		return s
	})
	// The cube that is taken comes back at the one place that is left.
	taken, left := Set(1<<b.Cells-1), Set(1<<b.Cells-1)
	for cell := range b.Cells {
		if to[cell] != nowhere {
			taken &^= 1 << cell
			left &^= 1 << to[cell]
		}
	}
	from := bits.TrailingZeros32(uint32(taken))
	to[from] = uint8(bits.TrailingZeros32(uint32(left)))
	b.Pushes = append(b.Pushes, Push{From: from, Shuffle: newShuffle(&to)})
}

// nowhere stands for the cell of a mark that is gone.
const nowhere = MaxCells

// follow tells where a change of the board takes a mark of every cell: that of
// a circle while it is the crosses' turn, which no push can turn over.
func (b *Board) follow(change func(quixo.State) quixo.State) (to [MaxCells]uint8) {
	for cell, bit := range b.grid {
		s := change(quixo.Make(b.Size, 0, 1<<bit, quixo.Cross))
		to[cell] = nowhere
		if circles := s.Marks(quixo.Circle); circles != 0 {
			to[cell] = b.numbers[bits.TrailingZeros32(circles)]
		}
	}
	return to
}

// numberCells numbers the cells from the inside to the outside.
func (b *Board) numberCells() {
	type place struct{ far, near, row, bit int }
	var places []place
	for column := range b.Size {
		for row := range b.Size {
			x, y := abs(2*column-b.Size+1), abs(2*row-b.Size+1)
			places = append(places, place{max(x, y), min(x, y), -row, 5*column + row})
		}
	}
	slices.SortStableFunc(places, func(p, q place) int {
		return slices.Compare([]int{p.far, p.near, p.row}, []int{q.far, q.near, q.row})
	})
	for cell, p := range places {
		b.grid = append(b.grid, uint8(p.bit))
		b.numbers[p.bit] = uint8(cell)
	}
}

func abs(i int) int { return max(i, -i) }

// fromGrid gives the cells of a plane in the numbering of the grid.
func (b *Board) fromGrid(plane uint32) (set Set) {
	for ; plane != 0; plane &= plane - 1 {
		set |= 1 << b.numbers[bits.TrailingZeros32(plane)]
	}
	return set
}

// Game is the id of the game on this board.
func (b *Board) Game() string { return b.spec.ID }

// Turn is one of the symmetries.
func (b *Board) Turn(number int) *Shuffle { return &b.turns[number] }

// Canonical is the smallest set that a symmetry turns a set into, and the first
// such symmetry.
func (b *Board) Canonical(set Set) (smallest Set, turn int) {
	smallest = set
	for t := 1; t < Turns; t++ {
		if turned := b.turns[t].Set(set); turned < smallest {
			smallest, turn = turned, t
		}
	}
	return smallest, turn
}
