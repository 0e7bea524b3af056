// Package pivotexact tells the exact value, with its distance, of every
// position of Pivot and of every move, from about a megabyte of data.
//
//	cards   0 … 10                      11                   12 … 16
//	lost?   known from the data         known from the data  ╮
//	won?    a move leads to a lost one  ╮                    ├ searched to the
//	        known from the data         ╰────────────────────╯ end of the game
//
// What is neither lost nor won is drawn. All moves with 9 cards or fewer cost
// some 20,000 looks at the data, and with 11 or more a small search. The most
// costly are those with 10 cards: each leads to a position with 11, of which a
// search has to tell whether it is won.
package pivotexact

import (
	"math/bits"

	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/pivot/pivotlosses"
)

// Exact answers one question at a time: for several at once, each goroutine
// needs its own, made by Fork.
type Exact struct {
	losses *pivotlosses.Table
	search search
	moves  [maxMoves]game.Move
}

// maxMoves is beyond the number of moves of every position, which is 252.
const maxMoves = 256

// New takes the data that package solve builds. Unpacking costs some tenths of
// a second; an Exact then holds some 9 MB, and never more.
func New(data []byte) (*Exact, error) {
	losses, err := pivotlosses.Read(data)
	if err != nil {
		return nil, err
	}
	return &Exact{losses: losses, search: newSearch()}, nil
}

// Fork makes an Exact that shares the data, for another goroutine.
func (x *Exact) Fork() *Exact {
	return &Exact{losses: x.losses, search: newSearch()}
}

// Value is what a position is worth to the player to move.
func (x *Exact) Value(s *pivot.State) game.Value {
	if loss := x.loss(s); loss != game.Unknown {
		return loss
	}
	switch cards := bits.OnesCount64(s.Cards()); {
	case s.Outcome().Over():
		return game.ValueOf(s.Outcome(), game.Team(s.ToMove()))
	case cards > pivotlosses.MaxCards:
		return x.search.value(s, cards, -ends)
	case cards == pivotlosses.MaxCards:
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
	if s.Outcome().Over() || bits.OnesCount64(s.Cards()) > pivotlosses.MaxCards {
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
