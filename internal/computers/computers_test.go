package computers_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/games/full"
	"plateau/internal/computers"
	"plateau/internal/play/live"
)

var (
	_ live.Chooser = (*computers.Chooser)(nil)
	_ live.Judge   = (*computers.Judge)(nil)
)

func realEngine(id string) (engine.Engine, error) {
	e, err := full.All().Find(id)
	if err != nil {
		return nil, err
	}
	open, err := e.Open(catalogue.Sources{Data: full.Data})
	if err != nil {
		return nil, err
	}
	return open(engine.Options{TranspositionBytes: 1 << 20}), nil
}

func position(t *testing.T, id, text string) game.Position {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		return g.Start(g.Openers()[0])
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestChoiceIsLegalInEveryGame(t *testing.T) {
	chooser := computers.NewChooser(realEngine, 2)
	for _, g := range games.All().Games() {
		m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
		for _, level := range []engine.Level{engine.Easiest, 4} {
			move, err := chooser.Choose(t.Context(), m, level)
			if err == nil {
				err = m.PlayMove(move)
			}
			if err != nil {
				t.Errorf("%s, level %v: %v", g.ID(), level, err)
			}
		}
	}
}

// In the bubble no time passes while an engine works.
func TestProvedValues(t *testing.T) { synctest.Test(t, testProvedValues) }

func testProvedValues(t *testing.T) {
	judge := computers.NewJudge(realEngine)
	for _, c := range []struct {
		game, position string
		want           game.Value
	}{
		{"quantik", "", game.LossIn(10)},
		{"pivot", "", game.Draw},
		{"quixo", "", game.Draw},                    // by its opening
		{"quixo4", "XXX1/4/4/OO2 X", game.WinIn(1)}, // by search
	} {
		if got := judge.Value(t.Context(), position(t, c.game, c.position)); got != c.want {
			t.Errorf("%s %q: %v, want %v", c.game, c.position, got, c.want)
		}
	}
}

func TestNothingIsKnownInNoTime(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	judge := computers.NewJudge(realEngine)
	if got := judge.Value(ended, position(t, "quixo4p", "")); got != game.Unknown {
		t.Errorf("the value is %v", got)
	}
	broken := computers.NewJudge(func(string) (engine.Engine, error) { return nil, errors.New("no memory") })
	if got := broken.Value(t.Context(), position(t, "quixo", "")); got != game.Unknown {
		t.Errorf("without engines the value is %v", got)
	}
}

// counted is an engine that notices when it is used twice at once.
type counted struct {
	engine.Engine
	busy atomic.Bool
	seen func(*rand.Rand)
}

func (c *counted) Choose(_ context.Context, m *game.Match, _ engine.Level, rng *rand.Rand) engine.Choice {
	if c.busy.Swap(true) {
		panic("an engine is used twice at once")
	}
	defer c.busy.Store(false)
	c.seen(rng)
	return engine.Choice{Move: m.Position().Moves()[0]}
}

// However many tables there are, no more engines are made than may be at work,
// each is used by one, and no two get the same random numbers.
func TestEnginesAreBounded(t *testing.T) {
	var made atomic.Int32
	var mu sync.Mutex
	first := map[uint64]bool{}
	chooser := computers.NewChooser(func(string) (engine.Engine, error) {
		made.Add(1)
		return &counted{seen: func(r *rand.Rand) {
			mu.Lock()
			defer mu.Unlock()
			first[r.Uint64()] = true
		}}, nil
	}, 3)
	m := game.MatchFrom(position(t, "quixo", ""), nil)
	const choices = 200
	var all sync.WaitGroup
	for range choices {
		all.Go(func() {
			if _, err := chooser.Choose(t.Context(), m, engine.Easiest); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := made.Load(); n > 3 {
		t.Errorf("%d engines were made", n)
	}
	if len(first) != choices {
		t.Errorf("%d different random numbers for %d choices", len(first), choices)
	}
}
