package enginetest

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"plateau/engine"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

var rules = game.New[quixo.Announced](quixo.AnnouncedSpec(3))

// broken is an engine without any moves, or with other faults.
type broken struct {
	choose   func(m *game.Match) game.Move
	analyses []engine.MoveVerdict
}

func (b broken) Choose(_ context.Context, m *game.Match, _ engine.Level, _ *rand.Rand) engine.Choice {
	return engine.Choice{Move: b.choose(m)}
}

func (b broken) ChooseWithin(_ context.Context, m *game.Match, _ uint64) engine.Choice {
	return engine.Choice{Move: b.choose(m)}
}

func (b broken) Analyse(context.Context, game.Position, int, func(*engine.Analysis)) *engine.Analysis {
	return &engine.Analysis{Moves: b.analyses}
}

func (b broken) Exact() bool { return false }

func TestNotices(t *testing.T) {
	first := func(m *game.Match) game.Move { return m.Position().Moves()[0] }
	careful := func(m *game.Match) game.Move {
		if moves := m.Position().Moves(); len(moves) > 0 {
			return moves[0]
		}
		return game.NoMove
	}
	for _, test := range []struct {
		what, position string
		engine         broken
		want           string
	}{
		{"a panic where nobody can move", "OOO/OXO/OOO X", broken{choose: first}, "Choose at level 1: panic"},
		{"no fault where nobody can move", "OOO/OXO/OOO X", broken{choose: careful}, ""},
		{"a move that is not legal", "OOO/OXO/OOO X", broken{choose: func(*game.Match) game.Move { return 9999 }}, "is not legal"},
		{"moves that are not analysed", "3/3/3 X", broken{choose: careful}, ": 0 of 20 moves are analysed"},
	} {
		t.Run(test.what, func(t *testing.T) {
			p, err := rules.Parse(test.position)
			if err != nil {
				t.Fatal(err)
			}
			err = answers(t.Context(), p, test.engine, rand.New(rand.NewPCG(1, 1)))
			if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the check says %v, want %q", err, test.want)
			}
		})
	}
}

// What engines are asked about has running games, finished ones, and a player who
// can take nothing.
func TestPositionsAreOfAllKinds(t *testing.T) {
	kinds := map[string]int{}
	for _, p := range gametest.Positions(rules, rand.New(rand.NewPCG(seed, 1)), positions) {
		kinds[p.Outcome().String()+" "+p.Verdict(nil).Reason.Code]++
	}
	if kinds["running "] == 0 || kinds["won nothing-to-take"] == 0 {
		t.Errorf("the positions are %v", kinds)
	}
}
