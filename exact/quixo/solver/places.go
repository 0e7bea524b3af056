package solver

import (
	"math/bits"

	index "plateau/exact/quixo"
)

// places finds where the positions of any set of marked cells, canonical or
// not, are stored. Sets are ranked by their upper cells first, then by their
// lower cells, so that a rank is the sum of two array entries.
type places struct {
	*index.Layer

	upper  []uint32 // by upper cells: the rank of the first such set
	lower  []uint32 // by lower cells: the rank among sets with as many of them
	places []setPlace
}

// setPlace is the number of a canonical set and the symmetry that leads to it.
type setPlace uint32

func (p setPlace) set() int  { return int(p / index.Symmetries) }
func (p setPlace) turn() int { return int(p % index.Symmetries) }

// lowerCellCount is the number of lower cells.
const lowerCellCount = 13

func newPlaces(board *index.Board, marks int) *places {
	p := &places{Layer: board.NewLayer(marks)}
	lowerCells := min(board.Cells, lowerCellCount)
	var withMarks [lowerCellCount + 1]uint32
	for lower := range 1 << lowerCells {
		count := &withMarks[bits.OnesCount(uint(lower))]
		p.lower = append(p.lower, *count)
		*count++
	}
	ranks := uint32(0)
	for upper := range 1 << (board.Cells - lowerCells) {
		p.upper = append(p.upper, ranks)
		if left := marks - bits.OnesCount(uint(upper)); left >= 0 && left <= lowerCells {
			ranks += withMarks[left]
		}
	}
	p.places = make([]setPlace, ranks)
	for number, set := range p.Sets {
		for turn := range index.Symmetries {
			// The inverse symmetry: from the image back to the
			// canonical set.
			turned := board.Symmetry(turn).Set(set)
			p.places[p.rank(turned)] = setPlace(number*index.Symmetries + inverseOf(board, turned, set))
		}
	}
	return p
}

// inverseOf is a symmetry that maps one set to another.
func inverseOf(board *index.Board, from, to index.Set) int {
	for turn := range index.Symmetries {
		if board.Symmetry(turn).Set(from) == to {
			return turn
		}
	}
	panic("solve: not a turned set")
}

func (p *places) rank(set index.Set) uint32 {
	return p.upper[set>>lowerCellCount] + p.lower[set&(1<<lowerCellCount-1)]
}

// place is where the positions of a set are stored.
func (p *places) place(set index.Set) setPlace { return p.places[p.rank(set)] }
