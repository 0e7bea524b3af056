package full_test

import (
	"bytes"
	"io"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/game"
	"plateau/game/quixo"
)

// solvedQuixo4 is the 4×4 board solved by the solver of the 5×5 board: without
// distances.
func solvedQuixo4(t *testing.T) *quixosolver.Lookup {
	t.Helper()
	run := exact.RunOn(t.Context(), 1, nil)
	q := quixosolver.NewSolver(4)
	var stored []exact.Bytes
	var before exact.Layer
	for layer := range q.Layers() {
		solved, err := q.Solve(run, layer, before)
		if err != nil {
			t.Fatal(err)
		}
		contents, err := exact.BytesOf(solved)
		if err != nil {
			t.Fatal(err)
		}
		stored, before = append(stored, contents), solved
	}
	return quixosolver.NewLookup(4, func(layer int) (io.ReaderAt, error) { return bytes.NewReader(stored[layer]), nil })
}

// memoryTablebase is a tablebase in memory.
type memoryTablebase struct {
	*quixosolver.Lookup
	fromKey func(key uint64) (quixo.State, error)
}

func (l *memoryTablebase) ValueOf(key uint64) (game.Value, error) {
	s, err := l.fromKey(key)
	if err != nil {
		return game.Unknown, err
	}
	return l.Value(&s)
}

func (l *memoryTablebase) Progress(key uint64) (int, error) {
	s, err := l.fromKey(key)
	if err != nil {
		return 0, err
	}
	return l.Lookup.Progress(&s)
}

func (l *memoryTablebase) Close() error { return nil }

// Without distances, a won position is still won in a finite number of moves:
// the 4×4 board is a win for the side that begins.
func TestProgressLeadsToTheEnd(t *testing.T) {
	lookup := solvedQuixo4(t)
	g := entry(t, "quixo4")
	e := opened(t, "quixo4", catalogue.Sources{Tablebase: &memoryTablebase{lookup, quixo.Spec(4).FromKey}})(small)
	start := g.Game.Start(quixo.Cross)
	found := e.Analyse(t.Context(), start, 0, func(*engine.Analysis) {})
	if value := found.Verdict(start.Outcome(), 0).Value; value != game.Win || !found.Settled() {
		t.Errorf("the start is a %v", value)
	}
	for seed := range uint64(60) {
		rng := rngOf(seed)
		m := game.MatchFrom(start, nil)
		for !m.Verdict().Outcome.Over() {
			level := engine.Perfect
			if m.Plies()%2 != 0 {
				level = engine.Easiest + engine.Level(seed%3)
			}
			if err := m.PlayMove(e.Choose(t.Context(), m, level, rng).Move); err != nil {
				t.Fatal(err)
			}
		}
		if outcome := m.Verdict().Outcome; outcome != game.Won(0) {
			t.Errorf("game %d was not won", seed)
		}
	}
}
