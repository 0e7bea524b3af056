package solver

import (
	"plateau/exact"
	index "plateau/exact/quixo"
)

// Solver is the solving of Quixo in layers by number of marked cubes, from
// the full board down: layer i has the positions with i fewer. It is meant for
// the 5×5 board and works on the smaller ones, too.
type Solver struct {
	board *index.Board
	// free is memory for large planes that are not in use.
	free [][]uint64
}

// NewSolver is a solver for a board with size cells along an edge, 3 to 5.
func NewSolver(size int) *Solver {
	return &Solver{board: index.NewBoard(size)}
}

// Game implements [exact.Solver].
func (q *Solver) Game() string { return q.board.Game() }

// Layers implements [exact.Solver].
func (q *Solver) Layers() int { return q.board.Cells + 1 }

// Marks is the number of marked cubes of the positions of a layer.
func (q *Solver) Marks(layer int) int { return q.board.Cells - layer }

// Size implements [exact.Solver]. How many losses are found late is not known
// beforehand: where there are many marks they take as much as the planes, and
// otherwise little.
func (q *Solver) Size(layer int) int64 {
	const many = 64 << 20
	planes := headBytes + pairBytes*int64(q.planeWords(q.Marks(layer)))
	return planes + planes/8 + min(planes, many)
}

// planeWords is the number of words of a plane with so many marks.
func (q *Solver) planeWords(marks int) int {
	return q.board.CountSets(marks) * vectorWords(marks)
}

// planesInUse are those of two layers, and the one of what is safe.
const planesInUse = 5

// Memory implements [exact.Solver].
func (q *Solver) Memory() int64 {
	// Beside the planes, what is fresh and late, and where sets are.
	const rest = 1 << 30
	return planesInUse*8*int64(q.largestPlane()) + rest
}

func (q *Solver) largestPlane() (words int) {
	for marks := range q.board.Cells + 1 {
		words = max(words, q.planeWords(marks))
	}
	return words
}

// Solve implements [exact.Solver].
func (q *Solver) Solve(run exact.Run, layer int, before exact.Layer) (exact.Layer, error) {
	above, err := q.load(layer-1, before)
	if err != nil {
		return nil, err
	}
	planes := q.newPlanes(q.Marks(layer))
	safe := q.take(len(planes.won))
	err = solveLayer(&run, q.board, planes, above, safe)
	q.give(safe)
	if above != nil {
		q.give(above.won)
		q.give(above.lost)
	}
	if err != nil {
		q.give(planes.won)
		q.give(planes.lost)
		return nil, err
	}
	return planes, nil
}

// smallPlane is the number of words up to which a plane is simply made.
const smallPlane = 1 << 22

// take gives memory for a plane. That for large ones is as large as any needs,
// and is used again: so it does not depend on when garbage is collected.
func (q *Solver) take(words int) []uint64 {
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

func (q *Solver) give(plane []uint64) {
	if len(plane) > smallPlane {
		q.free = append(q.free, plane)
	}
}

// newPlanes is a layer of which nothing but the sets is known.
func (q *Solver) newPlanes(marks int) *planes {
	p := &planes{places: newPlaces(q.board, marks), words: vectorWords(marks)}
	p.won, p.lost = q.take(len(p.Sets)*p.words), q.take(len(p.Sets)*p.words)
	return p
}

// load takes a layer as it was solved, or from where it is stored.
func (q *Solver) load(layer int, stored exact.Layer) (*planes, error) {
	switch stored := stored.(type) {
	case nil:
		return nil, nil
	case *planes:
		return stored, nil
	}
	p := q.newPlanes(q.Marks(layer))
	if _, err := stored.WriteTo(&layerLoader{planes: p}); err != nil {
		q.give(p.won)
		q.give(p.lost)
		return nil, err
	}
	return p, nil
}
