// Package enginetest checks that engines answer in every position that a game
// reads, whether or not play reaches it.
package enginetest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/game/gametest"
)

const (
	positions     = 40
	fullPositions = 200 // by make test-full
	// patience is how often a search may ask whether it should stop.
	patience  = 4
	shortTime = 10 * time.Millisecond
	nodes     = 3000
	seed      = 0x706C6174656175
)

// Run asks an engine everything about random positions of a game: it must not
// panic, and what it answers must be legal.
func Run(t *testing.T, g game.Game, e engine.Engine) {
	t.Helper()
	n := positions
	if os.Getenv("PLATEAU_FULL") != "" {
		n = fullPositions
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, p := range gametest.Positions(g, rng, n) {
		if err := answers(t.Context(), p, e, rng); err != nil {
			t.Fatal(err)
		}
	}
}

// answers is what is wrong with an engine's answers about a position.
func answers(ctx context.Context, p game.Position, e engine.Engine, rng *rand.Rand) error {
	m := game.MatchFrom(p, nil)
	asked := map[string]func(ctx context.Context) error{
		"ChooseWithin": func(ctx context.Context) error { return isLegal(p, e.ChooseWithin(ctx, m, nodes)) },
		"Analyse":      func(ctx context.Context) error { return analyses(ctx, p, e) },
	}
	for level := engine.Easiest; level <= engine.Perfect; level++ {
		asked[fmt.Sprintf("Choose at level %v", level)] = func(ctx context.Context) error {
			return isLegal(p, e.Choose(ctx, m, level, rng))
		}
	}
	for seat := range p.Game().Seats() {
		asked[fmt.Sprintf("a draw offered to seat %d", seat)] = func(ctx context.Context) error {
			engine.AcceptsDraw(ctx, e, p, game.Seat(seat))
			return nil
		}
	}
	for _, what := range slices.Sorted(maps.Keys(asked)) {
		if err := ask(ctx, asked[what]); err != nil {
			return fmt.Errorf("%s %q: %s: %w", p.Game().ID(), p, what, err)
		}
	}
	return nil
}

// ask lets an engine answer, for a short time.
func ask(ctx context.Context, question func(ctx context.Context) error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	short, cancel := briefly(ctx)
	defer cancel()
	return question(short)
}

func isLegal(p game.Position, c engine.Choice) error {
	legal := p.Moves()
	if len(legal) == 0 && c.Move == game.NoMove || slices.Contains(legal, c.Move) {
		return nil
	}
	return fmt.Errorf("the move %d is not legal", c.Move)
}

func analyses(ctx context.Context, p game.Position, e engine.Engine) error {
	found := e.Analyse(ctx, p, 3, func(*engine.Analysis) {})
	found.Verdict(p.Outcome(), p.Game().Seats()[p.ToMove()].Team)
	legal := p.Moves()
	if len(found.Moves) != len(legal) || len(found.Line) > 0 && !slices.Contains(legal, found.Line[0]) {
		return fmt.Errorf("%d of %d moves are analysed, and the line is %v", len(found.Moves), len(legal), found.Line)
	}
	return nil
}

// brief is a context that ends when it has been asked often enough, so that most
// searches are as long on every machine. A search on several threads asks a
// context of its own, so that time ends it, too.
type brief struct {
	context.Context

	left atomic.Int64
}

func briefly(parent context.Context) (*brief, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(parent, shortTime)
	b := &brief{Context: ctx}
	b.left.Store(patience)
	return b, cancel
}

// Err implements [context.Context].
func (b *brief) Err() error {
	if b.left.Add(-1) < 0 {
		return context.Canceled
	}
	return b.Context.Err()
}
