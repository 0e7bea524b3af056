package packed

// coder encodes, decodes or counts, with the same contexts.
type coder struct {
	encoder
	decoder

	mode mode
	// fewestOnes is the number of marks of the opponent below which contexts
	// do not tell it.
	fewestOnes int
	// chances are what a block begins with, and current what it has learnt.
	chances, current []chance
	counts           [][2]uint32
}

type mode int

const (
	encoding mode = iota
	decoding
	counting
)

// forget makes the coder ready for another block.
func (c *coder) forget() { c.current = append(c.current[:0], c.chances...) }

// code encodes or counts a bit in a context, or decodes it, and returns it.
func (c *coder) code(yes bool, context uint32) bool {
	bit := uint32(0)
	if yes {
		bit = 1
	}
	if c.mode == counting {
		c.counts[context][bit]++
		return yes
	}
	p := &c.current[context]
	if c.mode == decoding {
		bit = c.decode(*p)
	} else {
		c.encode(bit, *p)
	}
	// The chance follows what happens in this block.
	const rate = 5
	if bit != 0 {
		*p += (^chance(0) - *p) >> rate
	} else {
		*p -= (*p - 1) >> rate
	}
	return bit != 0
}
