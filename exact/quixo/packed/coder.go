package packed

// The range coder codes one bit at a time, given the probability that it is 1.
// It is the carryless binary coder: an interval of 32-bit numbers is split in
// proportion, and leading bytes that both ends share are written out.

// chance is the probability of a 1 in 65,536ths. It is never 0.
type chance = uint16

// encoder writes bits. Its zero value is not ready: see reset.
type encoder struct {
	low, high uint32
	out       []byte
}

// reset makes the encoder append to out.
func (e *encoder) reset(out []byte) { e.low, e.high, e.out = 0, ^uint32(0), out }

func (e *encoder) encode(bit uint32, p chance) {
	middle := e.low + uint32(uint64(e.high-e.low)*uint64(p)>>16)
	if bit != 0 {
		e.high = middle
	} else {
		e.low = middle + 1
	}
	for (e.low^e.high)>>24 == 0 {
		e.out = append(e.out, byte(e.high>>24))
		e.low <<= 8
		e.high = e.high<<8 | 0xff
	}
}

// finish writes as few bytes as tell the interval apart, if zeros follow, and
// returns everything.
func (e *encoder) finish() []byte {
	if e.low > 0 {
		// The low end has a number with fewer bytes just above it, since
		// the ends differ in their first byte.
		e.out = append(e.out, byte(e.low>>24)+1)
	}
	for n := len(e.out); n > 0 && e.out[n-1] == 0; n-- {
		e.out = e.out[:n-1]
	}
	return e.out
}

// decoder reads what an encoder wrote. After the end it reads zeros, so it
// never fails: checksums tell whether the data are right.
type decoder struct {
	low, high, value uint32
	in               []byte
	at               int
}

func (d *decoder) reset(in []byte) {
	*d = decoder{high: ^uint32(0), in: in}
	for range 4 {
		d.value = d.value<<8 | d.next()
	}
}

func (d *decoder) next() uint32 {
	at := d.at
	d.at++
	if at < len(d.in) {
		return uint32(d.in[at])
	}
	return 0
}

func (d *decoder) decode(p chance) uint32 {
	middle := d.low + uint32(uint64(d.high-d.low)*uint64(p)>>16)
	bit := uint32(0)
	if d.value <= middle {
		d.high = middle
		bit = 1
	} else {
		d.low = middle + 1
	}
	for (d.low^d.high)>>24 == 0 {
		d.low <<= 8
		d.high = d.high<<8 | 0xff
		d.value = d.value<<8 | d.next()
	}
	return bit
}
