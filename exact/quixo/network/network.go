// Package network estimates positions of Quixo on the 5×5 board with a small
// neural network that was fitted to exact values.
//
// # Inputs
//
// Each of the 12 lines (five columns, five rows and two diagonals) is in one of
// 3⁵ = 243 states, and the thirteenth input is how many marks each side has, in
// 351 ways. Each state of an input has a row of 32 weights, one per unit. A unit
// adds its weights from the 13 rows of a position and counts if the sum is
// positive (ReLU): the first 16 units for the player to move, the others
// against. An output weight per unit would add nothing, so there is no
// multiplication at all.
//
// # Arithmetic
//
// Four units share a word, 16 bits each:
//
//	│ 63 … 48  │ 47 … 32  │ 31 … 16  │ 15 … 0 │
//	│ unit i+3 │ unit i+2 │ unit i+1 │ unit i │
//
// There must be no carry from one unit to the next, so weights are stored as
// the difference from the smallest of their input and unit, and a sum starts at
// 0x8000 minus what it has to reach to be positive. It then lies between 0 and
// 0xFFFF, which [New] checks. The top bit is set if it is positive, and the
// other 15 bits are its value.
package network

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/bits"
)

const (
	// Units is the number of weights in a row.
	Units = 32
	// Inputs is the number of inputs: a position has one row of each.
	Inputs = lines + 1
	// Rows is the number of all rows: those of the lines, then those of the
	// mark counts.
	Rows = lines*states + countStates
	// Scale is an estimate of 1 in package fit.
	Scale = 100
)

const (
	lines       = 12
	states      = 243
	cells       = 25
	countStates = (cells + 1) * (cells + 2) / 2
	words       = Units / 4
	topBits     = 0x8000_8000_8000_8000
)

type row [words]uint64

// Net is a fitted network. It is immutable.
type Net struct {
	lines [lines][1 << 8]row
	// countRows includes the start of the sums. It is indexed by own marks
	// times 32 plus opposing marks.
	countRows [(cells + 1) << 5]row
}

// magic starts the data; the digit is the version of the format.
const magic = "quixoest1\n"

