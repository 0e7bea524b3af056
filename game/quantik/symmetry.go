package quantik

import (
	"math/bits"

	"plateau/game"
	"plateau/internal/dihedral"
	"plateau/internal/lanes"
)

// The symmetries are the 128 of the board times the 24 renamings of the shapes.
// A symmetry's number is the renaming times 128 plus the element of the board.
//
// The board's group preserves rows, columns and regions. An element is seven
// bits, applied from the highest down: 64 exchanges columns and rows; 32 and
// 16, 8 exchange the halves of the columns (a b with c d), then the columns
// within the left and within the right half; 4 and 2, 1 do the same for rows.
const (
	boardCount  = 128
	renameCount = 24
)

// swaps holds, for each bit of a board element, the exchanges that it makes.
var swaps = [7][]lanes.Swap{
	{lanes.Rows34},
	{lanes.Rows12},
	{lanes.RowHalves},
	{lanes.ColumnsCD},
	{lanes.ColumnsAB},
	{lanes.ColumnHalves},
	{lanes.TransposeInner, lanes.TransposeOuter},
}

func turnWord(word uint64, board game.Symmetry) uint64 {
	for bit := 6; bit >= 0; bit-- {
		if board>>bit&1 != 0 {
			for _, w := range swaps[bit] {
				word = w.Apply(word)
			}
		}
	}
	return word
}

// renamings map old shapes to new ones.
var renamings = makeRenamings()

func makeRenamings() (lookup [renameCount][shapes]uint8) {
	n := 0
	for code := range 1 << 8 {
		var to [shapes]uint8
		seen := 0
		for i := range to {
			// The highest pair of bits is the first shape's, so
			// renamings are in ascending order and begin with the
			// identity.
			to[i] = uint8(code >> (6 - 2*i) & 3)
			seen |= 1 << to[i]
		}
		if seen == 1<<shapes-1 {
			lookup[n] = to
			n++
		}
	}
	return lookup
}

func renameWord(word uint64, to *[shapes]uint8) uint64 {
	renamed := uint64(0)
	for shape, target := range to {
		renamed |= word >> (shape * cells) & lanes.Mask << (int(target) * cells)
	}
	return renamed
}

func split(y game.Symmetry) (board game.Symmetry, to *[shapes]uint8) {
	return y % boardCount, &renamings[y/boardCount]
}

func (s *State) turned(by game.Symmetry) State {
	board, to := split(by)
	return Make(renameWord(turnWord(s.pieces[0], board), to), renameWord(turnWord(s.pieces[1], board), to))
}

func turnMove(m game.Move, by game.Symmetry) game.Move {
	board, to := split(by)
	return game.Move(bits.TrailingZeros64(renameWord(turnWord(1<<m, board), to)))
}

// Columns and rows are each permuted by a group of three bits that composes
// like the symmetries of a square: halves first, then within the halves.
const (
	transpose = 64
	sideBits  = 3
	sideMask  = 1<<sideBits - 1
)

func composeBoards(first, then game.Symmetry) game.Symmetry {
	columns, rows := first>>sideBits&sideMask, first&sideMask
	if then&transpose != 0 {
		columns, rows = rows, columns
	}
	columns = dihedral.Compose(columns, then>>sideBits&sideMask)
	rows = dihedral.Compose(rows, then&sideMask)
	return (first^then)&transpose | columns<<sideBits | rows
}

func invertBoard(y game.Symmetry) game.Symmetry {
	columns, rows := dihedral.Inverse(y>>sideBits&sideMask), dihedral.Inverse(y&sideMask)
	if y&transpose != 0 {
		columns, rows = rows, columns
	}
	return y&transpose | columns<<sideBits | rows
}

func compose(first, then game.Symmetry) game.Symmetry {
	board1, to1 := split(first)
	board2, to2 := split(then)
	var both [shapes]uint8
	for i := range both {
		both[i] = to2[to1[i]]
	}
	return renamingNumber(both)*boardCount + composeBoards(board1, board2)
}

func inverse(y game.Symmetry) game.Symmetry {
	board, to := split(y)
	var back [shapes]uint8
	for i, target := range to {
		back[target] = uint8(i)
	}
	return renamingNumber(back)*boardCount + invertBoard(board)
}

func renamingNumber(to [shapes]uint8) game.Symmetry {
	for i, r := range renamings {
		if r == to {
			return game.Symmetry(i)
		}
	}
	panic("quantik: not a renaming")
}
