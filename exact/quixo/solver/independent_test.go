package solver

import (
	"math"
	"math/bits"
	"slices"

	"plateau/exact"
	"plateau/game"
	"plateau/game/quixo"
)

// The independent solver shares no code with the solver that it is compared with.
// It solves small boards by retrograde analysis over an array with one byte per
// position, in one round per distance to the end. Round d has two
// halves:
//
//   - Won in d is what can move to a position lost in d-1. The moves that lead
//     to each of those are taken back.
//   - Lost in d is what can move only to positions won in less than d. Each
//     open position watches one of its moves, the first that does not lead to
//     such a position. A round looks at this move only. If it now leads to a
//     win for the opponent, the next one that does not is watched instead, and
//     if there is none, the position is lost. Moves before the watched one are
//     never looked at again.
//
// What no round decides is drawn: either side can repeat for ever.
//
// The 8 images of a position have the same value. Only the one with the
// smallest index is processed, and its value is stored for all 8, so that
// look-ups need no canonical form.
//
// Workers never write what another may read: each half first only reads and
// lists what it finds, then each position is written by a single worker.

// An open position and its watched move share one word. The positions found won
// are divided among the workers.
const (
	indexBits = 26
	indexMask = 1<<indexBits - 1
	wonShares = 64
	wonParts  = 512 // of the lists, between finding and storing wins
)

// independentSolver solves Quixo on a board with 3 or 4 cells along an edge: the
// value of the position with index i is byte i.
type independentSolver struct{ board *smallBoard }

