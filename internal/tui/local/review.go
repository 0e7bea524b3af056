package local

import (
	"context"
	"math"
	"slices"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// Fault is a move that could have been better.
type Fault struct {
	Ply           int
	Kind          engine.Fault
	Before, After engine.Verdict
	Best          game.Move
}

// reviewTime is how long the engine looks at each move of a review at most.
const reviewTime = time.Second / 2

// Judgement is what a review says about one move.
type Judgement struct {
	// Before is what the position was worth to its player, and After what the
	// move was.
	Before, After engine.Verdict
	Best          game.Move
}

// Fault is what was wrong with the move of a ply, if anything.
func (j Judgement) Fault(ply int) (Fault, bool) {
	kind := engine.FaultOf(j.Before, j.After)
	return Fault{ply, kind, j.Before, j.After, j.Best}, kind != engine.NoFault
}

// JudgeMove looks at the move of a ply. Moves are judged from the last to the first,
// because what is learnt about late positions helps with earlier ones.
func JudgeMove(ctx context.Context, e engine.Engine, m *game.Match, ply int, limit time.Duration) Judgement {
	p, played := m.PositionAfter(ply), m.Moves()[ply]
	ctx, stop := context.WithTimeout(ctx, min(limit, reviewTime))
	defer stop()
	found := e.Analyse(ctx, p, math.MaxInt, func(*engine.Analysis) {})
	i := slices.IndexFunc(found.Moves, func(m engine.MoveVerdict) bool { return m.Move == played })
	return Judgement{
		Before: found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team),
		After:  found.Moves[i].Verdict, Best: found.Moves[0].Move,
	}
}

// WrongMove prepares to say what is wrong with a legal move that a lesson does not
// ask for, so that another goroutine can find it out.
func WrongMove(now game.Position, move game.Move, texts text.Texts, limit time.Duration) func(ctx context.Context, e engine.Engine) string {
	return func(ctx context.Context, e engine.Engine) string {
		next, err := now.Play(move)
		if err != nil {
			return texts.Error(err)
		}
		seats := now.Game().Seats()
		own := seats[now.ToMove()].Team
		if v := next.Verdict(now); v.Outcome.Over() {
			switch winner, won := v.Outcome.Winner(); {
			case !won:
				return texts.Text("learn.endeddrawn", "reason", texts.Reason(v))
			case winner == own:
				return texts.Text("learn.endedwon", "reason", texts.Reason(v))
			}
			return texts.Text("learn.endedlost", "reason", texts.Reason(v))
		}
		ctx, stop := context.WithTimeout(ctx, limit)
		defer stop()
		found := e.Analyse(ctx, next, math.MaxInt, func(*engine.Analysis) {})
		best := found.Moves[0]
		other := seats[next.ToMove()].Team != own
		switch {
		case other && best.Value.IsWin():
			seat := words.Side{Game: texts.NameID(now.Game()), Seat: next.ToMove()}
			return texts.Text("learn.refuted", "seat", seat, "move", next.MoveText(best.Move))
		case other && best.Value.IsLoss():
			return texts.Text("learn.slower")
		}
		return texts.Text("learn.notasked")
	}
}
