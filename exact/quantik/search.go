// Package quantik finds the exact value of any position of Quantik by search:
// in some hundredths of a second with few pieces on the board, and at once with
// many.
package quantik

import (
	"math/bits"

	"plateau/game"
	"plateau/game/quantik"
)

// The search is an AND/OR search that answers one kind of question, with a
// number of turns:
//
//	turns even   Can the player to move last longer than this?
//	turns odd    Can the player to move win within this?
//
// With no turns left, the player lasts if there is a legal move. With more, the
// answer is yes if after some move the answer for the opponent is no with one
// turn less. The value of a position is found by asking for 0, 1, 2 … turns
// until the answer shows a win or a loss. Since most positions of Quantik are
// decided soon, this costs little more than the last question.
//
// What makes it fast:
//
//   - Moves that complete a line, and moves that let the opponent complete one,
//     are found without a search.
//   - Moves that leave the opponent few replies are tried first.
//   - The transposition table holds, per class of equivalent positions, the
//     least and the greatest value that it can have. Any answer is a
//     comparison with such a value, see goal.

const (
	maxTurns = 16
	maxMoves = 64
	ttBits   = 16
	golden   = 0x9E3779B97F4A7C15 // an odd number that hashes keys
)

// Exact is a search with a transposition table of a megabyte, which is reused
// between calls. It is not safe for concurrent use.
type Exact struct {
	tt []bounds
	// moves holds the moves being tried, by the turns of the question.
	moves [maxTurns + 1]moveList
}

// bounds is what is known about a class of positions. In an unused entry, low
// is unknown.
type bounds struct {
	key       uint64
	low, high game.Value
}

// New makes a search with an empty transposition table.
func New() *Exact { return &Exact{tt: make([]bounds, 1<<ttBits)} }

// Value is the value of a position, with its distance.
func (e *Exact) Value(s *quantik.State) game.Value {
	for turns := 0; ; turns++ {
		if win := turns%2 == 1; e.prove(s, turns) == win {
			if win {
				return game.WinIn(turns)
			}
			return game.LossIn(turns)
		}
	}
}

// afterFirst is the position after the first of a set of moves.
func afterFirst(s *quantik.State, moves uint64) quantik.State {
	after := *s
	after.Play(game.Move(bits.TrailingZeros64(moves)))
	return after
}

// prove answers the question.
func (e *Exact) prove(s *quantik.State, turns int) bool {
	switch {
	case turns == 0 || s.Legal() == 0:
		return s.Legal() != 0
	case s.Completing() != 0:
		return true
	case turns == 1:
		return canBlock(s)
	case turns == 2:
		return proveTwo(s)
	}
	goal := goalOf(turns)
	known := e.probe(s)
	if known.low >= goal || known.high < goal {
		return known.low >= goal
	}
	held := e.proveMoves(s, turns)
	// Meanwhile another class may have replaced the entry.
	known = e.probe(s)
	if held {
		known.low = max(known.low, goal)
	} else {
		known.high = min(known.high, goal-1)
	}
	return held
}

// goalOf is the least value for which the answer is yes.
func goalOf(turns int) game.Value {
	if turns%2 == 1 {
		return game.WinIn(turns)
	}
	return game.LossIn(turns + 1)
}

// probe returns the entry of a position's class, cleared if it belongs to
// another.
func (e *Exact) probe(s *quantik.State) *bounds {
	key := quantik.CanonicalKey(s.Pieces(quantik.First), s.Pieces(quantik.Second))
	place := &e.tt[key*golden>>(64-ttBits)]
	if place.key != key || place.low == game.Unknown {
		*place = bounds{key: key, low: game.LossIn(0), high: game.WinIn(0)}
	}
	return place
}

// canBlock answers for one turn if no line can be completed: whether a move
// leaves the opponent without a move.
func canBlock(s *quantik.State) bool {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		if after := afterFirst(s, legal); after.Legal() == 0 {
			return true
		}
	}
	return false
}

// proveTwo answers for two turns without move ordering: any move will do after
// which the opponent cannot win at once.
func proveTwo(s *quantik.State) bool {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		if after := afterFirst(s, legal); after.Completing() == 0 && !canBlock(&after) {
			return true
		}
	}
	return false
}

// proveMoves answers for three turns and more.
func (e *Exact) proveMoves(s *quantik.State, turns int) bool {
	list := &e.moves[turns]
	if list.fill(s) {
		return true
	}
	for i := range list.count {
		if !e.prove(list.pick(i), turns-1) {
			return true
		}
	}
	return false
}

// moveList is the positions after each move, and the order in which to try
// them: the number of the opponent's replies times 256, plus the index in
// after.
type moveList struct {
	count int
	order [maxMoves]uint16
	after [maxMoves]quantik.State
}

// fill lists the moves after which the opponent cannot complete a line. If it
// finds one that leaves the opponent without a move, it returns at once.
func (l *moveList) fill(s *quantik.State) (blocked bool) {
	l.count = 0
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		after := afterFirst(s, legal)
		if after.Legal() == 0 {
			return true
		}
		if after.Completing() == 0 {
			l.after[l.count] = after
			l.order[l.count] = uint16(bits.OnesCount64(after.Legal())<<8 | l.count)
			l.count++
		}
	}
	return false
}

// pick returns the i-th move in order; those before it must have been picked.
func (l *moveList) pick(i int) *quantik.State {
	least := i
	for j := i + 1; j < l.count; j++ {
		if l.order[j] < l.order[least] {
			least = j
		}
	}
	l.order[i], l.order[least] = l.order[least], l.order[i]
	return &l.after[l.order[i]&0xFF]
}
