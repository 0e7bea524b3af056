package pivot

// A stream of bits, each with its probability, makes one long binary fraction.
// The coder keeps the interval in which it lies; a bit cuts it in two in
// proportion to its probability, and the bytes on which both ends agree are
// written:
//
//	low ├──────── 1 ────────┼── 0 ──┤ high       both are 32 bits
//	                        cut
//
// Reader and writer walk through the data by the same code: coder.bit takes
// the bit to write and gives it back, or gives the bit that it has read.
type coder struct {
	low, high uint32
	data      []byte
	reading   bool
	// at is the next byte to be read, window the last four.
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

// shiftIn reads a byte; behind the end there are zeros.
func (c *coder) shiftIn() {
	c.window <<= 8
	if c.at < len(c.data) {
		c.window |= uint32(c.data[c.at])
	}
	c.at++
}

// bit codes one bit and teaches its probability.
func (c *coder) bit(p *odds, bit bool) bool {
	cut := c.low + uint32(uint64(c.high-c.low)*uint64(p.ofOne())>>oddsBits)
	if c.reading {
		bit = c.window <= cut
	}
	if bit {
		c.high = cut
	} else {
		c.low = cut + 1
	}
	p.learn(bit)
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

// finish gives the bytes written. The zeros that a reader finds behind the
// end must lie within the interval.
func (c *coder) finish() []byte {
	return append(c.data, byte(c.low>>24)+1)
}

// odds is how probable a bit is to be set, learnt from the bits before it: the
// mean of a quick learner and of a slow one.
type odds struct{ quick, slow uint16 }

const (
	oddsBits  = 16
	quickRate = 3
	slowRate  = 6
)

func setEven(list []odds) {
	for i := range list {
		list[i] = odds{1 << (oddsBits - 1), 1 << (oddsBits - 1)}
	}
}

// ofOne is a share of 1<<oddsBits: neither none nor all of it.
func (p *odds) ofOne() uint32 { return (uint32(p.quick)+uint32(p.slow))/2 | 1 }

func (p *odds) learn(bit bool) {
	const all = 1<<oddsBits - 1
	if bit {
		p.quick += (all - p.quick) >> quickRate
		p.slow += (all - p.slow) >> slowRate
		return
	}
	p.quick -= p.quick >> quickRate
	p.slow -= p.slow >> slowRate
}
