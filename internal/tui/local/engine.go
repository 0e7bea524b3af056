package local

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"plateau/engine"
	"plateau/game"
)

// Analyse is what an engine finds out about the moves of a position within a time.
func Analyse(ctx context.Context, e engine.Engine, p game.Position, limit time.Duration) *engine.Analysis {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	return e.Analyse(ctx, p, math.MaxInt, func(*engine.Analysis) {})
}

// Choose chooses a move at a level; the limit is for the level perfect only.
func Choose(ctx context.Context, limit time.Duration, e engine.Engine, m *game.Match, level engine.Level, rng *rand.Rand) engine.Choice {
	if level == engine.Perfect {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, limit)
		defer stop()
	}
	return e.Choose(ctx, m, level, rng)
}

// LineTexts are the moves of a line of play as they are written.
func LineTexts(p game.Position, line []game.Move) []string {
	texts := []string{}
	for _, move := range line {
		next, err := p.Play(move)
		if err != nil {
			break
		}
		texts = append(texts, p.MoveText(move))
		p = next
	}
	return texts
}
