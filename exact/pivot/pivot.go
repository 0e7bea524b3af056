// Package pivot knows the exact value, with its distance, of every position of
// Pivot, from about a megabyte of data.
//
//	cards   0 … 10                      11                   12 … 16
//	lost?   known from the data         known from the data  ╮
//	won?    a move leads to a lost one  ╮                    ├ searched to the
//	        known from the data         ╰────────────────────╯ end of the game
//
// What is neither lost nor won is drawn. The moves of a position with 9 cards
// or fewer cost some 20,000 look-ups, and with 11 or more a small search. Those
// with 10 cards cost most: each leads to a position with 11, and a search has
// to find out whether that is won.
package pivot

import (
	"math/bits"

	"plateau/game"
	"plateau/game/pivot"
)

// Exact is not safe for concurrent use: each goroutine needs its own.
type Exact struct {
	losses *Losses
	search search
	moves  [maxMoves]game.Move
}

// maxMoves is more than the 252 moves that a position can have.
const maxMoves = 256

// New uses losses, which several may share: [ReadLosses] takes some tenths of a
// second, and they need some 9 MB.
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

// loss is the value of a position that is known to be lost without a search, or
// Unknown.
func (x *Exact) loss(s *pivot.State) game.Value {
	if winner, won := s.Outcome().Winner(); won && winner != game.Team(s.ToMove()) {
		return game.LossIn(0)
	}
	if s.Outcome().Over() || bits.OnesCount64(s.Cards()) > MaxCards {
		return game.Unknown
	}
	return x.losses.Value(s)
}
