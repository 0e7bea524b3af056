package games

import (
	"context"
	"math/rand/v2"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
)

func announcedEntries() catalogue.List {
	return catalogue.List{QuixoAnnounced(), QuixoForFourAnnounced()}
}

// Whatever the sources have: they know the usual game, not this one.
func TestAnnouncedGamesUseNoExactKnowledge(t *testing.T) {
	src := catalogue.Sources{
		Data:      func(name string) ([]byte, error) { t.Errorf("the data set %s is opened", name); return nil, nil },
		Tablebase: exact.ValueFunc(func(uint64) (game.Value, error) { t.Error("the tablebase is asked"); return game.Draw, nil }),
	}
	for _, e := range announcedEntries() {
		newEngine, err := e.Open(src)
		if err != nil {
			t.Fatal(err)
		}
		searching := newEngine(engine.Options{TranspositionBytes: 1 << 20})
		if searching.Exact() || e.Exact || e.Method != nil {
			t.Errorf("%s claims to be exact", e.Game.ID())
		}
		found := searching.Analyse(t.Context(), e.Game.Start(0), 1, func(*engine.Analysis) {})
		if found.Settled() {
			t.Errorf("%s: the start is settled after one turn: %+v", e.Game.ID(), found.Moves)
		}
	}
}

// Every level announces what it can announce, also the lowest, which overlooks
// half of what it could play.
func TestComputersAlwaysAnnounce(t *testing.T) {
	for _, c := range []struct{ game, position, want string }{
		{"quixo-announced", "5/5/OO3/5/XXXXX X", "!"},
		{"quixo-announced", "OOOOO/5/5/5/XXXXX X", "!"},
		{"quixo4p-announced", "5/5/Oo3/5/xXxXx X2", "!"},
	} {
		e, p := announcedEngine(t, c.game, c.position)
		for level := engine.Easiest; level <= engine.Perfect; level++ {
			for seed := range uint64(3) {
				choice := e.Choose(soon(t), game.MatchFrom(p, nil), level, rand.New(rand.NewPCG(seed, 1)))
				if got := p.MoveText(choice.Move); got != c.want {
					t.Errorf("level %v plays %s in %s", level, got, c.position)
				}
			}
		}
	}
}

// A computer plays no push that makes a line without saying so, even if it
// overlooks that it could win.
func TestComputersNeverMakeALineInSilence(t *testing.T) {
	const position = "5/5/OO3/5/1XXXX X"
	e, p := announcedEngine(t, "quixo-announced", position)
	for seed := range uint64(200) {
		choice := e.Choose(t.Context(), game.MatchFrom(p, nil), engine.Easiest, rand.New(rand.NewPCG(seed, 1)))
		if got := p.MoveText(choice.Move); got == "a2-a1" {
			t.Fatalf("seed %d: %s makes a line and does not announce it", seed, got)
		}
	}
}

func announcedEngine(t *testing.T, id, position string) (engine.Engine, game.Position) {
	t.Helper()
	entry, err := announcedEntries().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := entry.Game.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	newEngine, err := entry.Open(catalogue.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	return newEngine(engine.Options{TranspositionBytes: 1 << 20}), p
}

// soon is a context that has ended, so that the highest level does not think.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
