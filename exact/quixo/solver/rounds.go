package solver

import (
	"math/bits"
	"slices"

	index "plateau/exact/quixo"
)

// findWon finds positions of a set that can move to fresh losses of the same
// layer.
func (w *worker) findWon(s *layerSolving, set int) {
	s.freshWon.changed[set] = false
	won, lost, last := s.vector(s.won, set), s.vector(s.lost, set), uint32(s.words-1)
	cells := s.Sets[set]
	w.allOpen = w.allOpen[:0]
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		if cells>>push.From&1 == 0 {
			continue
		}
		place := s.place(push.Set(cells))
		if !s.freshLost.changed[place.set()] {
			continue
		}
		w.route.find(s.board, cells, push, s.Sets[place.set()], place)
		w.collectOpen(s, won, lost, s.freshLost.of(place.set()))
		w.words = w.route.read(w.words, s.vector(s.lost, place.set()), w.addresses)
		for j, word := range w.words {
			if word &= w.route.legal; word == 0 {
				continue
			}
			y := w.addresses[j] ^ last
			if found := s.flipped(word) &^ (won[y] | lost[y]); found != 0 {
				won[y] |= found
				s.freshWon.note(set, y)
			}
		}
	}
}

// collectOpen lists the addresses of words with open positions that read fresh
// words by the worker's route, or all such words if many are fresh.
func (w *worker) collectOpen(s *layerSolving, won, lost, fresh []uint64) {
	if manyFresh(fresh, s.words) {
		if len(w.allOpen) == 0 {
			w.listOpen(won, lost, s.valid)
		}
		w.addresses = appendLegal(w.addresses, w.allOpen, w.route.required)
		return
	}
	last := uint32(len(won) - 1)
	w.route.mark(w.marked, fresh)
	w.addresses = w.addresses[:0]
	for j, word := range w.marked {
		w.marked[j] = 0
		for ; word != 0; word &= word - 1 {
			x := uint32(j*64 + bits.TrailingZeros64(word))
			if y := x ^ last; won[y]|lost[y] != s.valid {
				w.addresses = append(w.addresses, x)
			}
		}
	}
}

// listOpen lists the addresses of all words of a set with open positions.
func (w *worker) listOpen(won, lost []uint64, valid uint64) {
	last := len(won) - 1
	for x := range won {
		if y := x ^ last; won[y]|lost[y] != valid {
			w.allOpen = append(w.allOpen, uint32(x))
		}
	}
}

// appendLegal lists the addresses that have the required bits, without an
// unpredictable branch.
func appendLegal(legal, addresses []uint32, required uint32) []uint32 {
	legal = resized(legal, len(addresses)+1)
	count := 0
	for _, x := range addresses {
		legal[count] = x
		if x&required == required {
			count++
		}
	}
	return legal[:count]
}

// manyFresh reports whether so many words of a set are fresh that looking at all
// is faster.
func manyFresh(fresh []uint64, words int) bool {
	count := 0
	for _, word := range fresh {
		count += bits.OnesCount64(word)
	}
	return count > words/4
}

// findLost finds positions of a set whose moves all lead to wins.
func (w *worker) findLost(s *layerSolving, set int) {
	s.freshLost.changed[set] = false
	if !w.markFresh(s, set) {
		return
	}
	w.collectEndangered(s, set)
	cells, last := s.Sets[set], uint32(s.words-1)
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		if len(w.addresses) == 0 {
			return
		}
		if cells>>push.From&1 == 0 {
			continue
		}
		place := s.place(push.Set(cells))
		w.route.find(s.board, cells, push, s.Sets[place.set()], place)
		w.refute(s.vector(s.won, place.set()))
	}
	lost := s.vector(s.lost, set)
	for j, word := range w.open {
		y := w.addresses[j] ^ last
		word = s.flipped(word)
		lost[y] |= word
		s.freshLost.note(set, y)
		for ; s.round > 1 && word != 0; word &= word - 1 {
			sharing := int(y)<<wordBits | bits.TrailingZeros64(word)
			w.late = append(w.late, lateLoss(set<<32|sharing<<roundBits|s.round))
		}
	}
	s.found.Add(int64(len(w.open)))
}

