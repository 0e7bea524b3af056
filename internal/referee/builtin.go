package referee

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/parallel"
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
	err := parallel.Contain(func() error {
		choice = ugi.Think(ctx, b.Engine, m, b.Level, l, rng, nil)
		return ctx.Err()
	})
	return ugi.Reply{Move: choice.Move, Taken: time.Since(began)}, err
}

// External is an engine in a process of its own as a player.
type External struct{ *ugi.Engine }

// StartProgram starts a program as a player of a game.
func StartProgram(ctx context.Context, command ugi.Command, g game.Game) (Player, error) {
	started, err := ugi.Start(ctx, command)
	if err != nil {
		return nil, err
	}
	if !started.Plays(g) {
		started.Close(false)
		return nil, errors.New("it does not play " + g.ID())
	}
	return External{started}, nil
}

// Choose implements [Player].
func (e External) Choose(ctx context.Context, m *game.Match, l ugi.Limits, _ *rand.Rand) (ugi.Reply, error) {
	return e.Engine.Choose(ctx, m, l)
}

// ValuesOf looks values up in an engine that knows all of its game, for one worker at a
// time.
func ValuesOf(e engine.Engine) func(ctx context.Context, p game.Position) game.Value {
	var one sync.Mutex
	return func(ctx context.Context, p game.Position) game.Value {
		one.Lock()
		defer one.Unlock()
		found := e.Analyse(ctx, p, 0, func(*engine.Analysis) {})
		return found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team).Value
	}
}
