package pivot

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
