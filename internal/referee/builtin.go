package referee

import (
	"context"
	"math/rand/v2"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/contain"
	"plateau/internal/ugi"
)

// Builtin is a level of Plateau's own engine as a player, without a process.
type Builtin struct {
	Engine engine.Engine
	Level  engine.Level
}

// NewGame implements [Player].
func (Builtin) NewGame(context.Context, game.Game) error { return nil }

// Close implements [Player].
func (Builtin) Close(bool) {}

// Choose implements [Player]. An engine that panics has crashed, as a process would.
func (b Builtin) Choose(ctx context.Context, m *game.Match, l ugi.Limits, rng *rand.Rand) (ugi.Reply, error) {
	began := time.Now()
	if b.Level < engine.Perfect {
		// A level has limits of its own, which make it repeatable.
		l.MoveTime = 0
	}
	var choice engine.Choice
	err := contain.Run(func() error {
		choice = ugi.Think(ctx, b.Engine, m, b.Level, l, rng, nil)
		return ctx.Err()
	})
	return ugi.Reply{Move: choice.Move, Taken: time.Since(began)}, err
}

// External is an engine in a process of its own as a player.
type External struct{ *ugi.Engine }

// Choose implements [Player].
func (e External) Choose(ctx context.Context, m *game.Match, l ugi.Limits, _ *rand.Rand) (ugi.Reply, error) {
	return e.Engine.Choose(ctx, m, l)
}
