package quantik

import (
	"plateau/game"
	"plateau/internal/lanes"
)

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
