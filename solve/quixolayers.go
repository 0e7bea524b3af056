package solve

import (
	"plateau/game/quixo/quixoindex"
)

// QuixoLayers is the solving of Quixo in layers by number of marked cubes, from
// the full board down: layer i has the positions with i fewer. It is meant for
// the 5×5 board and works on the smaller ones, too.
type QuixoLayers struct {
	board *quixoindex.Board
	// free is memory for large planes that are not in use.
	free [][]uint64
}

// NewQuixoLayers is a solver for a board with size cells along an edge, 3 to 5.
func NewQuixoLayers(size int) *QuixoLayers {
	return &QuixoLayers{board: quixoindex.NewBoard(size)}
}

// Game implements [Problem].
func (q *QuixoLayers) Game() string { return q.board.Game() }

// Layers implements [Problem].
func (q *QuixoLayers) Layers() int { return q.board.Cells + 1 }

// Marks is the number of marked cubes of the positions of a layer.
func (q *QuixoLayers) Marks(layer int) int { return q.board.Cells - layer }

// Size implements [Problem]. How many losses are found late is not known
// beforehand: where there are many marks they take as much as the planes, and
// otherwise little.
func (q *QuixoLayers) Size(layer int) int64 {
	const many = 64 << 20
	planes := quixoHeadBytes + quixoPairBytes*int64(q.planeWords(q.Marks(layer)))
	return planes + planes/8 + min(planes, many)
}

// planeWords is the number of words of a plane with so many marks.
func (q *QuixoLayers) planeWords(marks int) int {
	return q.board.CountSets(marks) * quixoWords(marks)
}

// quixoPlanesInUse are those of two layers, and the one of what is safe.
const quixoPlanesInUse = 5

// Memory implements [Problem].
func (q *QuixoLayers) Memory() int64 {
	// Beside the planes, what is fresh and late, and where sets are.
	const rest = 1 << 30
	return quixoPlanesInUse*8*int64(q.largestPlane()) + rest
}

func (q *QuixoLayers) largestPlane() (words int) {
	for marks := range q.board.Cells + 1 {
		words = max(words, q.planeWords(marks))
	}
	return words
}

// Solve implements [Problem].
func (q *QuixoLayers) Solve(run Run, layer int, before Layer) (Layer, error) {
	above, err := q.load(layer-1, before)
	if err != nil {
		return nil, err
	}
	planes := q.newPlanes(q.Marks(layer))
	safe := q.take(len(planes.won))
	err = solveQuixoLayer(&run, q.board, planes, above, safe)
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

// quixoSmallPlane is the number of words up to which a plane is simply made.
const quixoSmallPlane = 1 << 22

// take gives memory for a plane. That for large ones is as large as any needs,
// and is used again: so it does not depend on when garbage is collected.
func (q *QuixoLayers) take(words int) []uint64 {
	last := len(q.free) - 1
	switch {
	case words <= quixoSmallPlane:
		return make([]uint64, words)
	case last < 0:
		return make([]uint64, words, q.largestPlane())
	}
	plane := q.free[last][:words]
	q.free = q.free[:last]
	return plane
}

func (q *QuixoLayers) give(plane []uint64) {
	if len(plane) > quixoSmallPlane {
		q.free = append(q.free, plane)
	}
}

// newPlanes is a layer of which nothing but the sets is known.
func (q *QuixoLayers) newPlanes(marks int) *quixoPlanes {
	p := &quixoPlanes{quixoPlaces: newQuixoPlaces(q.board, marks), words: quixoWords(marks)}
	p.won, p.lost = q.take(len(p.Sets)*p.words), q.take(len(p.Sets)*p.words)
	return p
}

// load takes a layer as it was solved, or from where it is stored.
func (q *QuixoLayers) load(layer int, stored Layer) (*quixoPlanes, error) {
	switch stored := stored.(type) {
	case nil:
		return nil, nil
	case *quixoPlanes:
		return stored, nil
	}
	p := q.newPlanes(q.Marks(layer))
	if _, err := stored.WriteTo(&quixoLoader{planes: p}); err != nil {
		q.give(p.won)
		q.give(p.lost)
		return nil, err
	}
	return p, nil
}
