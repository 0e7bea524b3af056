package full_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/parallel"
)

// playPerfectly plays games of the perfect level against all levels in turn,
// from positions that random moves lead to. From a won position it has to win,
// from a drawn one it must not lose.
func playPerfectly(tb testing.TB, id string, games int) {
	tb.Helper()
	g := entry(tb, id)
	newEngine := opened(tb, id, catalogue.Sources{Data: full.Data})
	engines := make([]engine.Engine, runtime.GOMAXPROCS(0))
	for i := range engines {
		engines[i] = newEngine(small)
	}
	var won, drawn atomic.Int32
	err := parallel.For(tb.Context(), len(engines), games, func(worker, number int) {
		level := engine.Easiest + engine.Level(number%int(engine.Hardest))
		start, end := onePerfectGame(tb.Context(), engines[worker], g.Game, level, rngOf(uint64(number)))
		switch {
		case start.IsWin() && end == game.WinIn(0):
			won.Add(1)
		case start == game.Draw && !end.IsLoss():
			drawn.Add(1)
		default:
			tb.Errorf("%s, game %d against level %s: a %v ended as a %v", id, number, level, start, end)
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Logf("%s: %d games from won positions all won, %d from drawn ones none lost", id, won.Load(), drawn.Load())
}

// onePerfectGame returns the value of the start for the perfect player, and how
// the game ended for them.
func onePerfectGame(ctx context.Context, e engine.Engine, g game.Game, level engine.Level, rng *rand.Rand) (start, end game.Value) {
	m := randomOpening(g, rng.IntN(13), rng)
	p := m.Position()
	value := e.Analyse(ctx, p, 0, func(*engine.Analysis) {}).Verdict(p.Outcome(), 0).Value
	perfect := g.Seats()[p.ToMove()].Team
	if value.IsLoss() || value == game.Draw && rng.IntN(2) == 0 {
		perfect, value = perfect.Other(), value.Before()
	}
	for !m.Verdict().Outcome.Over() {
		playing := level
		if g.Seats()[m.Position().ToMove()].Team == perfect {
			playing = engine.Perfect
		}
		if err := m.PlayMove(e.Choose(ctx, m, playing, rng).Move); err != nil {
			panic(err)
		}
	}
	return value, game.ValueOf(m.Verdict().Outcome, perfect)
}

// randomOpening plays random moves, and starts over if they end the game.
func randomOpening(g game.Game, plies int, rng *rand.Rand) *game.Match {
	for {
		m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
		for m.Plies() < plies && !m.Verdict().Outcome.Over() {
			moves := m.Position().Moves()
			if err := m.PlayMove(moves[rng.IntN(len(moves))]); err != nil {
				panic(err)
			}
		}
		if !m.Verdict().Outcome.Over() {
			return m
		}
	}
}

func TestPerfectIsPerfect(t *testing.T) {
	for _, id := range []string{"quantik", "pivot"} {
		t.Run(id, func(t *testing.T) { playPerfectly(t, id, 24) })
	}
}

// The full-length test by play: a thousand games each.
func BenchmarkPerfectPlay(b *testing.B) {
	for _, id := range []string{"quantik", "pivot"} {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				playPerfectly(b, id, 1000)
			}
		})
	}
}
