// Package quantik finds the exact value of any position of Quantik by search
// alone: in some hundredths of a second where few pieces are on the board, and at
// once where many are.
package quantik

import (
	"math/bits"

	"plateau/game"
	"plateau/game/quantik"
)

// The search answers one kind of question, with a number of turns:
//
//	turns even   Can the player to move last longer than this?
//	turns odd    Can the player to move win within this?
//
// With no turns left, one lasts if one can move at all. With more, one has what
// one asks for if some move denies the other what they ask for with one turn
// less. That is all; a position's value is found by asking for 0, 1, 2 … turns,
// until the answer tells that it is lost or won in so many. Since most positions
// of Quantik are decided soon, this costs little more than the last question.
//
// What makes it fast:
//
//   - Moves that complete a line, and moves that let the other complete one, are
//     seen without playing on.
//   - Moves after which the other has few answers are tried first.
//   - What has been answered about a class of positions is kept in a table, as
//     the least and the greatest value that it can have. Any answer is a
//     comparison with such a value, see goal.

const (
	maxTurns  = 16
	maxMoves  = 64
	tableBits = 16
	scatter   = 0x9E3779B97F4A7C15 // an odd number that spreads keys over the table
)

// Exact is a search with its table of a megabyte, which makes a question
// after another faster. It is for one goroutine at a time.
type Exact struct {
	table []bounds
	// moves holds the moves that are being tried, by the turns of the question.
	moves [maxTurns + 1]moveList
}

// bounds is what is known of a class of positions; in a place that was never
// used, low is unknown.
type bounds struct {
	key       uint64
	low, high game.Value
}

// New is a search that knows nothing yet.
func New() *Exact { return &Exact{table: make([]bounds, 1<<tableBits)} }

// Value is the value of a position, with its distance.
func (e *Exact) Value(s *quantik.State) game.Value {
	for turns := 0; ; turns++ {
		if win := turns%2 == 1; e.holds(s, turns) == win {
			if win {
				return game.WinIn(turns)
			}
			return game.LossIn(turns)
		}
	}
}

// Moves appends every legal move with its value to dst, in ascending order of
// the moves.
func (e *Exact) Moves(s *quantik.State, dst []game.MoveValue) []game.MoveValue {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		after := played(s, legal)
		move := game.Move(bits.TrailingZeros64(legal))
		dst = append(dst, game.MoveValue{Move: move, Value: e.Value(&after).Before()})
	}
	return dst
}

// played is the position after the first of a set of moves.
func played(s *quantik.State, moves uint64) quantik.State {
	after := *s
	after.Play(game.Move(bits.TrailingZeros64(moves)))
	return after
}

// holds answers the question.
func (e *Exact) holds(s *quantik.State, turns int) bool {
	switch {
	case turns == 0 || s.Legal() == 0:
		return s.Legal() != 0
	case s.Completing() != 0:
		return true
	case turns == 1:
		return canBlock(s)
	case turns == 2:
		return holdsTwo(s)
	}
	goal := goalOf(turns)
	known := e.find(s)
	if known.low >= goal || known.high < goal {
		return known.low >= goal
	}
	held := e.tryMoves(s, turns)
	// Meanwhile another class may have taken the place.
	known = e.find(s)
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

// find gives the place of a position's class, emptied if another has it.
func (e *Exact) find(s *quantik.State) *bounds {
	key := quantik.CanonicalKey(s.Pieces(quantik.First), s.Pieces(quantik.Second))
	place := &e.table[key*scatter>>(64-tableBits)]
	if place.key != key || place.low == game.Unknown {
		*place = bounds{key: key, low: game.LossIn(0), high: game.WinIn(0)}
	}
	return place
}

// canBlock answers for one turn where no line can be completed: whether a move
// leaves the other without any.
func canBlock(s *quantik.State) bool {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		if after := played(s, legal); after.Legal() == 0 {
			return true
		}
	}
	return false
}

// holdsTwo answers for two turns, which needs no order: the first move will do
// after which the other cannot win at once.
func holdsTwo(s *quantik.State) bool {
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		if after := played(s, legal); after.Completing() == 0 && !canBlock(&after) {
			return true
		}
	}
	return false
}

// tryMoves answers for three turns and more.
func (e *Exact) tryMoves(s *quantik.State, turns int) bool {
	list := &e.moves[turns]
	if list.fill(s) {
		return true
	}
	for i := range list.count {
		if !e.holds(list.pick(i), turns-1) {
			return true
		}
	}
	return false
}

// moveList is the positions that moves lead to, and the order in which to try
// them: the number of the other's answers times 256 and the place in after.
type moveList struct {
	count int
	order [maxMoves]uint16
	after [maxMoves]quantik.State
}

// fill lists the moves after which the other cannot complete a line, unless it
// finds one that leaves the other with no move: then it tells so at once.
func (l *moveList) fill(s *quantik.State) (blocked bool) {
	l.count = 0
	for legal := s.Legal(); legal != 0; legal &= legal - 1 {
		after := played(s, legal)
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

// pick gives the i-th move in order, after those before it.
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
