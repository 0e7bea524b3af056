package engine_test

import (
	"bytes"
	"io"
	"testing"

	"plateau/engine"
	"plateau/game"
	"plateau/game/all"
	"plateau/game/quixo"
	"plateau/internal/parallel"
	"plateau/solve"
)

// solvedQuixo4 is the 4×4 board solved in the way of the large one: without
// distances.
func solvedQuixo4(t *testing.T) *solve.QuixoLookup {
	t.Helper()
	run := solve.Run{
		Context: t.Context(), Workers: 1, Report: func(int64, int64) {},
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(t.Context(), 1, n, do) },
	}
	q := solve.NewQuixoLayers(4)
	var stored []solve.Bytes
	var before solve.Layer
	for layer := range q.Layers() {
		solved, err := q.Solve(run, layer, before)
		if err != nil {
			t.Fatal(err)
		}
		contents, err := solve.BytesOf(solved)
		if err != nil {
			t.Fatal(err)
		}
		stored, before = append(stored, contents), solved
	}
	return solve.NewQuixoLookup(4, func(layer int) (io.ReaderAt, error) { return bytes.NewReader(stored[layer]), nil })
}

// Without distances, a won position is still won in a finite number of moves:
// the whole 4×4 board is won for the one who begins.
func TestMeasureLeadsToTheEnd(t *testing.T) {
	lookup := solvedQuixo4(t)
	g, err := all.Games().Find("quixo4")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New("quixo4", engine.Options{
		TableBytes: 1 << 20,
		Quixo: func(s *quixo.State) game.Value {
			value, err := lookup.Value(s)
			if err != nil {
				t.Error(err)
			}
			return value
		},
		QuixoMeasure: func(s *quixo.State) int {
			measure, err := lookup.Measure(s)
			if err != nil {
				t.Error(err)
			}
			return measure
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	start := g.Start(quixo.Cross)
	found := e.Analyse(t.Context(), start, 0, func(*engine.Analysis) {})
	if value := found.Verdict(start.Outcome(), 0).Value; value != game.Win || !found.Settled() {
		t.Errorf("the start is a %v", value)
	}
	for seed := range uint64(60) {
		lots := lotsOf(seed)
		m := game.MatchFrom(start, nil)
		for !m.Verdict().Outcome.Over() {
			level := engine.Perfect
			if m.Plies()%2 != 0 {
				level = engine.Easiest + engine.Level(seed%3)
			}
			if err := m.PlayMove(e.Choose(t.Context(), m, level, lots)); err != nil {
				t.Fatal(err)
			}
		}
		if outcome := m.Verdict().Outcome; outcome != game.Won(0) {
			t.Errorf("game %d was not won", seed)
		}
	}
}
