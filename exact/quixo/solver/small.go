package solver

import (
	"strconv"

	"plateau/exact"
	"plateau/game"
	"plateau/game/quixo"
)

// Quixo on small boards is solved in rounds, one for each distance to the end,
// over a table with a byte for every position. Round d has two halves:
//
//   - Won in d is what can move to a position lost in d-1. From each of those,
//     the moves are taken back.
//   - Lost in d is what can move only to positions won in less than d. Each
//     position that is still open watches one of its moves, the first that does
//     not lead to such a position. A round looks at this move alone. If it has
//     come to lead to a win for the other, the next one that does not is
//     watched, and where there is none, the position is lost. Moves before the
//     watched one are never looked at again.
//
// What no round decides is drawn: either side can go round in circles.
//
// The 8 turns of a position have the same value. Only the one with the smallest
// index is worked on, and what is found is entered for all 8, so that any
// position can be looked up as it comes.
//
// Workers never write what another may read: each half first only reads and
// lists what it found, then each position is entered by one worker alone.

// An open position and its watched move in one word, and how the positions
// found won are shared among the workers.
const (
	indexBits = 26
	indexMask = 1<<indexBits - 1
	wonShares = 64
	wonParts  = 512 // of the lists, between finding and entering what is won
)

// Quixo is the solving of Quixo on a board with 3 or 4 cells along an edge, in
// one layer: the value of the position with index i is byte i.
type SmallSolver struct{ board *smallBoard }

// NewSmallSolver is a solver for a board with size cells along an edge, 3 or 4. It
// makes tables of a megabyte.
func NewSmallSolver(size int) *SmallSolver { return &SmallSolver{board: newSmallBoard(size)} }

// Game implements [exact.Solver].
func (q *SmallSolver) Game() string { return "quixo" + strconv.Itoa(q.board.size) }

// Layers implements [exact.Solver].
func (q *SmallSolver) Layers() int { return 1 }

// Size implements [exact.Solver].
func (q *SmallSolver) Size(int) int64 { return int64(q.board.positions) }

// Memory implements [exact.Solver].
func (q *SmallSolver) Memory() int64 {
	// The table and lists with up to four bytes for every eighth position; as
	// much again, which is when garbage is collected; and what else there is.
	const rest = 16 << 20
	return 2*(q.Size(0)+q.Size(0)/2) + rest
}

// Locate tells where a position's value is stored: the number of the layer, and
// of the byte in it.
func (q *SmallSolver) Locate(s *quixo.State) (layer int, offset int64) {
	return 0, int64(q.board.index(s))
}

// Solve implements [exact.Solver].
func (q *SmallSolver) Solve(run exact.Run, _ int, _ []byte) ([]byte, error) {
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

// smallRounds is the state between two rounds. The lists are kept in as many
// parts as the board has high halves, so that workers can share them.
type smallRounds struct {
	board  *smallBoard
	run    *exact.Run
	values []byte // game.Unknown where open
	// open lists the positions that are open, and some that were found won
	// since they were listed.
	open [][]uint32
	// lost lists what the last round found lost.
	lost [][]uint32
	// won lists, by worker and share, what can move to a loss.
	won [][wonShares][]uint32
	// found counts what the last round decided, decided what all have, and
	// total is the number of positions, all up to turning.
	found, decided, total int64
}

// begin enters the finished games and lists what is open.
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

// beginPart looks at all positions with one high half, and counts those that
// are worked on.
func (r *smallRounds) beginPart(h int) (count int64) {
	b := r.board
	for l := range b.low {
		low, high := &b.low[l], &b.high[h]
		index := uint32(h*len(b.low) + l)
		switch {
		case b.lined[low.own|high.own]:
			r.values[index] = byte(game.WinIn(0))
		case b.lined[low.other|high.other]:
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

// round finds what is decided at one distance from what was at the one before.
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

// win enters what can move to some of the lost positions. What is entered at
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

// findWon takes back the moves that led to lost positions, and sorts the open
// ones among those where they were made into shares, each many times over.
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

// findLost appends to lost what has no move left that does not lead to a
// position won in less than a distance, and keeps the rest in the list of what
// is open.
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

// enter writes the value of the open positions of a list, in all 8 turns, and
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

// end enters the draws.
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
