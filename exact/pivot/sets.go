package pivot

import (
	"iter"
	"math/bits"

	"plateau/exact"
	"plateau/game"
	"plateau/game/square"
	"plateau/internal/lanes"
)

// Symmetry is one of the 8 of the board, as package square numbers them.
type Symmetry uint8

// turnedHalves has the image of each half of the board under each symmetry.
var turnedHalves = func() (lookup [square.Symmetries][2][256]uint16) {
	for y := range lookup {
		for half := range 2 {
			of := &lookup[y][half]
			for set := 1; set < len(of); set++ {
				lowest := bits.TrailingZeros8(uint8(set))
				cell := square.Turn(lanes.Cell(8*half+lowest), lanes.Edge, game.Symmetry(y))
				of[set] = of[set&(set-1)] | 1<<lanes.Bit(cell)
			}
		}
	}
	return lookup
}()

// Set is the image of a set.
func (y Symmetry) Set(set uint16) uint16 {
	halves := &turnedHalves[y&7]
	return halves[0][set&0xFF] | halves[1][set>>8]
}

func (y Symmetry) then(next Symmetry) Symmetry {
	return Symmetry(square.Compose(game.Symmetry(y), game.Symmetry(next)))
}

func (y Symmetry) inverse() Symmetry {
	return Symmetry(square.Inverse(game.Symmetry(y)))
}

// choose has the binomial coefficients: n choose k.
var choose = func() (lookup [Cells + 1][Cells + 1]int) {
	for n := range lookup {
		lookup[n][0] = 1
		for k := 1; k <= n; k++ {
			lookup[n][k] = lookup[n-1][k-1] + lookup[n-1][k]
		}
	}
	return lookup
}()

// rank numbers the sets of the same size that avoid the taken cells, in
// ascending order.
func rank(set, taken uint16) int {
	sum := 0
	for k := 1; set != 0; k++ {
		below := set&-set - 1
		sum += choose[bits.OnesCount16(below&^taken)][k]
		set &= set - 1
	}
	return sum
}

// subsets lists the subsets of a set with a number of cells, in ascending
// order.
func subsets(of uint16, count int) iter.Seq[uint16] {
	return func(yield func(uint16) bool) {
		for packed := range exact.Subsets(bits.OnesCount16(of), count) {
			if !yield(deposit(uint16(packed), of)) {
				return
			}
		}
	}
}

// extract packs the bits of a word that a mask selects, as PEXT does.
func extract(word, mask uint16) uint16 {
	packed := uint16(0)
	for bit := uint16(1); mask != 0; bit <<= 1 {
		if word&(mask&-mask) != 0 {
			packed |= bit
		}
		mask &= mask - 1
	}
	return packed
}

// deposit is the inverse of extract, as PDEP does.
func deposit(packed, mask uint16) uint16 {
	word := uint16(0)
	for ; mask != 0; mask &= mask - 1 {
		word |= mask & -mask & -(packed & 1)
		packed >>= 1
	}
	return word
}
