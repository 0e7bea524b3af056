package local

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"plateau/engine"
	"plateau/game"
)

// Automatic reports whether the program moves for a seat.
func (p *Play) Automatic(seat game.Seat) bool {
	return p.Saved.Random[seat] || p.Saved.Computer[seat] != 0
}

// Level is the level of the computer at a seat; 0 if something else plays there.
func (p *Play) Level(seat game.Seat) engine.Level { return p.Saved.Computer[seat] }

// rng is for the next move. The ply is part of the seed, so that resuming the game
// or taking moves back does not change what is played.
func (p *Play) rng() *rand.Rand {
	return rand.New(rand.NewPCG(p.Saved.Seed, uint64(p.Match.Plies())))
}

// RandomMove is the move of a seat that plays at random.
func (p *Play) RandomMove() game.Move {
	moves := p.Match.Position().Moves()
	return moves[p.rng().IntN(len(moves))]
}

// Chooser prepares the computer's move for the seat to move, so that another
// goroutine can choose it: it does not look at the game any more.
func (p *Play) Chooser(limit time.Duration) func(ctx context.Context, e engine.Engine) game.Move {
	level, rng := p.Level(p.Active()), p.rng()
	match, limit := p.Match.Clone(), p.ThinkingTime(limit)
	return func(ctx context.Context, e engine.Engine) game.Move {
		if level == engine.Perfect {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, limit)
			defer stop()
		}
		return e.Choose(ctx, match, level, rng).Move
	}
}

// offerTime limits how long the computer thinks about an offer of a draw.
const offerTime = 2 * time.Second

// Answerer prepares the computer's answer to an offer of a draw.
func (p *Play) Answerer() func(ctx context.Context, e engine.Engine) bool {
	seat, position := p.Active(), p.Match.Position()
	return func(ctx context.Context, e engine.Engine) bool {
		ctx, stop := context.WithTimeout(ctx, offerTime)
		defer stop()
		return engine.AcceptsDraw(ctx, e, position, seat)
	}
}

// HasPerfect reports whether the computer plays a seat as well as it can.
func (p *Play) HasPerfect() bool {
	return slices.Contains(slices.Collect(maps.Values(p.Saved.Computer)), engine.Perfect)
}
