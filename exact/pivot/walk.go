package pivot

import (
	"plateau/game"
)

// loss is a lost position within its class.
//
//	│ 15 … 4 │ 3 … 0    │
//	│ faces  │ distance │
type loss uint16

const (
	distanceBits = 4
	maxDistance  = 1<<distanceBits - 1
)

func (l loss) faces() int    { return int(l >> distanceBits) }
func (l loss) distance() int { return int(l & maxDistance) }

// walk codes the classes of a layer, in either direction.
type walk struct {
	coder *coder
	// size is the number of positions of a class.
	size int
	// farthest is the greatest distance.
	farthest int
	// found has the losses so far.
	found []loss

	// What is foreseen: whether a class has losses, from whether each of the
	// last eight had; whether the halves of a part have, by its depth; and
	// the distance, from the one told last: if it is the same, and if not,
	// which.
	class        [256]odds
	recent       uint8
	lower, upper [Cells]odds
	again        [maxDistance + 1]odds
	distance     [maxDistance + 1][maxDistance + 1]odds
	last         int
}

func newWalk(c *coder, cards int) *walk {
	w := &walk{
		coder:    c,
		size:     1 << FaceBits(cards),
		farthest: min(Cells-cards, maxDistance),
	}
	setEven(w.class[:])
	setEven(w.lower[:])
	setEven(w.upper[:])
	setEven(w.again[:])
	for i := range w.distance {
		setEven(w.distance[i][:])
	}
	return w
}

// vector codes a class. A writer is given its values; a reader has none and
// appends to found.
func (w *walk) vector(values []byte) {
	some := w.coder.bit(&w.class[w.recent], hasLoss(values))
	w.recent <<= 1
	if some {
		w.recent |= 1
		w.part(values, 0, w.size, 0)
	}
}

// part codes a part of a class that has losses: size faces from first on.
func (w *walk) part(values []byte, first, size, depth int) {
	if size == 1 {
		w.found = append(w.found, loss(first<<distanceBits|w.one(values)))
		return
	}
	size /= 2
	var lower, upper []byte
	if values != nil {
		lower, upper = values[:size], values[size:]
	}
	inLower := w.coder.bit(&w.lower[depth], hasLoss(lower))
	inUpper := !inLower || w.coder.bit(&w.upper[depth], hasLoss(upper))
	if inLower {
		w.part(lower, first, size, depth+1)
	}
	if inUpper {
		w.part(upper, first+size, size, depth+1)
	}
}

// one codes the distance of a loss.
func (w *walk) one(values []byte) int {
	want := 0
	if values != nil {
		want = stored(values[0])
	}
	if w.coder.bit(&w.again[w.last], want == w.last) {
		return w.last
	}
	distance := 1
	for distance < w.farthest &&
		(distance == w.last || !w.coder.bit(&w.distance[w.last][distance], want == distance)) {
		distance++
	}
	w.last = distance
	return distance
}

// hasLoss tells whether some of the values are to be stored.
func hasLoss(values []byte) bool {
	for _, v := range values {
		if stored(v) != 0 {
			return true
		}
	}
	return false
}

// stored is the distance of a loss to be stored, or 0.
func stored(value byte) int {
	v := game.Value(value)
	distance, _ := v.Distance()
	if !v.IsLoss() {
		return 0
	}
	return distance
}
