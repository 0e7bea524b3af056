// Package lanes works on 4×4 boards four at a time: a word of 64 bits is four
// lanes of 16 cells, and one operation changes the same cells of all lanes.
//
//	│ 63 … 48 │ 47 … 32 │ 31 … 16 │ 15 … 0 │      4 │ 3 7 11 15
//	│ lane 3  │ lane 2  │ lane 1  │ lane 0 │      3 │ 2 6 10 14
//	                                              2 │ 1 5  9 13
//	                                              1 │ 0 4  8 12
//	                                                └──────────
//	                                                  a b  c  d
package lanes

import (
	"math/bits"

	"plateau/game"
)

const (
	// Edge is the number of cells along an edge.
	Edge = 4
	// Cells is the number of cells of a lane.
	Cells = Edge * Edge
	// Mask is all cells of the lowest lane.
	Mask = 1<<Cells - 1
	// Each is the lowest bit of every lane: multiplying a set of cells by
	// Each repeats it in all lanes.
	Each = 0x0001000100010001
)

// Bit is the number of a cell within its lane.
func Bit(c game.Cell) int { return int(c.Col)*Edge + int(c.Row) }

// Cell is the cell of a bit in any lane.
func Cell(bit int) game.Cell {
	return game.Cell{Col: uint8(bit % Cells / Edge), Row: uint8(bit % Edge)}
}

// CellsOf lists the cells of a set in ascending order.
func CellsOf(set uint64) []game.Cell {
	list := make([]game.Cell, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, Cell(bits.TrailingZeros64(set)))
	}
	return list
}

// Union is the union of all lanes of a word.
func Union(word uint64) uint64 {
	word |= word >> 32
	return (word | word>>16) & Mask
}

// Swap exchanges the cells of a mask with those a number of bits higher (a
// delta swap).
type Swap struct {
	Mask  uint64
	Shift uint8
}

// Apply makes the exchange in all lanes.
func (w Swap) Apply(word uint64) uint64 {
	d := (word ^ word>>w.Shift) & w.Mask
	return word ^ d ^ d<<w.Shift
}

// The exchanges that make up the symmetries of the board.
var (
	Rows12       = Swap{0x1111 * Each, 1}
	Rows34       = Swap{0x4444 * Each, 1}
	RowHalves    = Swap{0x3333 * Each, 2}
	ColumnsAB    = Swap{0x000F * Each, 4}
	ColumnsCD    = Swap{0x0F00 * Each, 4}
	ColumnHalves = Swap{0x00FF * Each, 8}
	// TransposeInner and TransposeOuter together transpose columns and
	// rows.
	TransposeInner = Swap{0x0A0A * Each, 3}
	TransposeOuter = Swap{0x00CC * Each, 6}
)
