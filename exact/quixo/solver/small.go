package solver

import (
	"strconv"

	"plateau/exact"
	"plateau/game"
)

// Quixo on small boards is solved by retrograde analysis over an array with one
// byte per position, in one round per distance to the end. Round d has two
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

// smallSolver solves Quixo on a board with 3 or 4 cells along an edge, in one
// layer: the value of the position with index i is byte i.
type smallSolver struct{ board *smallBoard }

// NewSmallSolver makes a solver for a board with size cells along an edge, 3 or
// 4. Its lookup arrays have a megabyte.
func NewSmallSolver(size int) exact.ByteSolver { return &smallSolver{newSmallBoard(size)} }

func (q *smallSolver) Game() string   { return "quixo" + strconv.Itoa(q.board.size) }
func (q *smallSolver) Layers() int    { return 1 }
func (q *smallSolver) Size(int) int64 { return int64(q.board.positions) }

func (q *smallSolver) Memory() int64 {
	// The values and lists with up to four bytes per eighth position; as
	// much again until garbage is collected; and the rest.
	const rest = 16 << 20
	return 2*(q.Size(0)+q.Size(0)/2) + rest
}

func (q *smallSolver) Solve(run exact.Run, _ int, _ []byte) ([]byte, error) {
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