// Pack makes the data for [New] from the rows in order.
func Pack(weights []int16) []byte {
	data := []byte(magic)
	for _, w := range weights {
		data = binary.LittleEndian.AppendUint16(data, uint16(w))
	}
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

// Unpack returns the rows, and an error for data that [Pack] did not make.
func Unpack(data []byte) ([]int16, error) {
	const size = len(magic) + 2*Rows*Units + 4
	switch {
	case len(data) < len(magic) || string(data[:len(magic)]) != magic:
		return nil, errors.New("this is not the data of Quixo's estimate")
	case len(data) != size:
		return nil, fmt.Errorf("the data of Quixo's estimate has %d bytes, not %d", len(data), size)
	case binary.LittleEndian.Uint32(data[size-4:]) != crc32.ChecksumIEEE(data[:size-4]):
		return nil, errors.New("the data of Quixo's estimate is damaged: its checksum is wrong")
	}
	weights := make([]int16, Rows*Units)
	for i := range weights {
		weights[i] = int16(binary.LittleEndian.Uint16(data[len(magic)+2*i:]))
	}
	return weights, nil
}

// New reads data that [Pack] made.
func New(data []byte) (*Net, error) {
	weights, err := Unpack(data)
	if err != nil {
		return nil, err
	}
	n := &Net{}
	for unit := range Units {
		if err := n.addUnit(weights, unit); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// addUnit stores the weights of one unit.
func (n *Net) addUnit(weights []int16, unit int) error {
	at := func(row int) int { return int(weights[row*Units+unit]) }
	put := func(r *row, value int) { r[unit/4] |= uint64(value) << (16 * (unit % 4)) }
	least, most := 0, 0 // of the sums over the lines
	for line := range lines {
		first := line * states
		lowest, highest := extremes(at, first, first+states)
		least, most = least+lowest, most+highest
		for state := range states {
			put(&n.lines[line][state], at(first+state)-lowest)
		}
	}
	lowest, highest := extremes(at, lines*states, Rows)
	if least+lowest < -0x8000 || most+highest >= 0x8000 {
		return fmt.Errorf("unit %d of Quixo's estimate may reach %d to %d", unit, least+lowest, most+highest)
	}
	for own := range cells + 1 {
		for other := range cells + 1 - own {
			put(&n.countRows[own<<5|other], 0x8000+least+at(countRow(own, other)))
		}
	}
	return nil
}

func extremes(at func(row int) int, from, to int) (lowest, highest int) {
	lowest, highest = math.MaxInt, math.MinInt
	for row := from; row < to; row++ {
		lowest, highest = min(lowest, at(row)), max(highest, at(row))
	}
	return lowest, highest
}

// countRow is the row of a pair of mark counts.
func countRow(own, other int) int {
	marks := own + other
	return lines*states + marks*(marks+1)/2 + own
}

// ternary reads five bits as digits in base 3.
var ternary = func() (lookup [1 << 5]uint8) {
	power := uint8(1)
	for bit := range 5 {
		for set := range 1 << bit {
			lookup[1<<bit|set] = lookup[set] + power
		}
		power *= 3
	}
	return lookup
}()

// inColumn, inRow, rising and falling pack the five cells of a line. The cells
// of a row are five bits apart: the multiplication moves each of them to its
// place above bit 20, without carries.
func inColumn(plane uint32, column int) uint32 { return plane >> (5 * column) & 31 }

func inRow(plane uint32, row int) uint32 {
	const rowMask, gather = 0x108421, 1<<20 | 1<<16 | 1<<12 | 1<<8 | 1<<4
	return plane >> row & rowMask * gather >> 20 & 31
}

func rising(plane uint32) uint32 {
	return plane&1 | plane>>5&2 | plane>>10&4 | plane>>15&8 | plane>>20&16
}

func falling(plane uint32) uint32 {
	return plane>>4&1 | plane>>7&2 | plane>>10&4 | plane>>13&8 | plane>>16&16
}

// state is the state of a line from its packed cells.
func state(own, other uint32) uint8 { return ternary[own%32] + 2*ternary[other%32] }

// Active lists the rows of a position. Planes are those of package quixo's
// grid.
func Active(own, other uint32) (active [Inputs]uint16) {
	for i := range 5 {
		active[i] = uint16(i*states) + uint16(state(inColumn(own, i), inColumn(other, i)))
		active[5+i] = uint16((5+i)*states) + uint16(state(inRow(own, i), inRow(other, i)))
	}
	active[10] = uint16(10*states) + uint16(state(rising(own), rising(other)))
	active[11] = uint16(11*states) + uint16(state(falling(own), falling(other)))
	active[lines] = uint16(countRow(bits.OnesCount32(own), bits.OnesCount32(other)))
	return active
}

// Estimate is the estimate for the player to move, whose marks come first, in
// hundredths: zero is even, and greater means more likely won. The planes must
// not overlap.
func (n *Net) Estimate(own, other uint32) int {
	start := &n.countRows[(bits.OnesCount32(own)<<5|bits.OnesCount32(other))%len(n.countRows)]
	// Eight variables stay in registers; an array would not.
	a, b, c, d, e, f, g, h := start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7]
	for i := range 5 {
		column := &n.lines[i][state(inColumn(own, i), inColumn(other, i))]
		row := &n.lines[5+i][state(inRow(own, i), inRow(other, i))]
		a, b, c, d = a+column[0]+row[0], b+column[1]+row[1], c+column[2]+row[2], d+column[3]+row[3]
		e, f, g, h = e+column[4]+row[4], f+column[5]+row[5], g+column[6]+row[6], h+column[7]+row[7]
	}
	up := &n.lines[10][state(rising(own), rising(other))]
	down := &n.lines[11][state(falling(own), falling(other))]
	a, b, c, d = a+up[0]+down[0], b+up[1]+down[1], c+up[2]+down[2], d+up[3]+down[3]
	e, f, g, h = e+up[4]+down[4], f+up[5]+down[5], g+up[6]+down[6], h+up[7]+down[7]
	gained := positive(a) + positive(b) + positive(c) + positive(d)
	lost := positive(e) + positive(f) + positive(g) + positive(h)
	return int(uint32(gained)) + int(gained>>32) - int(uint32(lost)) - int(lost>>32)
}

// positive adds the positive sums of a word in pairs, into its two halves.
func positive(sums uint64) uint64 {
	const evens = 0x0000_FFFF_0000_FFFF
	values := sums & (sums & topBits >> 15 * 0x7FFF)
	return values&evens + values>>16&evens
}
