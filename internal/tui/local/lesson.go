package local

import (
	"context"
	"math"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

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
