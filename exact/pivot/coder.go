package pivot

import (
	"plateau/game"
)

// A binary arithmetic coder. A stream of bits, each with a probability, makes
// one long binary fraction. The coder keeps the interval in which it lies; a
// bit cuts it in two in proportion to its probability, and the bytes on which
// both ends agree are written:
//
//	low ├──────── 1 ────────┼── 0 ──┤ high       both are 32 bits
//	                        cut
//
// Encoder and decoder share all code: coder.bit writes the given bit and
// returns it, or ignores it and returns the bit it has read.
type coder struct {
	low, high uint32
	data      []byte
	reading   bool
	// at is the next byte to read, window the last four.
	at     int
	window uint32
}

func newWriter() *coder { return &coder{high: 0xFFFFFFFF} }

func newReader(data []byte) *coder {
	c := &coder{high: 0xFFFFFFFF, data: data, reading: true}
	for range 4 {
		c.shiftIn()
	}
	return c
}

// shiftIn reads a byte; after the end there are zeros.
func (c *coder) shiftIn() {
	c.window <<= 8
	if c.at < len(c.data) {
		c.window |= uint32(c.data[c.at])
	}
	c.at++
}

// bit codes one bit and updates its probability.
func (c *coder) bit(p *probability, bit bool) bool {
	cut := c.low + uint32(uint64(c.high-c.low)*uint64(p.ofOne())>>probabilityBits)
	if c.reading {
		bit = c.window <= cut
	}
	if bit {
		c.high = cut
	} else {
		c.low = cut + 1
	}
	p.update(bit)
	for (c.low^c.high)>>24 == 0 {
		if c.reading {
			c.shiftIn()
		} else {
			c.data = append(c.data, byte(c.low>>24))
		}
		c.low <<= 8
		c.high = c.high<<8 | 0xFF
	}
	return bit
}

// finish returns the bytes written. The last byte is such that it, followed by
// zeros, lies within the interval.
func (c *coder) finish() []byte {
	return append(c.data, byte(c.low>>24)+1)
}

// probability is an adaptive estimate that a bit is set: the mean of one that
// adapts fast and one that adapts slowly.
type probability struct{ fast, slow uint16 }

const (
	probabilityBits = 16
	fastRate        = 3
	slowRate        = 6
)

func setEven(list []probability) {
	for i := range list {
		list[i] = probability{1 << (probabilityBits - 1), 1 << (probabilityBits - 1)}
	}
}

// ofOne is the probability of a 1 times 1<<probabilityBits, and never 0.
func (p *probability) ofOne() uint32 { return (uint32(p.fast)+uint32(p.slow))/2 | 1 }

func (p *probability) update(bit bool) {
	const all = 1<<probabilityBits - 1
	if bit {
		p.fast += (all - p.fast) >> fastRate
		p.slow += (all - p.slow) >> slowRate
		return
	}
	p.fast -= p.fast >> fastRate
	p.slow -= p.slow >> slowRate
}

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
