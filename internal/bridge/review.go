package bridge

import (
	"context"
	"math"
	"slices"

	"plateau/engine"
	"plateau/game"
)

type reviewAsked struct {
	Match matchText `json:"match"`
	// Milliseconds are for each ply.
	Milliseconds int `json:"milliseconds"`
}

// review judges every move of a match. It goes from the end to the beginning,
// because what a search learns of late positions helps with earlier ones; the
// list is in the order of play. A context that ends leaves out what is missing.
func (b *Bridge) review(ctx context.Context, asked reviewAsked, report func(any)) ([]reviewPly, error) {
	m, err := b.replay(asked.Match)
	if err != nil {
		return nil, err
	}
	e, err := b.desk.engine(m.Game().ID(), ToKnow)
	if err != nil {
		return nil, err
	}
	stopped := func() bool { return ctx.Err() != nil }
	plies := []reviewPly{}
	for ply := m.Plies() - 1; ply >= 0 && !stopped(); ply-- {
		p := m.PositionAfter(ply)
		found := e.Analyse(limit(ctx, asked.Milliseconds), p, math.MaxInt, func(*engine.Analysis) {})
		if stopped() {
			break
		}
		seen := newReviewPly(ply, p, found, m.Moves()[ply])
		report(seen)
		plies = append(plies, seen)
	}
	slices.Reverse(plies)
	return plies, nil
}

func newReviewPly(ply int, p game.Position, a *engine.Analysis, played game.Move) reviewPly {
	before := a.Verdict(p.Outcome(), teamToMove(p))
	i := slices.IndexFunc(a.Moves, func(m engine.MoveVerdict) bool { return m.Move == played })
	after := a.Moves[i].Verdict
	return reviewPly{
		Ply: ply, Before: newWorth(before), After: newWorth(after),
		Best: p.MoveText(a.Moves[0].Move), Fault: faultOf(before, after),
	}
}

// The faults of a move.
const (
	noFault     = "none"
	lesserFault = "lesser"
	mistake     = "mistake"
)

// bigDrop is the loss of estimate, squeezed, that makes a move a lesser one.
const bigDrop = 0.25

// faultOf compares what a position is worth with what the move played makes of
// it. Whoever plays into a proved loss while another move is at least open, or
// gives up a proved win for a proved draw, has made a mistake; what is not
// proved is at most a lesser fault.
func faultOf(before, after engine.Verdict) string {
	was, is := before.Value, after.Value
	switch {
	case is.IsLoss() && !was.IsLoss(), was.IsWin() && is == game.Draw:
		return mistake
	case was == game.Unknown && is == game.Unknown:
		if squeeze(before.Estimate)-squeeze(after.Estimate) > bigDrop {
			return lesserFault
		}
	case was.IsWin() && is == game.Unknown, worse(was, is):
		return lesserFault
	}
	return noFault
}

// worse tells whether a win got longer or a loss shorter.
func worse(was, is game.Value) bool {
	_, known := was.Distance()
	_, stillKnown := is.Distance()
	return known && stillKnown && is < was
}
