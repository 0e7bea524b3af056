package solver

import (
	"errors"
	"math/bits"
	"sync/atomic"

	index "plateau/exact/quixo"

	"plateau/exact"
)

// A layer of Quixo is solved by retrograde analysis, in three kinds of passes
// over its sets:
//
//   - begin decides finished games and all moves that mark a cube, which lead
//     to the layer above. A position is won if one leads to a loss, and safe
//     from being lost if one does not lead to a win.
//   - findWon finds what can move to a lost position of the same layer.
//   - findLost finds what is neither won nor safe and can move only to won
//     positions.
//
// The last two alternate, in rounds, until nothing more is found. What is still
// open then is drawn. A round looks only at words that read others which the
// last pass changed, and only at open positions in them. A pass writes nothing
// that other sets read in the same pass, so workers need no locks, and the
// result does not depend on their number.
//
// The round in which a loss is found measures progress towards the end: see
// docs/tablebase-format.md. Nearly all losses are found in the first round; the others
// are listed as late losses.
type layerSolving struct {
	*planes

	board *index.Board
	run   *exact.Run
	above *planes
	safe  []uint64
	// valid are the bits of a word that are positions: all of them, except
	// with few marks.
	valid uint64
	// freshWon and freshLost are the words that the last pass changed.
	freshWon, freshLost fresh
	workers             []worker
	round               int
	passes              int
	found               atomic.Int64
}

// fresh has one bit per word of a plane. The bits of a set count only if the
// set is marked as changed.
type fresh struct {
	words   int // of bits, per set
	changed []bool
	bits    []uint64
}

func newFresh(sets, words int) fresh {
	each := (words + 63) / 64
	return fresh{words: each, changed: make([]bool, sets), bits: make([]uint64, sets*each)}
}

func (f *fresh) of(set int) []uint64 { return f.bits[set*f.words : (set+1)*f.words] }

// note records a changed word. The first of a set clears the bits of earlier
// passes.
func (f *fresh) note(set int, address uint32) {
	bits := f.of(set)
	if !f.changed[set] {
		f.changed[set] = true
		clear(bits)
	}
	bits[address/64] |= 1 << (address % 64)
}

// worker is the memory of one worker.
type worker struct {
	route     route
	marked    []uint64 // one bit per word of a set
	allOpen   []uint32 // addresses of all words with open positions
	addresses []uint32
	open      []uint64 // the words at the addresses
	some      []uint32 // some of the addresses, and their indices among all
	places    []uint32
	words     []uint64
	others    []uint64
	late      []lateLoss
}

// lateLoss is a loss found after the first round: the number of the set, then
// what is stored.
//
//	│ 63 … 32 │ 31 … 7  │ 6 … 0 │
//	│ set     │ sharing │ round │
type lateLoss uint64

const roundBits = 7

// solveLayer solves a layer; safe is memory for another plane.
func solveLayer(run *exact.Run, board *index.Board, layer, above *planes, safe []uint64) error {
	s := newLayerSolving(run, board, layer)
	s.above, s.safe = above, safe
	if err := s.eachSet((*worker).begin); err != nil {
		return err
	}
	for s.round = 1; ; s.round++ {
		if s.round >= 1<<roundBits {
			return errors.New("there are more rounds than can be stored")
		}
		if err := s.eachSet((*worker).findWon); err != nil {
			return err
		}
		s.found.Store(0)
		if err := s.eachSet((*worker).findLost); err != nil {
			return err
		}
		if s.found.Load() == 0 {
			break
		}
	}
	s.listLate()
	return s.count()
}

func newLayerSolving(run *exact.Run, board *index.Board, layer *planes) *layerSolving {
	s := &layerSolving{
		planes: layer, board: board, run: run,
		valid:     ^uint64(0) >> (64 - min(uint(1)<<min(layer.Marks, wordBits), 64)),
		freshWon:  newFresh(len(layer.Sets), layer.words),
		freshLost: newFresh(len(layer.Sets), layer.words),
		workers:   make([]worker, run.Workers),
	}
	for i := range s.workers {
		s.workers[i].marked = make([]uint64, s.freshWon.words)
	}
	return s
}

