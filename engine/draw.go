package engine

import (
	"context"

	"plateau/game"
)

// offerDepth is how deep to search before answering a draw offer. It is a depth
// and not a time, so that the answer can be reproduced.
const offerDepth = 4

// AcceptsDraw reports whether a computer player accepts a draw offered to its
// seat: it does unless it believes it is better. If the context ends early,
// what is known by then decides.
func AcceptsDraw(ctx context.Context, e Engine, p game.Position, seat game.Seat) bool {
	seats := p.Game().Seats()
	toMove := seats[p.ToMove()].Team
	found := e.Analyse(ctx, p, offerDepth, func(*Analysis) {})
	return !found.Verdict(p.Outcome(), toMove).better(toMove == seats[seat].Team)
}

// better reports whether a verdict is better than a draw, for the side to move
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
