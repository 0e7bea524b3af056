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

// classCoder encodes or decodes the classes of a layer.
type classCoder struct {
	coder *coder
	// size is the number of positions of a class.
	size int
	// maxDistance is the greatest distance in this layer.
	maxDistance int
	// found has the losses of the layer so far.
	found []loss

	// The contexts of the predictions. Whether a class has losses: from
	// whether each of the last eight had. Whether the halves of a part
	// have: by its depth. The distance: from the last one, first whether it
	// is the same, and if not, which.
	class        [256]probability
	recent       uint8
	lower, upper [Cells]probability
	same         [maxDistance + 1]probability
	distance     [maxDistance + 1][maxDistance + 1]probability
	last         int
}

func newClassCoder(c *coder, cards int) *classCoder {
	w := &classCoder{
		coder:       c,
		size:        1 << FaceBits(cards),
		maxDistance: min(Cells-cards, maxDistance),
	}
	setEven(w.class[:])
	setEven(w.lower[:])
	setEven(w.upper[:])
	setEven(w.same[:])
	for i := range w.distance {
		setEven(w.distance[i][:])
	}
	return w
}

// codeClass codes a class. Values is nil when decoding, which appends to found.
func (w *classCoder) codeClass(values []byte) {
	some := w.coder.bit(&w.class[w.recent], hasLoss(values))
	w.recent <<= 1
	if some {
		w.recent |= 1
		w.codePart(values, 0, w.size, 0)
	}
}

// codePart codes a part of a class that has losses: size faces from first on.
func (w *classCoder) codePart(values []byte, first, size, depth int) {
	if size == 1 {
		w.found = append(w.found, loss(first<<distanceBits|w.codeDistance(values)))
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
		w.codePart(lower, first, size, depth+1)
	}
	if inUpper {
		w.codePart(upper, first+size, size, depth+1)
	}
}

// codeDistance codes the distance of a loss.
func (w *classCoder) codeDistance(values []byte) int {
	want := 0
	if values != nil {
		want = stored(values[0])
	}
	if w.coder.bit(&w.same[w.last], want == w.last) {
		return w.last
	}
	distance := 1
	for distance < w.maxDistance &&
		(distance == w.last || !w.coder.bit(&w.distance[w.last][distance], want == distance)) {
		distance++
	}
	w.last = distance
	return distance
}

// hasLoss reports whether any of the values has to be stored.
func hasLoss(values []byte) bool {
	for _, v := range values {
		if stored(v) != 0 {
			return true
		}
	}
	return false
}

// stored is the distance of a loss, or 0 for what is not stored.
func stored(value byte) int {
	v := game.Value(value)
	distance, _ := v.Distance()
	if !v.IsLoss() {
		return 0
	}
	return distance
}