// count fills the header of the layer.
func (s *layerSolving) count() error {
	counts := make([][index.MaxCells + 1]exact.Counts, len(s.workers))
	err := s.run.Parallel(len(s.Sets), func(worker, set int) {
		s.countSet(set, &counts[worker], s.valid)
	})
	s.summary = Summary{Rounds: int64(s.round), Late: int64(len(s.late))}
	for worker := range counts {
		for ones, n := range counts[worker] {
			s.summary.Counts[ones] = s.summary.Counts[ones].Add(n)
		}
	}
	return err
}

// eachSet does a pass. The three passes over the whole layer (begin and the
// first round) are reported as a quarter of the work each, and every later one
// as half of the rest.
func (s *layerSolving) eachSet(pass func(w *worker, s *layerSolving, set int)) error {
	const wholePasses, pieces, all = 3, 512, 1 << 20
	before, share := all*s.passes/(wholePasses+1), all/(wholePasses+1)
	if later := s.passes - wholePasses; later >= 0 {
		share >>= later + 1
		before = all - 2*share
	}
	s.passes++
	sets := len(s.Sets)
	group := max(sets/pieces, 1)
	done := atomic.Int64{}
	return s.run.Parallel((sets+group-1)/group, func(worker, i int) {
		end := min((i+1)*group, sets)
		for set := i * group; set < end; set++ {
			pass(&s.workers[worker], s, set)
		}
		part := done.Add(int64(end-i*group)) * int64(share) / int64(sets)
		s.run.Report(int64(before)+part, all)
	})
}

// flipped converts a word indexed by the cells of one player to one indexed by
// those of the other. Its address has to be flipped too.
func (s *layerSolving) flipped(word uint64) uint64 {
	return bits.Reverse64(word) >> (bits.LeadingZeros64(s.valid) & 63)
}

// begin decides finished games and moves that mark a cube. Its words are
// indexed by the cells of the player to move.
func (w *worker) begin(s *layerSolving, set int) {
	w.addresses = w.addresses[:0]
	for address := range uint32(s.words) {
		w.addresses = append(w.addresses, address)
	}
	w.open = append(w.open[:0], make([]uint64, 4*s.words)...)
	won, bad := w.open[:s.words], w.open[s.words:2*s.words]
	own, other := w.open[2*s.words:3*s.words], w.open[3*s.words:]
	cells := s.Sets[set]
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		if cells>>push.From&1 != 0 {
			continue
		}
		place := s.above.place(push.Set(cells | 1<<push.From))
		w.route.find(s.board, cells, push, s.above.Sets[place.set()], place)
		w.words = w.route.read(w.words, s.above.vector(s.above.lost, place.set()), w.addresses)
		w.others = w.route.read(w.others, s.above.vector(s.above.won, place.set()), w.addresses)
		words, others := w.words[:len(won)], w.others[:len(won)]
		for x := range won {
			won[x] |= words[x]
			bad[x] |= ^others[x]
		}
	}
	s.enterLines(cells, own, other)
	wonVector, lostVector, safeVector := s.vector(s.won, set), s.vector(s.lost, set), s.vector(s.safe, set)
	for x := range won {
		y := uint32(x) ^ uint32(s.words-1)
		loss := s.flipped(other[x] &^ own[x])
		wonVector[y] = s.flipped((won[x]|own[x])&s.valid) &^ loss
		lostVector[y] = loss
		safeVector[y] = s.flipped(bad[x] & s.valid)
		if loss != 0 {
			s.freshLost.note(set, y)
		}
	}
}

// enterLines stores the positions in which the player to move has a line, and
// those in which the opponent has.
func (s *layerSolving) enterLines(cells index.Set, own, other []uint64) {
	last := uint32(s.words - 1)
	for _, line := range s.board.Lines {
		if line&^cells != 0 {
			continue
		}
		full, empty, address := s.valid, s.valid, uint32(0)
		for rest := line; rest != 0; rest &= rest - 1 {
			bit := bits.OnesCount32(uint32(cells & (rest&-rest - 1)))
			if bit < wordBits {
				full &^= index.BitOff[bit]
				empty &= index.BitOff[bit]
			} else {
				address |= 1 << (bit - wordBits)
			}
		}
		// All addresses with the line's bits, in ascending order.
		for x := address; x <= last; x = (x + 1) | address {
			own[x] |= full
			other[x^address] |= empty
		}
	}
}