// markFresh marks the words of a set that may have new losses: all of them in
// the first round.
func (w *worker) markFresh(s *layerSolving, set int) (some bool) {
	if s.round == 1 {
		for address := range s.words {
			w.marked[address/64] |= 1 << (address % 64)
		}
		return true
	}
	cells := s.Sets[set]
	for i := range s.board.Pushes {
		push := &s.board.Pushes[i]
		if cells>>push.From&1 == 0 {
			continue
		}
		place := s.place(push.Set(cells))
		if s.freshWon.changed[place.set()] {
			some = true
			w.route.find(s.board, cells, push, s.Sets[place.set()], place)
			if fresh := s.freshWon.of(place.set()); manyFresh(fresh, s.words) {
				w.route.markAll(w.marked, s.words)
			} else {
				w.route.mark(w.marked, fresh)
			}
		}
	}
	return some
}

// collectEndangered lists the marked words with positions that are open and not
// safe, and clears the marks.
func (w *worker) collectEndangered(s *layerSolving, set int) {
	won, lost, safe := s.vector(s.won, set), s.vector(s.lost, set), s.vector(s.safe, set)
	last := uint32(s.words - 1)
	w.addresses, w.open = w.addresses[:0], w.open[:0]
	for j, word := range w.marked {
		w.marked[j] = 0
		for ; word != 0; word &= word - 1 {
			x := uint32(j*64 + bits.TrailingZeros64(word))
			y := x ^ last
			if open := s.valid &^ (won[y] | lost[y] | safe[y]); open != 0 {
				w.addresses = append(w.addresses, x)
				w.open = append(w.open, s.flipped(open))
			}
		}
	}
}

// refute removes the open positions in which the worker's route is legal and
// does not lead to a win. Its loops are branchless for speed.
func (w *worker) refute(won []uint64) {
	required, illegal := w.route.required, ^w.route.legal
	count := len(w.addresses)
	w.some, w.places = resized(w.some, count), resized(w.places, count)
	some, places := w.some, w.places
	legal := 0
	for j, x := range w.addresses {
		some[legal], places[legal] = x, uint32(j)
		if x&required == required {
			legal++
		}
	}
	w.words = w.route.read(w.words, won, some[:legal])
	for j, word := range w.words {
		w.open[places[j]] &= word | illegal
	}
	n := 0
	for j, open := range w.open {
		w.addresses[n], w.open[n] = w.addresses[j], open
		if open != 0 {
			n++
		}
	}
	w.addresses, w.open = w.addresses[:n], w.open[:n]
}

// resized is a slice of a length with arbitrary elements.
func resized[T any](s []T, length int) []T {
	return slices.Grow(s[:0], length)[:length]
}

// mark marks the words of a set that read fresh words by a route.
func (r *route) mark(marked, fresh []uint64) {
	for i, word := range fresh {
		for ; word != 0; word &= word - 1 {
			after := uint32(i*64 + bits.TrailingZeros64(word))
			if after&r.requiredAfter != r.requiredAfter {
				continue
			}
			before := r.inverse.of(after) | r.required
			for choice := range uint32(1) << len(r.freeBits) {
				at := before
				for j, bit := range r.freeBits {
					at |= bit & -(choice >> j & 1)
				}
				marked[at/64] |= 1 << (at % 64)
			}
		}
	}
}

// markAll marks all words of a set in which the push is legal.
func (r *route) markAll(marked []uint64, words int) {
	all := ^uint64(0)
	if words < 64 {
		all = 1<<words - 1
	}
	for bit, off := range index.BitOff {
		if r.required == 1<<bit {
			all &^= off
		}
	}
	for i := range marked {
		if uint32(i)&(r.required/64) == r.required/64 {
			marked[i] |= all
		}
	}
}
