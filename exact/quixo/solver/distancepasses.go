package solver

import (
	"math/bits"

	index "plateau/exact/quixo"
)

// target is where the positions after a push are: in the same layer, or in the
// one above if it marks a cube.
func (s *distanceSolving) target(cells index.Set, push *index.Push) (*decidedLayer, setPlace) {
	if cells>>push.From&1 != 0 {
		return s.decidedLayer, s.final.place(push.Set(cells))
	}
	return s.upper, s.upper.final.place(push.Set(cells | 1<<push.From))
}

// findWins finds the positions of a set that can move to losses of the last
// distance.
func (s *distanceSolving) findWins(number, set int) {
	w := &s.workers[number]
	s.decidedLayer.freshWon.changed[set] = false
	won, final, last := s.vector(s.reached.won, set), s.vector(s.final.won, set), uint32(s.final.words-1)
	cells := s.final.Sets[set]
	w.allOpen = w.allOpen[:0]
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		after, place := s.target(cells, push)
		if !after.freshLost.changed[place.set()] {
			continue
		}
		w.route.find(s.board, cells, push, after.final.Sets[place.set()], place)
		if fresh := after.freshLost.of(place.set()); manyFresh(fresh, after.final.words) {
			if len(w.allOpen) == 0 {
				w.listMissing(won, final)
			}
			w.addresses = appendLegal(w.addresses, w.allOpen, w.route.required)
		} else {
			w.collectMissing(won, final, fresh)
		}
		w.words = w.route.read(w.words, after.reached.vector(after.reached.lost, place.set()), w.addresses)
		for j, word := range w.words {
			if word &= w.route.legal; word == 0 {
				continue
			}
			y := w.addresses[j] ^ last
			if found := s.flipped(word) & final[y] &^ won[y]; found != 0 {
				won[y] |= found
				s.decidedLayer.freshWon.note(set, y)
				s.enter(number, set, y, found, 0)
			}
		}
	}
}

// listMissing lists the addresses of all words of a set with positions that are
// still to be found.
func (w *worker) listMissing(reached, final []uint64) {
	last := len(reached) - 1
	for x := range reached {
		if y := x ^ last; final[y]&^reached[y] != 0 {
			w.allOpen = append(w.allOpen, uint32(x))
		}
	}
}

// collectMissing lists those of them that read fresh words by the worker's
// route.
func (w *worker) collectMissing(reached, final, fresh []uint64) {
	last := uint32(len(reached) - 1)
	w.route.mark(w.marked, fresh)
	w.addresses = w.addresses[:0]
	for j, word := range w.marked {
		w.marked[j] = 0
		for ; word != 0; word &= word - 1 {
			x := uint32(j*64 + bits.TrailingZeros64(word))
			if y := x ^ last; final[y]&^reached[y] != 0 {
				w.addresses = append(w.addresses, x)
			}
		}
	}
}

// findLosses finds the positions of a set whose moves all lead to wins within
// the last distance.
func (s *distanceSolving) findLosses(number, set int) {
	w := &s.workers[number]
	if !s.markFreshWins(w, set) {
		return
	}
	lost, final, last := s.vector(s.reached.lost, set), s.vector(s.final.lost, set), uint32(s.final.words-1)
	w.collectMissing(lost, final, nil)
	w.open = w.open[:0]
	for _, x := range w.addresses {
		w.open = append(w.open, s.flipped(final[x^last]&^lost[x^last]))
	}
	cells := s.final.Sets[set]
	for i := range s.board.Pushes {
		if len(w.addresses) == 0 {
			return
		}
		push := &s.board.Pushes[i]
		after, place := s.target(cells, push)
		w.route.find(s.board, cells, push, after.final.Sets[place.set()], place)
		w.refute(after.reached.vector(after.reached.won, place.set()))
	}
	pending := s.vector(s.pending, set)
	for j, word := range w.open {
		pending[w.addresses[j]^last] = s.flipped(word)
		s.pendingSets[set] = true
	}
}

// markFreshWins marks the words of a set that read wins of the last distance.
func (s *distanceSolving) markFreshWins(w *worker, set int) (some bool) {
	cells := s.final.Sets[set]
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		after, place := s.target(cells, push)
		if !after.freshWon.changed[place.set()] {
			continue
		}
		some = true
		w.route.find(s.board, cells, push, after.final.Sets[place.set()], place)
		if fresh := after.freshWon.of(place.set()); manyFresh(fresh, after.final.words) {
			w.route.markAll(w.marked, s.final.words)
		} else {
			w.route.mark(w.marked, fresh)
		}
	}
	return some
}

// enterLosses enters what findLosses found.
func (s *distanceSolving) enterLosses(number, set int) {
	s.decidedLayer.freshLost.changed[set] = false
	if !s.pendingSets[set] {
		return
	}
	s.pendingSets[set] = false
	lost, pending := s.vector(s.reached.lost, set), s.vector(s.pending, set)
	for y, word := range pending {
		if word == 0 {
			continue
		}
		pending[y] = 0
		lost[y] |= word
		s.decidedLayer.freshLost.note(set, uint32(y))
		s.enter(number, set, uint32(y), 0, word)
	}
}
