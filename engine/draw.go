package engine

import (
	"context"

	"plateau/game"
)

// offerDepth is how far is looked ahead before an offer of a draw is answered:
// a depth and not a time, so that the answer is the same again.
const offerDepth = 4

// AcceptsDraw tells whether a computer player takes a draw that was offered to
// its seat: unless it believes to be better. Where the context ends early, what
// is known by then decides.
func AcceptsDraw(ctx context.Context, e Engine, p game.Position, seat game.Seat) bool {
	seats := p.Game().Seats()
	toMove := seats[p.ToMove()].Team
	found := e.Analyse(ctx, p, offerDepth, func(*Analysis) {})
	return !found.Verdict(p.Outcome(), toMove).better(toMove == seats[seat].Team)
}

// better tells whether a verdict is better than a draw, for the side to move
// or for the other one.
func (v Verdict) better(toMove bool) bool {
	switch {
	case v.Value == game.Unknown && toMove:
		return v.Estimate > 0
	case v.Value == game.Unknown:
		return v.Estimate < 0
	case toMove:
		return v.Value.IsWin()
	default:
		return v.Value.IsLoss()
	}
}
