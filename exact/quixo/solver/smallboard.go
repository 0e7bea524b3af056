package solver

import (
	"math"
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/game/quixo"
)

// A position's index is a number in base 3 with one digit per cell, as in
// docs/tablebase-format.md:
//
//	4 │  3  7 11 15
//	3 │  2  6 10 14      index = Σ digit(cell) · 3^cell
//	2 │  1  5  9 13
//	1 │  0  4  8 12      high half: cells 8 to 15, low half: 0 to 7
//	  └────────────
//	     a  b  c  d
//
// A push changes the cells of one line, a row or a column, in a way that
// depends on these cells alone. So the digits of a line, read as a number (the
// line's code), select the step from the index before the push to the one
// after. Lines are the columns a, b, … and then the rows 1, 2, …; their codes
// are the bytes of one word.
//
// After a push it is the opponent's turn, and digits 1 and 2 change places. So
// a step is the difference between the swapped index before and the index
// after, and all other lines are already swapped.
//
// The swapped index, the codes and the indices of the images are sums of the
// contributions of the two halves of the digits, which are precomputed.
type smallBoard struct {
	size      int
	positions int
	low, high []half
	// hasLine has the sets of marked cells with a full line.
	hasLine []bool
	pushes  []smallPush
	// undo lists, by line and code, the steps back to the positions before.
	undo [][][]uint32
}

// half is what one half of the digits contributes.
type half struct {
	turned     [8]uint32 // the index under each symmetry
	codes      uint64
	swapped    uint32
	own, other uint16 // one bit per cell
}

// smallPush is one way to push a cube back in: the steps by the line's code,
// which is at shift in the word of codes. Steps wrap around.
type smallPush struct {
	shift uint8
	steps []uint32
}

// noStep marks a cube that belongs to the opponent.
const noStep = math.MaxUint32

func newSmallBoard(size int) *smallBoard {
	cells := size * size
	b := &smallBoard{size: size, positions: powerOfThree(cells)}
	b.low, b.high = b.makeHalf(0, cells/2), b.makeHalf(cells/2, cells)
	b.makeHasLine()
	for line := range 2 * size {
		b.addPushes(line)
	}
	return b
}

func powerOfThree(n int) int {
	power := 1
	for range n {
		power *= 3
	}
	return power
}

// cell is the number of the i-th cell of a line.
func (b *smallBoard) cell(line, i int) int {
	if line < b.size {
		return line*b.size + i
	}
	return i*b.size + line - b.size
}

// swapDigits exchanges the marks of the two players.
func swapDigits(digit int) int { return (3 - digit) % 3 }

// makeHalf precomputes the contributions of the cells from one up to another.
func (b *smallBoard) makeHalf(from, to int) []half {
	lookup := make([]half, 1, powerOfThree(to-from))
	for cell := from; cell < to; cell++ {
		for digit := 1; digit <= 2; digit++ {
			one := b.contribution(cell, digit)
			for _, rest := range lookup[:powerOfThree(cell-from)] {
				for turn := range one.turned {
					rest.turned[turn] += one.turned[turn]
				}
				rest.codes += one.codes
				rest.swapped += one.swapped
				rest.own |= one.own
				rest.other |= one.other
				lookup = append(lookup, rest)
			}
		}
	}
	return lookup
}

// contribution is the contribution of a single digit.
func (b *smallBoard) contribution(cell, digit int) half {
	column, row := cell/b.size, cell%b.size
	h := half{
		codes: uint64(digit*powerOfThree(row))<<(8*column) |
			uint64(digit*powerOfThree(column))<<(8*(b.size+row)),
		swapped: uint32(swapDigits(digit) * powerOfThree(cell)),
	}
	if digit == 1 {
		h.own = 1 << cell
	} else {
		h.other = 1 << cell
	}
	edge := b.size - 1
	for turn := range h.turned {
		c, r := column, row
		if turn&1 != 0 {
			c = edge - c
		}
		if turn&2 != 0 {
			r = edge - r
		}
		if turn&4 != 0 {
			c, r = r, c
		}
		h.turned[turn] = uint32(digit * powerOfThree(c*b.size+r))
	}
	return h
}

