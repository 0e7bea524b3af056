package engine_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"plateau/engine"
	"plateau/game"
	"plateau/game/all"
	"plateau/game/gametest"
	"plateau/game/quixo"
	"plateau/internal/parallel"
	"plateau/tablebase"
)

// tablesVariable names the folder of the tables of solved games. What needs
// that of Quixo, which is 27 GB, is skipped where it is not set.
const tablesVariable = "PLATEAU_TABLES"

// quixoTable opens the table of Quixo.
func quixoTable(tb testing.TB) *tablebase.Quixo {
	tb.Helper()
	folder := os.Getenv(tablesVariable)
	if folder == "" {
		tb.Skipf("NOT RUN: %s does not name the folder of Quixo's table ('plateau solve quixo' makes it)", tablesVariable)
	}
	table, err := tablebase.OpenQuixo(folder)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = table.Close() })
	return table
}

// exactQuixo is an engine that knows all values.
func exactQuixo(tb testing.TB, table *tablebase.Quixo) engine.Engine {
	tb.Helper()
	e, err := engine.New("quixo", engine.Options{
		TableBytes: 1 << 20,
		Quixo: func(s *quixo.State) game.Value {
			value, err := table.Value(s)
			if err != nil {
				tb.Error(err)
			}
			return value
		},
		QuixoMeasure: func(s *quixo.State) int {
			measure, err := table.Measure(s)
			if err != nil {
				tb.Error(err)
			}
			return measure
		},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// All known positions: value, and how many moves win, draw and lose.
func TestQuixoTableKnown(t *testing.T) {
	e := exactQuixo(t, quixoTable(t))
	g, err := all.Games().Find("quixo")
	if err != nil {
		t.Fatal(err)
	}
	answers, err := gametest.Answers("quixo")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		p, err := g.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		analysis := e.Analyse(t.Context(), p, 0, func(*engine.Analysis) {})
		verdict := analysis.Verdict(p.Outcome(), g.Seats()[p.ToMove()].Team)
		wins, draws, losses := 0, 0, 0
		for _, m := range analysis.Moves {
			switch {
			case m.Value.IsWin():
				wins++
			case m.Value.IsLoss():
				losses++
			case m.Value == game.Draw:
				draws++
			}
		}
		if kind(verdict.Value) != a.Value || wins != a.Wins || draws != a.Draws || losses != a.Losses {
			t.Errorf("%s: %v with %d winning, %d drawing and %d losing moves, want %s with %d, %d and %d",
				a.Position, verdict.Value, wins, draws, losses, a.Value, a.Wins, a.Draws, a.Losses)
		}
	}
	t.Logf("%d positions compared", len(answers))
}

// kind is a value without its distance.
func kind(v game.Value) string {
	switch {
	case v.IsWin():
		return "win"
	case v.IsLoss():
		return "loss"
	case v == game.Draw:
		return "draw"
	}
	return "unknown"
}

// drawnPlies is when a drawn game is broken off.
const drawnPlies = 60

// BenchmarkPerfectPlayQuixo plays a thousand games against all levels in turn
// from random positions that are won or drawn: none may be lost, and all won
// ones must be won.
func BenchmarkPerfectPlayQuixo(b *testing.B) {
	table := quixoTable(b)
	for b.Loop() {
		playPerfectQuixo(b, table, 1000)
	}
}

func playPerfectQuixo(tb testing.TB, table *tablebase.Quixo, games int) {
	tb.Helper()
	g, err := all.Games().Find("quixo")
	if err != nil {
		tb.Fatal(err)
	}
	engines := make([]engine.Engine, runtime.GOMAXPROCS(0))
	for i := range engines {
		engines[i] = exactQuixo(tb, table)
	}
	var won, drawn, beaten atomic.Int32
	err = parallel.For(tb.Context(), len(engines), games, func(worker, number int) {
		level := engine.Easiest + engine.Level(number%int(engine.Hardest))
		start, end := onePerfectQuixo(tb, engines[worker], g, level, lotsOf(uint64(number)))
		switch {
		case start.IsWin() && end.IsWin():
			won.Add(1)
		case start == game.Draw && end.IsWin():
			beaten.Add(1)
		case start == game.Draw && !end.IsLoss():
			drawn.Add(1)
		default:
			tb.Errorf("game %d against level %s: a %v ended as a %v", number, level, start, end)
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Logf("%d games from won positions all won; from drawn ones %d won, %d drawn, none lost",
		won.Load(), beaten.Load(), drawn.Load())
}

// A short proof by play, where the table is at hand.
func TestPerfectQuixo(t *testing.T) { playPerfectQuixo(t, quixoTable(t), 24) }

// onePerfectQuixo gives what the position was worth to the perfect player when
// they began, and how the game ended for them.
func onePerfectQuixo(tb testing.TB, e engine.Engine, g game.Game, level engine.Level, lots *rand.Rand) (start, end game.Value) {
	tb.Helper()
	p := randomQuixo(tb, g, lots)
	perfect := g.Seats()[p.ToMove()].Team
	start = e.Analyse(tb.Context(), p, 0, func(*engine.Analysis) {}).Verdict(p.Outcome(), perfect).Value
	if start.IsLoss() || start == game.Draw && lots.IntN(2) == 0 {
		perfect, start = perfect.Other(), start.Before()
	}
	m := game.MatchFrom(p, nil)
	for !m.Verdict().Outcome.Over() && (start.IsWin() || m.Plies() < drawnPlies) {
		playing := level
		if g.Seats()[m.Position().ToMove()].Team == perfect {
			playing = engine.Perfect
		}
		if err := m.PlayMove(e.Choose(tb.Context(), m, playing, lots)); err != nil {
			panic(err)
		}
	}
	if !m.Verdict().Outcome.Over() {
		return start, game.Draw
	}
	return start, game.ValueOf(m.Verdict().Outcome, perfect)
}

// randomQuixo is a position that goes on, with any number of marks and each of
// them either player's.
func randomQuixo(tb testing.TB, g game.Game, lots *rand.Rand) game.Position {
	tb.Helper()
	spec := quixo.Spec(5)
	for {
		var planes [2]uint32
		for _, bit := range lots.Perm(25)[:lots.IntN(26)] {
			planes[lots.IntN(2)] |= 1 << bit
		}
		s := quixo.Make(5, planes[0], planes[1], quixo.Cross)
		if s.Outcome().Over() {
			continue
		}
		p, err := g.Parse(spec.Format(&s))
		if err != nil {
			tb.Fatal(err)
		}
		return p
	}
}
