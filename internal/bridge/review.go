package bridge

import (
	"context"
	"math"
	"slices"

	"plateau/engine"
	"plateau/game"
)

// ReviewRequest asks for a judgement of every move of a match.
type ReviewRequest struct {
	Match MatchText `json:"match"`
	// Milliseconds are per ply.
	Milliseconds int `json:"milliseconds"`
	// Exact asks for the last plies whose values are known exactly, or
	// [ErrNotExact] if there are none.
	Exact bool `json:"-"`
}

// Review judges every move of a match. It works from the end to the beginning,
// because what a search learns about late positions helps with earlier ones;
// the result is in the order of play. When the context ends, the plies not yet
// judged are left out. Each judged ply is reported; report may be nil. Casual
// games are refused.
func (b *Bridge) Review(ctx context.Context, r ReviewRequest, report func(ReviewPly)) ([]ReviewPly, error) {
	m, err := b.Replay(r.Match)
	if err != nil {
		return nil, err
	}
	if m.Game().Casual() {
		return nil, BadRequest.Refuse("", "problem", "the moves of this game are not graded")
	}
	e, err := b.engines.get(m.Game().ID(), ToAnalyse)
	if err != nil {
		return nil, err
	}
	stopped := func() bool { return ctx.Err() != nil }
	plies := []ReviewPly{}
	for ply := m.Plies() - 1; ply >= 0 && !stopped(); ply-- {
		p := m.PositionAfter(ply)
		found := e.Analyse(limit(ctx, r.Milliseconds), p, math.MaxInt, func(*engine.Analysis) {})
		if stopped() {
			break
		}
		if r.Exact && !found.Settled() {
			if len(plies) == 0 {
				return nil, ErrNotExact
			}
			break
		}
		judged := newReviewPly(ply, p, found, m.Moves()[ply])
		if report != nil {
			report(judged)
		}
		plies = append(plies, judged)
	}
	slices.Reverse(plies)
	return plies, nil
}

func newReviewPly(ply int, p game.Position, a *engine.Analysis, played game.Move) ReviewPly {
	before := a.Verdict(p.Outcome(), teamToMove(p))
	i := slices.IndexFunc(a.Moves, func(m engine.MoveVerdict) bool { return m.Move == played })
	after := a.Moves[i].Verdict
	return ReviewPly{
		Ply: ply, Before: newWorth(before), After: newWorth(after),
		Best: p.MoveText(a.Moves[0].Move), Fault: engine.FaultOf(before, after).String(),
	}
}
