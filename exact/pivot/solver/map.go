package solver

import (
	"math/bits"

	index "plateau/exact/pivot"
)

// faceMap maps the faces of a position to those after half a turn: the cards
// keep their faces, but the bits are in another order, and one card is turned
// over or added. [index.Fold], which drops the highest faces, is linear, so the
// map is affine over single bits, and two small arrays are enough for all
// faces:
//
//	faces: │ high bits │ low bits │    place = high[high bits] ^ low[low bits]
//
// The arrays are filled by doubling, with one XOR per entry.
type faceMap struct {
	low, high         []uint16
	lowRoom, highRoom [1 << lowBits]uint16
	// other is the difference between the two faces of the added card.
	other uint16
}

// lowBits splits the up to 13 bits of faces in two.
const lowBits = 7

// set makes the map from s to next, and returns the class of next. The card
// moves from one cell to the other and is turned over; if both are the same
// cell, a card is added there.
func (m *faceMap) set(x *index.Index, s, next index.Sets, from, to uint16) int {
	class, by := x.Class(next)
	turned := index.Sets{Circles: by.Set(next.Circles), Squares: by.Set(next.Squares)}
	cards := bits.OnesCount16(next.Circles | next.Squares)
	image := func(cell uint16) uint16 {
		if cell == from {
			cell = to
		}
		cell = by.Set(cell)
		at := bits.OnesCount16(turned.Circles & (cell - 1))
		if turned.Squares&cell != 0 {
			at = bits.OnesCount16(turned.Circles) + bits.OnesCount16(turned.Squares&(cell-1))
		}
		return index.Fold(1<<at, cards)
	}
	var columns [index.Cells]uint16
	n := 0
	for _, set := range [...]uint16{s.Circles, s.Squares} {
		for ; set&(set-1) != 0; set &= set - 1 {
			columns[n] = image(set & -set)
			n++
		}
	}
	m.other = image(from)
	turnedOver := m.other
	if from == to {
		turnedOver = 0
	}
	split := min(n, lowBits)
	m.low = span(m.lowRoom[:1<<split], columns[:split], turnedOver)
	m.high = span(m.highRoom[:1<<(n-split)], columns[split:n], 0)
	return class
}

// span fills an array with start plus every sum of columns.
func span(lookup, columns []uint16, start uint16) []uint16 {
	lookup[0] = start
	for i, column := range columns {
		half := lookup[:1<<i]
		for j, v := range half {
			lookup[len(half)+j] = v ^ column
		}
	}
	return lookup
}

// minimum lowers each byte to its image in from, if that is less.
func (m *faceMap) minimum(to, from []byte) {
	for h, high := range m.high {
		row := to[h*len(m.low):][:len(m.low)]
		for l, low := range m.low {
			row[l] = byte(min(uint32(row[l]), uint32(from[high^low])))
		}
	}
}

// minimumOfTwo is minimum for both faces of the added card.
func (m *faceMap) minimumOfTwo(to, from []byte) {
	for h, high := range m.high {
		row := to[h*len(m.low):][:len(m.low)]
		for l, low := range m.low {
			at := high ^ low
			row[l] = byte(min(uint32(row[l]), uint32(from[at]), uint32(from[at^m.other])))
		}
	}
}
