// Package pivot knows the exact value, with its distance, of every position of
// Pivot, from about a megabyte of data.
//
//	cards   0 … 10                      11                   12 … 16
//	lost?   known from the data         known from the data  ╮
//	won?    a move leads to a lost one  ╮                    ├ searched to the
//	        known from the data         ╰────────────────────╯ end of the game
//
// What is neither lost nor won is drawn. All moves with 9 cards or fewer cost
// some 20,000 look-ups in the data, and with 11 or more a small search. The most
// costly are those with 10 cards: each leads to a position with 11, of which a
// search has to tell whether it is won.
package pivot

import (
	"math/bits"

	"plateau/game"
	"plateau/game/pivot"
)

// Exact answers one question at a time: each goroutine needs its own.
type Exact struct {
	losses *Losses
	search search
	moves  [maxMoves]game.Move
}

// maxMoves is beyond the number of moves of every position, which is 252.
const maxMoves = 256

// New looks into losses, which several may share: [ReadLosses] unpacks them in
// some tenths of a second, and they hold some 9 MB.
func New(losses *Losses) *Exact { return &Exact{losses: losses, search: newSearch()} }

// Value is what a position is worth to the player to move.
func (x *Exact) Value(s *pivot.State) game.Value {
	if loss := x.loss(s); loss != game.Unknown {
		return loss
	}
	switch cards := bits.OnesCount64(s.Cards()); {
	case s.Outcome().Over():
		return game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	case cards > MaxCards:
		return x.search.value(s, cards, -ends)
	case cards == MaxCards:
		return x.search.value(s, cards, drawn)
	}
	best := game.Draw
	for _, m := range s.AppendMoves(x.moves[:0]) {
		next := *s
		next.Play(m)
		best = max(best, x.loss(&next).Before())
	}
	return best
}

// loss is the value of a position that is known to be lost without a search,
// and Unknown for all others.
func (x *Exact) loss(s *pivot.State) game.Value {
	if winner, won := s.Outcome().Winner(); won && winner != game.Team(s.ToMove()) {
		return game.LossIn(0)
	}
	if s.Outcome().Over() || bits.OnesCount64(s.Cards()) > MaxCards {
		return game.Unknown
	}
	return x.losses.Value(s)
}

// Moves appends every legal move of s in ascending order; a finished game has
// none.
func (x *Exact) Moves(s *pivot.State, dst []game.MoveValue) []game.MoveValue {
	var room [maxMoves]game.Move
	for _, m := range s.AppendMoves(room[:0]) {
		next := *s
		next.Play(m)
		dst = append(dst, game.MoveValue{Move: m, Value: x.Value(&next).Before()})
	}
	return dst
}
