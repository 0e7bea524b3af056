package full_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/testaid"
)

// randomMatch plays some moves at random; the match is still running.
func randomMatch(g game.Game, rng *rand.Rand) *game.Match {
	for {
		m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
		for plies := rng.IntN(30); m.Plies() < plies && !m.Verdict().Outcome.Over(); {
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

// endings is the moves of a position that win or lose at once.
func endings(p game.Position) (wins, losses []game.Move) {
	side := p.Game().Seats()[p.ToMove()].Team
	for _, m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		switch next.Outcome() {
		case game.Won(side):
			wins = append(wins, m)
		case game.Won(side.Other()):
			losses = append(losses, m)
		}
	}
	return wins, losses
}

// From level 2 up no win in one is missed, and no level plays a move that loses
// at once while there is another.
func TestLevelsAreNeverAbsurd(t *testing.T) {
	for _, g := range full.All().Games() {
		e, rng := newEngine(t, g.ID()), rngOf(1)
		for range 60 {
			m := randomMatch(g, rng)
			wins, losses := endings(m.Position())
			for level := engine.Easiest; level < engine.Hardest; level++ {
				choice := e.Choose(t.Context(), m, level, rng).Move
				if len(wins) > 0 && level > engine.Easiest && !slices.Contains(wins, choice) {
					t.Errorf("%s %s: level %s plays %s instead of winning", g.ID(), m.Position(), level, m.Position().MoveText(choice))
				}
				if len(losses) < len(m.Position().Moves()) && slices.Contains(losses, choice) {
					t.Errorf("%s %s: level %s loses at once by %s", g.ID(), m.Position(), level, m.Position().MoveText(choice))
				}
			}
		}
	}
}

// The same seed gives the same move, whatever the engine has done before.
func TestLevelsAreReproducible(t *testing.T) {
	for _, g := range full.All().Games() {
		used, fresh := newEngine(t, g.ID()), newEngine(t, g.ID())
		for seed := range uint64(12) {
			m := randomMatch(g, rngOf(seed))
			level := engine.Easiest + engine.Level(seed%5)
			a := used.Choose(t.Context(), m, level, rngOf(seed))
			b := fresh.Choose(t.Context(), m, level, rngOf(seed))
			if a != b {
				t.Errorf("%s level %s: %v and %v with the same seed", g.ID(), level, a, b)
			}
			fresh = newEngine(t, g.ID())
		}
	}
}

// Even without time there is a move.
func TestChooseWithoutTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, g := range full.All().Games() {
		m := randomMatch(g, rngOf(3))
		for level := engine.Easiest; level <= engine.Perfect; level++ {
			choice := newEngine(t, g.ID()).Choose(ctx, m, level, rngOf(0)).Move
			if !slices.Contains(m.Position().Moves(), choice) {
				t.Errorf("%s: level %s chose %d, which is not legal", g.ID(), level, choice)
			}
		}
	}
}

// A number of nodes gives the same legal move on any engine, and more of them do
// not miss a win in one.
func TestChooseWithinNodes(t *testing.T) {
	rng := rngOf(testaid.Seed(t, 8))
	for _, entry := range full.All() {
		one, other := newEngine(t, entry.Game.ID()), newEngine(t, entry.Game.ID())
		for range 3 {
			m := randomMatch(entry.Game, rng)
			for _, nodes := range []uint64{1, 300, 5000} {
				choice := one.ChooseWithin(t.Context(), m, nodes)
				if again := other.ChooseWithin(t.Context(), m, nodes); again != choice {
					t.Fatalf("%v: %v and %v with %d nodes", m.Position(), choice, again, nodes)
				}
				wins, _ := endings(m.Position())
				if len(wins) > 0 && !slices.Contains(wins, choice.Move) {
					t.Errorf("%v: missed a win in one", m.Position())
				}
				if _, err := m.Position().Play(choice.Move); err != nil {
					t.Error(err)
				}
			}
		}
	}
}
