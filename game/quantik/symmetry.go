package quantik

import (
	"math/bits"

	"plateau/game"
	"plateau/game/square"
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
var renamings = func() (lookup [renameCount][shapes]uint8) {
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
}()

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
	columns = square.Compose(columns, then>>sideBits&sideMask)
	rows = square.Compose(rows, then&sideMask)
	return (first^then)&transpose | columns<<sideBits | rows
}

func invertBoard(y game.Symmetry) game.Symmetry {
	columns, rows := square.Inverse(y>>sideBits&sideMask), square.Inverse(y&sideMask)
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

// The canonical form is found in three steps, each of which leaves few
// candidates for the next:
//
//  1. The set of occupied cells, of either player, is mapped to the smallest
//     of its images. The elements of the board's group that do so are
//     precomputed: as many as fix the set, seldom more than two.
//  2. Of these, those that map the cells of the second player to the
//     greatest set.
//  3. Of these, the one with the greatest key after the shapes are renamed,
//     in descending order of their cells. Disjoint sets of cells differ
//     unless both are empty, so the order is unique.
//
// The lookup arrays, for the 128 elements of the board's group:
//
//	turnedCells[element][0][cells 0…7], [1][cells 8…15]   the image of a set
//
//	smallest[set] ─► │ first │ count │    its part of smallestBy
//	                 │ 31…8  │ 7…0   │
var (
	turnedCells          = makeTurnedCells()
	smallest, smallestBy = makeSmallest()
)

const halfCells = cells / 2

func makeTurnedCells() *[boardCount][2][1 << halfCells]uint16 {
	lookup := new([boardCount][2][1 << halfCells]uint16)
	for board := range lookup {
		for half := range lookup[board] {
			images := &lookup[board][half]
			for cell := range halfCells {
				bit := turnWord(1<<(half*halfCells+cell), game.Symmetry(board))
				for set := range 1 << cell {
					images[1<<cell|set] = images[set] | uint16(bit)
				}
			}
		}
	}
	return lookup
}

// turnCells is the image of a set of cells.
func turnCells(set uint64, board uint8) uint64 {
	halves := &turnedCells[board%boardCount]
	return uint64(halves[0][set&0xFF] | halves[1][set>>halfCells&0xFF])
}

// makeSmallest goes from each smallest set to its images, and stores the
// inverse for each.
func makeSmallest() (parts *[1 << cells]uint32, by []uint8) {
	parts = new([1 << cells]uint32)
	for set := range uint64(1 << cells) {
		if parts[set] != 0 {
			continue
		}
		var images [boardCount]uint64
		count := 0
		for board := range images {
			images[board] = turnCells(set, uint8(board))
			if images[board] == set {
				count++
			}
		}
		for board, image := range images {
			part := &parts[image]
			if *part == 0 {
				*part = uint32(len(by)) << 8
				by = append(by, make([]uint8, count)...)
			}
			by[*part>>8+*part&0xFF] = uint8(invertBoard(game.Symmetry(board)))
			*part++
		}
	}
	return parts, by
}

// CanonicalKey is the key of the canonical form of the position with the given
// pieces, one word per player. Solvers and searches identify positions by it.
// It takes some 50 ns.
func CanonicalKey(first, second uint64) uint64 {
	key, _ := canonicalKey(first, second)
	return key
}

func canonicalKey(first, second uint64) (key uint64, board uint8) {
	all, ofSecond := first|second, lanes.Union(second)
	part := smallest[lanes.Union(all)]
	candidates := smallestBy[part>>8:][:part&0xFF]
	greatest := uint64(0)
	for _, by := range candidates {
		greatest = max(greatest, turnCells(ofSecond, by))
	}
	for _, by := range candidates {
		if turnCells(ofSecond, by) == greatest {
			if k := shapesKey(all, greatest, by); k >= key {
				key, board = k, by
			}
		}
	}
	return key, board
}

// Orbit is how many positions are symmetric to the one with the given pieces,
// itself included. An element of the board's group that leads to the canonical
// form is one of as many as fix the position up to renaming, and with each of
// these the shapes that are not on the board can be renamed at will.
func Orbit(first, second uint64) int {
	all, ofSecond := first|second, lanes.Union(second)
	canonical := CanonicalKey(first, second)
	part := smallest[lanes.Union(all)]
	fixing := 0
	for _, by := range smallestBy[part>>8:][:part&0xFF] {
		if shapesKey(all, turnCells(ofSecond, by), by) == canonical {
			fixing++
		}
	}
	for shape, absent := 0, 0; shape < shapes; shape++ {
		if all>>(shape*cells)&lanes.Mask == 0 {
			absent++
			fixing *= absent
		}
	}
	return boardCount * renameCount / fixing
}

// shapesKey applies a symmetry of the board to the pieces, renames the shapes,
// and makes the key.
func shapesKey(all, ofSecond uint64, by uint8) uint64 {
	a, b := turnCells(all, by), turnCells(all>>16, by)
	c, d := turnCells(all>>32, by), turnCells(all>>48, by)
	occupied := a | b | c | d
	a, b = max(a, b), min(a, b)
	c, d = max(c, d), min(c, d)
	c = min(a, c) // the greatest has number 0, which is not visible in a key
	b, d = max(b, d), min(b, d)
	b, c = max(b, c), min(b, c)
	return occupied | ofSecond<<16 | (b|d)<<32 | (c|d)<<48
}

// canonical implements [game.Symmetries].Canonical.
func canonical(s *State) (State, game.Symmetry) {
	key, board := canonicalKey(s.pieces[0], s.pieces[1])
	all := turnWord(s.pieces[0]|s.pieces[1], game.Symmetry(board))
	return Make(PiecesOf(key)), renamingNumber(descending(all))*boardCount + game.Symmetry(board)
}

// descending is the renaming that puts the shapes in descending order.
func descending(all uint64) (to [shapes]uint8) {
	var of [shapes]uint64
	for shape := range of {
		of[shape] = all >> (shape * cells) & lanes.Mask
	}
	for i := range of {
		for j := range of {
			if of[j] > of[i] || of[j] == of[i] && j < i {
				to[i]++
			}
		}
	}
	return to
}
