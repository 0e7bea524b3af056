package quixo

import (
	"math/bits"

	"plateau/game"
)

// Every board lies in the lower left corner of one 5×5 grid, with bit 5c+r for
// column c and row r. So the order of the bits is the order of the cells'
// names, and all sizes share one code:
//
//	5 │  4  9 14 19 24
//	4 │  3  8 13 18 23
//	3 │  2  7 12 17 22
//	2 │  1  6 11 16 21
//	1 │  0  5 10 15 20
//	  └────────────────
//	     a  b  c  d  e
const stride = 5

const (
	cellBits = 5 // bits of a cell's number within a move
	cells    = stride * stride
	grid     = 1<<cells - 1
	maxMoves = 44 // on the empty 5×5 board
)

// geometry is what depends on the size of the board.
type geometry struct {
	size    int
	board   uint32 // the cells of the board
	ring    uint32 // its outer cells, from which cubes are taken
	outside uint32 // the cells of the grid that are not on the board
	rows    uint32 // the board's cells in column a, one per row
	columns uint32 // the board's cells in row 1, one per column
	// diagonals are the two long ones.
	diagonals [2]uint32
	// ends lists the moves of a cube, ascending; the first endCount are
	// valid.
	ends     [cells][3]game.Move
	endCount [cells]uint8
	pushes   [1 << (2 * cellBits)]push
}

// push is how a move shifts the cubes: those of segment, the cells from where
// the cube is taken to where it comes back, rotate by rotation bits towards
// where it was taken.
type push struct {
	segment  uint32
	rotation int8
	legal    bool // from a ring cube to an end of its row or column
}

// shift moves the cubes of one plane and leaves the cell where the cube comes
// back empty. Bits that leave the segment are masked off, so that a rotation
// works for shifts both ways.
func (p *push) shift(plane uint32) uint32 {
	return plane&^p.segment | bits.RotateLeft32(plane&p.segment, int(p.rotation))&p.segment
}

// lines reports whether a plane of marks has a full row, column or long
// diagonal. Cells off the board count as marked, so that five steps decide for
// every size.
func (g *geometry) lines(plane uint32) bool {
	full := plane | g.outside
	rows := full & (full >> 5) & (full >> 10) & (full >> 15) & (full >> 20) & g.rows
	columns := full & (full >> 1) & (full >> 2) & (full >> 3) & (full >> 4) & g.columns
	return rows|columns != 0 ||
		plane&g.diagonals[0] == g.diagonals[0] || plane&g.diagonals[1] == g.diagonals[1]
}

// line is the cells of a plane's first full line, or nil.
func (g *geometry) line(plane uint32) []game.Cell {
	for _, mask := range g.lineMasks() {
		if plane&mask != mask {
			continue
		}
		line := make([]game.Cell, 0, g.size)
		for ; mask != 0; mask &= mask - 1 {
			line = append(line, cellAt(bits.TrailingZeros32(mask)))
		}
		return line
	}
	return nil
}

// lineMasks are the rows, the columns and the two long diagonals.
func (g *geometry) lineMasks() []uint32 {
	masks := make([]uint32, 0, 2*g.size+2)
	row := g.columns
	column := g.rows
	for range g.size {
		masks = append(masks, row)
		row <<= 1
	}
	for range g.size {
		masks = append(masks, column)
		column <<= stride
	}
	return append(masks, g.diagonals[0], g.diagonals[1])
}

func bitOf(c game.Cell) int { return int(c.Col)*stride + int(c.Row) }

func cellAt(bit int) game.Cell {
	return game.Cell{Col: uint8(bit / stride), Row: uint8(bit % stride)}
}

// geometries holds the boards of 3, 4 and 5 cells along an edge.
var geometries = [3]geometry{makeGeometry(3), makeGeometry(4), makeGeometry(5)}

func geometryOf(size int) *geometry { return &geometries[size-3] }

func makeGeometry(size int) geometry {
	g := geometry{size: size}
	for bit := range cells {
		c := cellAt(bit)
		col, row, edge := int(c.Col), int(c.Row), size-1
		if col > edge || row > edge {
			continue
		}
		mask := uint32(1) << bit
		g.board |= mask
		if col == 0 || col == edge || row == 0 || row == edge {
			g.ring |= mask
		}
		if col == 0 {
			g.rows |= mask
		}
		if row == 0 {
			g.columns |= mask
		}
		if col == row {
			g.diagonals[0] |= mask
		}
		if col+row == edge {
			g.diagonals[1] |= mask
		}
	}
	g.outside = grid &^ g.board
	for ring := g.ring; ring != 0; ring &= ring - 1 {
		g.addPushes(bits.TrailingZeros32(ring))
	}
	return g
}

// addPushes adds the moves of the cube at from: to the ends of its column and
// its row, in ascending order, but never where it was.
func (g *geometry) addPushes(from int) {
	c, edge := cellAt(from), uint8(g.size-1)
	for _, end := range []game.Cell{{Col: 0, Row: c.Row}, {Col: c.Col, Row: 0}, {Col: c.Col, Row: edge}, {Col: edge, Row: c.Row}} {
		to := bitOf(end)
		move := game.Move(from<<cellBits | to)
		if to == from || g.pushes[move].legal {
			continue
		}
		step := stride
		if end.Col == c.Col {
			step = 1
		}
		if to < from {
			step = -step
		}
		p := push{rotation: int8(-step), legal: true}
		for bit := from; bit != to; bit += step {
			p.segment |= 1 << bit
		}
		p.segment |= 1 << to
		g.pushes[move] = p
		g.ends[from][g.endCount[from]] = move
		g.endCount[from]++
	}
}

// Lines are the rows, columns and long diagonals of a board, as planes in the
// numbering of the grid.
func Lines(size int) []uint32 { return geometryOf(size).lineMasks() }
