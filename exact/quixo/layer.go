package quixo

import (
	"math/bits"
	"slices"

	"plateau/game/quixo"
)

// Layer is the sets of one number of marked cubes. It is not changed once it is
// made.
type Layer struct {
	Marks int
	// Sets are the kept ones in ascending order.
	Sets []Set

	board *Board
}

// NewLayer lists the sets of a layer, by looking at all of them.
func (b *Board) NewLayer(marks int) *Layer {
	l := &Layer{Marks: marks, board: b}
	for set := range b.all(marks) {
		if l.isSmallest(set) {
			l.Sets = append(l.Sets, set)
		}
	}
	return l
}

// all gives every set of so many cells in ascending order.
func (b *Board) all(marks int) func(yield func(Set) bool) {
	return func(yield func(Set) bool) {
		end := uint32(1) << b.Cells
		for set := uint32(1)<<marks - 1; set < end; {
			if !yield(Set(set)) || set == 0 {
				return
			}
			// The next number with as many bits.
			lowest := set & -set
			carried := set + lowest
			set = carried | (set^carried)>>2>>bits.TrailingZeros32(set)
		}
	}
}

func (l *Layer) isSmallest(set Set) bool {
	for turn := 1; turn < Turns; turn++ {
		if l.board.turns[turn].Set(set) < set {
			return false
		}
	}
	return true
}

// Number is that of a kept set.
func (l *Layer) Number(set Set) int {
	number, _ := slices.BinarySearch(l.Sets, set)
	return number
}

// Copies is how many sets a kept one stands for, itself included.
func (l *Layer) Copies(number int) int64 {
	set, same := l.Sets[number], int64(0)
	for turn := range l.board.turns {
		if l.board.turns[turn].Set(set) == set {
			same++
		}
	}
	return Turns / same
}

// CountSets is the number of kept sets of so many cells. It is the mean, over
// the symmetries, of the number of sets that a symmetry leaves as they are:
// those that have all or nothing of each of its cycles.
func (b *Board) CountSets(marks int) int {
	sum := 0
	for turn := range b.turns {
		ways := make([]int, marks+1) // by the number of cells chosen so far
		ways[0] = 1
		for _, cycle := range b.cycles(turn) {
			for chosen := marks; chosen >= cycle; chosen-- {
				ways[chosen] += ways[chosen-cycle]
			}
		}
		sum += ways[marks]
	}
	return sum / Turns
}

// cycles gives the lengths of the cycles of a symmetry.
func (b *Board) cycles(turn int) (lengths []int) {
	seen := Set(0)
	for cell := range b.Cells {
		length := 0
		for at := cell; seen>>at&1 == 0; at = b.turns[turn].Cell(at) {
			seen |= 1 << at
			length++
		}
		if length > 0 {
			lengths = append(lengths, length)
		}
	}
	return lengths
}

// Place is where a position is: its layer by its marks, its set and its
// sharing.
type Place struct {
	Marks   int
	Set     Set
	Sharing uint32
}

// Locate finds the place of a position; all that symmetries make alike have the
// same, unless their set is one that a symmetry leaves as it is.
func (b *Board) Locate(s *quixo.State) Place {
	toMove := s.ToMove()
	own, other := b.fromGrid(s.Marks(toMove)), b.fromGrid(s.Marks(1-toMove))
	set, turn := b.Canonical(own | other)
	other = b.turns[turn].Set(other)
	p := Place{Marks: bits.OnesCount32(uint32(set)), Set: set}
	for bit, rest := 0, set; rest != 0; bit, rest = bit+1, rest&(rest-1) {
		if other&rest&-rest != 0 {
			p.Sharing |= 1 << bit
		}
	}
	return p
}

// Position is one at a place, with the crosses to move.
func (b *Board) Position(p Place) quixo.State {
	var marks [2]uint32
	for bit, rest := 0, p.Set; rest != 0; bit, rest = bit+1, rest&(rest-1) {
		owner := p.Sharing >> bit & 1
		marks[owner] |= 1 << b.grid[bits.TrailingZeros32(uint32(rest))]
	}
	return quixo.Make(b.Size, marks[quixo.Cross], marks[quixo.Circle], quixo.Cross)
}
