package quixo

import (
	"math/bits"
	"slices"

	"plateau/exact"
	"plateau/game/quixo"
)

// Layer is the canonical sets with one number of marked cubes. It is immutable.
type Layer struct {
	Marks int
	// Sets are the canonical sets in ascending order.
	Sets []Set

	board *Board
}

// NewLayer lists the canonical sets of a layer, by going through all sets.
func (b *Board) NewLayer(marks int) *Layer {
	l := &Layer{Marks: marks, board: b}
	for set := range exact.Subsets(b.Cells, marks) {
		if l.isSmallest(Set(set)) {
			l.Sets = append(l.Sets, Set(set))
		}
	}
	return l
}

func (l *Layer) isSmallest(set Set) bool {
	for turn := 1; turn < Symmetries; turn++ {
		if l.board.symmetries[turn].Set(set) < set {
			return false
		}
	}
	return true
}

// Number is the number of a canonical set.
func (l *Layer) Number(set Set) int {
	number, _ := slices.BinarySearch(l.Sets, set)
	return number
}

// Copies is how many sets are symmetric to a canonical one, itself included.
func (l *Layer) Copies(number int) int64 {
	set, same := l.Sets[number], int64(0)
	for turn := range l.board.symmetries {
		if l.board.symmetries[turn].Set(set) == set {
			same++
		}
	}
	return Symmetries / same
}

// CountSets is the number of canonical sets with a number of cells. By
// Burnside's lemma it is the mean, over the symmetries, of the number of sets
// that a symmetry fixes: those with all or none of each of its cycles.
func (b *Board) CountSets(marks int) int {
	sum := 0
	for turn := range b.symmetries {
		ways := make([]int, marks+1) // by number of cells chosen so far
		ways[0] = 1
		for _, cycle := range b.cycles(turn) {
			for chosen := marks; chosen >= cycle; chosen-- {
				ways[chosen] += ways[chosen-cycle]
			}
		}
		sum += ways[marks]
	}
	return sum / Symmetries
}

// cycles returns the lengths of the cycles of a symmetry.
func (b *Board) cycles(turn int) (lengths []int) {
	seen := Set(0)
	for cell := range b.Cells {
		length := 0
		for at := cell; seen>>at&1 == 0; at = b.symmetries[turn].Cell(at) {
			seen |= 1 << at
			length++
		}
		if length > 0 {
			lengths = append(lengths, length)
		}
	}
	return lengths
}

// WordBits is how many bits of a sharing select a position within a word of 64, and
// BitOff has the positions of a word in which such a bit is 0.
const WordBits = 6

// BitOff is indexed by the bit.
var BitOff = [WordBits]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
	0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}

// Place is where a position is: its layer by its marks, its set and its
// sharing.
type Place struct {
	Marks   int
	Set     Set
	Sharing uint32
}

// Locate finds the place of a position. Symmetric positions share it, unless a
// symmetry fixes their set.
func (b *Board) Locate(s *quixo.State) Place {
	toMove := s.ToMove()
	own, other := b.fromGrid(s.Marks(toMove)), b.fromGrid(s.Marks(1-toMove))
	set, turn := b.Canonical(own | other)
	other = b.symmetries[turn].Set(other)
	p := Place{Marks: bits.OnesCount32(uint32(set)), Set: set}
	for bit, rest := 0, set; rest != 0; bit, rest = bit+1, rest&(rest-1) {
		if other&rest&-rest != 0 {
			p.Sharing |= 1 << bit
		}
	}
	return p
}

// Position is the position at a place, with crosses to move.
func (b *Board) Position(p Place) quixo.State {
	var marks [2]uint32
	for bit, rest := 0, p.Set; rest != 0; bit, rest = bit+1, rest&(rest-1) {
		owner := p.Sharing >> bit & 1
		marks[owner] |= 1 << b.gridOf[bits.TrailingZeros32(uint32(rest))]
	}
	return quixo.Make(b.Size, marks[quixo.Cross], marks[quixo.Circle], quixo.Cross)
}
