package solver

import (
	"math/bits"

	"plateau/exact"
	index "plateau/exact/quixo"
)

// layerSolver solves Quixo in layers by number of marked cubes, from the full board
// down: layer i has the positions with i neutral cubes. It is meant for the 5×5
// board and works for the smaller ones too.
type layerSolver struct {
	board *index.Board
	// free is a pool of memory for large planes.
	free [][]uint64
}

// NewSolver is a solver for a board with size cells along an edge, 3 to 5.
func NewSolver(size int) exact.Solver { return &layerSolver{board: index.NewBoard(size)} }

func (q *layerSolver) Game() string { return q.board.Game() }
func (q *layerSolver) Layers() int  { return q.board.Cells + 1 }

// marks is the number of marked cubes of the positions of a layer.
func (q *layerSolver) marks(layer int) int { return q.board.Cells - layer }

// Size does not know in advance how many losses are found late: with many marks
// they need as much as the planes, and otherwise little.
func (q *layerSolver) Size(layer int) int64 {
	const many = 64 << 20
	planes := headBytes + pairBytes*int64(q.planeWords(q.marks(layer)))
	return planes + planes/8 + min(planes, many)
}

// planeWords is the number of words of a plane with a number of marks.
func (q *layerSolver) planeWords(marks int) int {
	return q.board.CountSets(marks) * vectorWords(marks)
}

// planesInUse are those of two layers, and the safe positions.
const planesInUse = 5

func (q *layerSolver) Memory() int64 {
	// For fresh words, late losses and the places of sets.
	const rest = 1 << 30
	return planesInUse*8*int64(q.largestPlane()) + rest
}

func (q *layerSolver) largestPlane() (words int) {
	for marks := range q.board.Cells + 1 {
		words = max(words, q.planeWords(marks))
	}
	return words
}

func (q *layerSolver) Solve(run exact.Run, layer int, before exact.Layer) (exact.Layer, error) {
	above, err := q.load(layer-1, before)
	if err != nil {
		return nil, err
	}
	planes := q.newPlanes(q.marks(layer))
	safe := q.alloc(len(planes.won))
	err = solveLayer(&run, q.board, planes, above, safe)
	q.release(safe)
	if above != nil {
		q.release(above.won)
		q.release(above.lost)
	}
	if err != nil {
		q.release(planes.won)
		q.release(planes.lost)
		return nil, err
	}
	return planes, nil
}

// smallPlane is the size in words up to which planes are not pooled.
const smallPlane = 1 << 22

// alloc returns memory for a plane. Large ones all have the size of the largest
// and are reused, so that memory use does not depend on the garbage collector.
func (q *layerSolver) alloc(words int) []uint64 {
	last := len(q.free) - 1
	switch {
	case words <= smallPlane:
		return make([]uint64, words)
	case last < 0:
		return make([]uint64, words, q.largestPlane())
	}
	plane := q.free[last][:words]
	q.free = q.free[:last]
	return plane
}

func (q *layerSolver) release(plane []uint64) {
	if len(plane) > smallPlane {
		q.free = append(q.free, plane)
	}
}

// newPlanes is an unsolved layer.
func (q *layerSolver) newPlanes(marks int) *planes {
	p := &planes{places: newPlaces(q.board, marks), words: vectorWords(marks)}
	p.won, p.lost = q.alloc(len(p.Sets)*p.words), q.alloc(len(p.Sets)*p.words)
	return p
}

// load returns a layer as it was solved, or reads the stored one.
func (q *layerSolver) load(layer int, stored exact.Layer) (*planes, error) {
	switch stored := stored.(type) {
	case nil:
		return nil, nil
	case *planes:
		return stored, nil
	}
	p := q.newPlanes(q.marks(layer))
	if err := p.read(stored); err != nil {
		q.release(p.won)
		q.release(p.lost)
		return nil, err
	}
	return p, nil
}

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
