package full_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
	"plateau/internal/parallel"
)

// tablebasesVariable names the folder of the tablebases. Tests that need
// Quixo's, which is 27 GB, are skipped if it is not set.
const tablebasesVariable = "PLATEAU_TABLEBASES"

// tablebasesFolder is the folder of the tablebases.
func tablebasesFolder(tb testing.TB) string {
	tb.Helper()
	folder := os.Getenv(tablebasesVariable)
	if folder == "" {
		tb.Skipf("NOT RUN: %s does not name the folder of Quixo's tablebase ('plateau solve quixo' makes it)", tablebasesVariable)
	}
	return folder
}

// quixoTablebase opens the tablebase of Quixo, or the packed one if that is all
// there is.
func quixoTablebase(tb testing.TB) exact.Tablebase {
	tb.Helper()
	tablebase, err := quixosolver.Method().Open(tablebasesFolder(tb))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = tablebase.Close() })
	return tablebase
}

// exactQuixo is an engine that knows all values.
func exactQuixo(tb testing.TB, tablebase exact.Tablebase) engine.Engine {
	tb.Helper()
	return opened(tb, "quixo", catalogue.Sources{Tablebase: tablebase})(small)
}

// All known positions: value, and how many moves win, draw and lose.
func TestQuixoTablebaseKnownAnswers(t *testing.T) {
	e := exactQuixo(t, quixoTablebase(t))
	g := entry(t, "quixo")
	answers, err := gametest.Answers("quixo")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		p, err := g.Game.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		analysis := e.Analyse(t.Context(), p, 0, func(*engine.Analysis) {})
		verdict := analysis.Verdict(p.Outcome(), g.Game.Seats()[p.ToMove()].Team)
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

// drawnPlies is where drawn games stop.
const drawnPlies = 60

// BenchmarkPerfectPlayQuixo plays a thousand games against all levels in turn
// from random positions that are won or drawn: none may be lost, and won
// positions must be won.
func BenchmarkPerfectPlayQuixo(b *testing.B) {
	tablebase := quixoTablebase(b)
	for b.Loop() {
		playPerfectQuixo(b, tablebase, 1000)
	}
}

func playPerfectQuixo(tb testing.TB, tablebase exact.Tablebase, games int) {
	tb.Helper()
	g := entry(tb, "quixo")
	engines := make([]engine.Engine, runtime.GOMAXPROCS(0))
	for i := range engines {
		engines[i] = exactQuixo(tb, tablebase)
	}
	var won, drawn, wonFromDraw atomic.Int32
	err := parallel.For(tb.Context(), len(engines), games, func(worker, number int) {
		level := engine.Easiest + engine.Level(number%int(engine.Hardest))
		start, end := onePerfectQuixo(tb, engines[worker], g.Game, level, rngOf(uint64(number)))
		switch {
		case start.IsWin() && end.IsWin():
			won.Add(1)
		case start == game.Draw && end.IsWin():
			wonFromDraw.Add(1)
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
		won.Load(), wonFromDraw.Load(), drawn.Load())
}

// A short test by play, if the tablebase is there.
func TestPerfectQuixo(t *testing.T) { playPerfectQuixo(t, quixoTablebase(t), 24) }

// onePerfectQuixo returns the value of the start for the perfect player, and
// how the game ended for them.
func onePerfectQuixo(tb testing.TB, e engine.Engine, g game.Game, level engine.Level, rng *rand.Rand) (start, end game.Value) {
	tb.Helper()
	p := randomQuixo(tb, g, rng)
	perfect := g.Seats()[p.ToMove()].Team
	start = e.Analyse(tb.Context(), p, 0, func(*engine.Analysis) {}).Verdict(p.Outcome(), perfect).Value
	if start.IsLoss() || start == game.Draw && rng.IntN(2) == 0 {
		perfect, start = perfect.Other(), start.Before()
	}
	m := game.MatchFrom(p, nil)
	for !m.Verdict().Outcome.Over() && (start.IsWin() || m.Plies() < drawnPlies) {
		playing := level
		if g.Seats()[m.Position().ToMove()].Team == perfect {
			playing = engine.Perfect
		}
		if err := m.PlayMove(e.Choose(tb.Context(), m, playing, rng).Move); err != nil {
			panic(err)
		}
	}
	if !m.Verdict().Outcome.Over() {
		return start, game.Draw
	}
	return start, game.ValueOf(m.Verdict().Outcome, perfect)
}

// randomQuixo is a random running position, with any number of marks.
func randomQuixo(tb testing.TB, g game.Game, rng *rand.Rand) game.Position {
	tb.Helper()
	spec := quixo.Spec(5)
	for {
		var planes [2]uint32
		for _, bit := range rng.Perm(25)[:rng.IntN(26)] {
			planes[rng.IntN(2)] |= 1 << bit
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
