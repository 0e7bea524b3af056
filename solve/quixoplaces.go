package solve

import (
	"math/bits"

	"plateau/game/quixo/quixoindex"
)

// quixoPlaces finds for any set of marked cells, not only for a kept one, where
// its positions are stored. Sets are ranked by their upper cells first, then by
// their lower ones, so that a rank is the sum of two numbers from tables.
type quixoPlaces struct {
	*quixoindex.Layer

	upper  []uint32 // by upper cells: the rank of the first set with them
	lower  []uint32 // by lower cells: the rank among those with as many of them
	places []quixoPlace
}

// quixoPlace is the number of a kept set and the symmetry that leads to it.
type quixoPlace uint32

func (p quixoPlace) set() int  { return int(p / quixoindex.Turns) }
func (p quixoPlace) turn() int { return int(p % quixoindex.Turns) }

// quixoLowerCells is the number of cells that are the lower ones.
const quixoLowerCells = 13

func newQuixoPlaces(board *quixoindex.Board, marks int) *quixoPlaces {
	p := &quixoPlaces{Layer: board.NewLayer(marks)}
	lowerCells := min(board.Cells, quixoLowerCells)
	var withMarks [quixoLowerCells + 1]uint32
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
	p.places = make([]quixoPlace, ranks)
	for number, set := range p.Sets {
		for turn := range quixoindex.Turns {
			// The symmetry that leads back: the one that turns the turned
			// set into the kept one.
			turned := board.Turn(turn).Set(set)
			p.places[p.rank(turned)] = quixoPlace(number*quixoindex.Turns + back(board, turned, set))
		}
	}
	return p
}

// back is a symmetry that turns one set into another.
func back(board *quixoindex.Board, from, to quixoindex.Set) int {
	for turn := range quixoindex.Turns {
		if board.Turn(turn).Set(from) == to {
			return turn
		}
	}
	panic("solve: not a turned set")
}

func (p *quixoPlaces) rank(set quixoindex.Set) uint32 {
	return p.upper[set>>quixoLowerCells] + p.lower[set&(1<<quixoLowerCells-1)]
}

// place tells where the positions of a set are stored.
func (p *quixoPlaces) place(set quixoindex.Set) quixoPlace { return p.places[p.rank(set)] }