func (q *independentSolver) solve(run exact.Run) ([]byte, error) {
	r := &smallRounds{board: q.board, run: &run, values: make([]byte, q.board.positions)}
	if err := r.begin(); err != nil {
		return nil, err
	}
	for distance := 1; r.found > 0; distance++ {
		if err := r.round(distance); err != nil {
			return nil, err
		}
		run.Report(r.decided, r.total)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return r.values, nil
}

// smallRounds is the state between two rounds. Lists are divided by the high
// half of the index, so that workers can share them.
type smallRounds struct {
	board  *smallBoard
	run    *exact.Run
	values []byte // game.Unknown where open
	// open lists the open positions, and some that were found won since.
	open [][]uint32
	// lost lists what the last round found lost.
	lost [][]uint32
	// won lists, by worker and share, what can move to a loss.
	won [][wonShares][]uint32
	// found counts what the last round decided, decided what all rounds
	// have, and total is the number of positions, all up to symmetry.
	found, decided, total int64
}

// begin stores the finished games and lists what is open.
func (r *smallRounds) begin() error {
	high := len(r.board.high)
	r.open, r.lost = make([][]uint32, high), make([][]uint32, high)
	r.won = make([][wonShares][]uint32, r.run.Workers)
	counts := make([]int64, high)
	err := r.run.Parallel(high, func(_, h int) { counts[h] = r.beginPart(h) })
	for h, count := range counts {
		r.total += count
		r.found += count - int64(len(r.open[h]))
	}
	r.decided = r.found
	return err
}

// beginPart goes through all positions with one high half, and counts the
// canonical ones.
func (r *smallRounds) beginPart(h int) (count int64) {
	b := r.board
	for l := range b.low {
		low, high := &b.low[l], &b.high[h]
		index := uint32(h*len(b.low) + l)
		switch {
		case b.hasLine[low.own|high.own]:
			r.values[index] = byte(game.WinIn(0))
		case b.hasLine[low.other|high.other]:
			r.values[index] = byte(game.LossIn(0))
		}
		if !isSmallestTurn(low, high, index) {
			continue
		}
		count++
		switch game.Value(r.values[index]) {
		case game.Unknown:
			r.open[h] = append(r.open[h], index)
		case game.LossIn(0):
			r.lost[h] = append(r.lost[h], index)
		}
	}
	return count
}

// round finds what is decided at one distance, from what was at the previous
// one.
func (r *smallRounds) round(distance int) error {
	counts := make([]int64, len(r.lost)+wonShares)
	for from := 0; from < len(r.lost); from += wonParts {
		if err := r.win(r.lost[from:min(from+wonParts, len(r.lost))], distance, counts); err != nil {
			return err
		}
	}
	if err := r.run.Parallel(len(r.open), func(_, part int) {
		r.open[part], r.lost[part] = r.findLost(r.open[part], r.lost[part][:0], distance)
	}); err != nil {
		return err
	}
	err := r.run.Parallel(len(r.lost), func(_, part int) {
		counts[wonShares+part] = r.enter(r.lost[part], game.LossIn(distance))
	})
	r.found = 0
	for _, count := range counts {
		r.found += count
	}
	r.decided += r.found
	return err
}

// win stores what can move to some of the lost positions. What is stored at
// once is not found again from the others.
func (r *smallRounds) win(lost [][]uint32, distance int, counts []int64) error {
	if err := r.run.Parallel(len(lost), func(worker, part int) {
		r.findWon(lost[part], &r.won[worker])
	}); err != nil {
		return err
	}
	return r.run.Parallel(wonShares, func(_, share int) {
		for worker := range r.won {
			list := &r.won[worker][share]
			counts[share] += r.enter(*list, game.WinIn(distance))
			*list = (*list)[:0]
		}
	})
}

// findWon takes back the moves that lead to lost positions, and lists the open
// positions before them by share, with duplicates.
func (r *smallRounds) findWon(lost []uint32, won *[wonShares][]uint32) {
	b := r.board
	for _, index := range lost {
		low, high := b.halves(index)
		swapped, codes := low.swapped+high.swapped, low.codes+high.codes
		for line := range b.undo {
			for _, step := range b.undo[line][codes>>(8*line)&0xFF] {
				before := swapped + step
				if r.values[before] != byte(game.Unknown) {
					continue
				}
				smallest := b.smallest(before)
				share := &won[smallest*wonShares/uint32(b.positions)]
				*share = append(*share, smallest)
			}
		}
	}
}

// findLost appends to lost the positions whose moves all lead to positions won
// in less than a distance, and keeps the rest in the list of open positions.
func (r *smallRounds) findLost(open, lost []uint32, distance int) (stillOpen, nowLost []uint32) {
	b, latest := r.board, byte(game.WinIn(distance))
	stillOpen = open[:0]
	for _, entry := range open {
		index, watched := entry&indexMask, entry>>indexBits
		if r.values[index] != byte(game.Unknown) {
			continue
		}
		low, high := b.halves(index)
		swapped, codes := low.swapped+high.swapped, low.codes+high.codes
		for ; watched < uint32(len(b.pushes)); watched++ {
			push := &b.pushes[watched]
			step := push.steps[codes>>push.shift&0xFF]
			if step != noStep && r.values[swapped+step] <= latest {
				break
			}
		}
		if watched == uint32(len(b.pushes)) {
			lost = append(lost, index)
		} else {
			stillOpen = append(stillOpen, index|watched<<indexBits)
		}
	}
	return stillOpen, lost
}

// enter stores the value of the open positions of a list, for all 8 images, and
// counts them once each.
func (r *smallRounds) enter(list []uint32, value game.Value) (count int64) {
	for _, index := range list {
		if r.values[index] != byte(game.Unknown) {
			continue
		}
		count++
		low, high := r.board.halves(index)
		for turn := range low.turned {
			r.values[low.turned[turn]+high.turned[turn]] = byte(value)
		}
	}
	return count
}

// end stores the draws.
func (r *smallRounds) end() error {
	part := len(r.board.low)
	err := r.run.Parallel(len(r.board.high), func(_, h int) {
		values := r.values[h*part : (h+1)*part]
		for i, value := range values {
			if value == byte(game.Unknown) {
				values[i] = byte(game.Draw)
			}
		}
	})
	r.run.Report(r.total, r.total)
	return err
}

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
	b := &smallBoard{size: size, positions: threeTo(cells)}
	b.low, b.high = b.makeHalf(0, cells/2), b.makeHalf(cells/2, cells)
	b.makeHasLine()
	for line := range 2 * size {
		b.addPushes(line)
	}
	return b
}

func threeTo(n int) int {
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
	lookup := make([]half, 1, threeTo(to-from))
	for cell := from; cell < to; cell++ {
		for digit := 1; digit <= 2; digit++ {
			one := b.contribution(cell, digit)
			for _, rest := range lookup[:threeTo(cell-from)] {
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
		codes: uint64(digit*threeTo(row))<<(8*column) |
			uint64(digit*threeTo(column))<<(8*(b.size+row)),
		swapped: uint32(swapDigits(digit) * threeTo(cell)),
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
		h.turned[turn] = uint32(digit * threeTo(c*b.size+r))
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
	undo := make([][]uint32, threeTo(b.size))
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
			power := threeTo(b.cell(line, i))
			step += (after[i] - swapDigits(before[i])) * power
			back += (before[i] - swapDigits(after[i])) * power
			codeAfter += after[i] * threeTo(i)
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
			index += weight * uint32(threeTo(b.cellOf(bit)))
		}
	}
	return index
}