func (b *smallBoard) makeHasLine() {
	b.hasLine = make([]bool, 1<<(b.size*b.size))
	for _, plane := range quixo.Lines(b.size) {
		line := 0
		for ; plane != 0; plane &= plane - 1 {
			line |= 1 << b.cellOf(bits.TrailingZeros32(plane))
		}
		for set := range b.hasLine {
			b.hasLine[set] = b.hasLine[set] || set&line == line
		}
	}
}

// cellOf is the cell of a bit of a plane.
func (b *smallBoard) cellOf(bit int) int {
	const stride = 5
	return bit/stride*b.size + bit%stride
}

// addPushes adds the pushes along a line and their inverses. From a line on the
// edge any cube may be taken, from another only those at its ends.
func (b *smallBoard) addPushes(line int) {
	edge := b.size - 1
	undo := make([][]uint32, powerOfThree(b.size))
	for from := range b.size {
		inner := line%b.size != 0 && line%b.size != edge
		if inner && from != 0 && from != edge {
			continue
		}
		for _, to := range []int{0, edge} {
			if to != from {
				b.addPush(line, from, to, undo)
			}
		}
	}
	b.undo = append(b.undo, undo)
}

func (b *smallBoard) addPush(line, from, to int, undo [][]uint32) {
	push := smallPush{shift: uint8(8 * line), steps: make([]uint32, len(undo))}
	for code := range push.steps {
		before := digitsOf(code, b.size)
		if before[from] == 2 {
			push.steps[code] = noStep
			continue
		}
		after := pushedLine(before, from, to)
		step, back, codeAfter := 0, 0, 0
		for i := range b.size {
			power := powerOfThree(b.cell(line, i))
			step += (after[i] - swapDigits(before[i])) * power
			back += (before[i] - swapDigits(after[i])) * power
			codeAfter += after[i] * powerOfThree(i)
		}
		push.steps[code] = uint32(step)
		undo[codeAfter] = append(undo[codeAfter], uint32(back))
	}
	b.pushes = append(b.pushes, push)
}

// pushedLine is the digits of a line after a push, from the opponent's view.
func pushedLine(digits []int, from, to int) []int {
	after := slices.Insert(slices.Delete(slices.Clone(digits), from, from+1), to, 1)
	for i, digit := range after {
		after[i] = swapDigits(digit)
	}
	return after
}

func digitsOf(code, count int) []int {
	digits := make([]int, count)
	for i := range digits {
		digits[i] = code % 3
		code /= 3
	}
	return digits
}

// halves splits an index.
func (b *smallBoard) halves(index uint32) (low, high *half) {
	n := uint32(len(b.low))
	return &b.low[index%n], &b.high[index/n]
}

// smallest is the smallest index among the images of a position.
func (b *smallBoard) smallest(index uint32) uint32 {
	low, high := b.halves(index)
	for turn := range low.turned {
		index = min(index, low.turned[turn]+high.turned[turn])
	}
	return index
}

func isSmallestTurn(low, high *half, index uint32) bool {
	for turn := 1; turn < len(low.turned); turn++ {
		if low.turned[turn]+high.turned[turn] < index {
			return false
		}
	}
	return true
}

// index is the index of a position, which must be on a board of this size.
func (b *smallBoard) index(s *quixo.State) uint32 {
	index := uint32(0)
	for player, weight := range []uint32{1, 2} {
		marks := s.Marks(s.ToMove() ^ game.Seat(player))
		for ; marks != 0; marks &= marks - 1 {
			bit := bits.TrailingZeros32(marks)
			index += weight * uint32(powerOfThree(b.cellOf(bit)))
		}
	}
	return index
}
