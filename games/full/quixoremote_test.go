package full_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/exact/quixo/packed"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/game"
	"plateau/game/quixo"
)

// remoteFile is a packed file that is read in parts, and counts what is asked
// for.
type remoteFile struct {
	*os.File

	batches  int
	requests int
	bytes    int64
	// err is what reading fails with, and refused how often it did.
	err     error
	refused int
}

// mergedGap is the gap up to which web/src/engine/ranges.ts reads two parts with
// one request.
const mergedGap = 8192

func (f *remoteFile) read(spans []exact.Span) ([][]byte, error) {
	if f.err != nil {
		f.refused++
		return nil, f.err
	}
	f.batches++
	end := int64(-1 << 62)
	parts := make([][]byte, len(spans))
	for i, span := range spans {
		gap := span.At - end
		if gap > mergedGap {
			f.requests++
			gap = 0
		}
		f.bytes += gap + span.Size
		end = span.At + span.Size
		parts[i] = make([]byte, span.Size)
		if _, err := f.ReadAt(parts[i], span.At); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// counted is what is asked for while something is done.
func (f *remoteFile) counted(do func()) (batches, requests int, bytes int64) {
	batches, requests, bytes = f.batches, f.requests, f.bytes
	do()
	return f.batches - batches, f.requests - requests, f.bytes - bytes
}

// remoteBoard packs a small board.
func remoteBoard(tb testing.TB, size int) *remoteFile {
	tb.Helper()
	file, err := os.Create(filepath.Join(tb.TempDir(), "packed"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = file.Close() })
	if err := quixosolver.PackBoard(exact.RunOn(tb.Context(), 2, nil), size, file); err != nil {
		tb.Fatal(err)
	}
	return &remoteFile{File: file}
}

// remoteEngine looks up values in a remote file.
func remoteEngine(tb testing.TB, id string, file *remoteFile) engine.Engine {
	tb.Helper()
	return opened(tb, id, catalogue.Sources{Tablebase: entry(tb, id).Remote(file.read)})(small)
}

func outcomes(a *engine.Analysis) map[game.Move]string {
	found := map[game.Move]string{}
	for _, m := range a.Moves {
		found[m.Move] = kind(m.Value)
	}
	return found
}

// An engine with a remote tablebase knows the same as one with the file, with two
// batches of requests at most, and none the second time.
func TestRemoteQuixo(t *testing.T) {
	file := remoteBoard(t, 3)
	e := remoteEngine(t, "quixo3", file)
	table, err := packed.Open(3, file.File)
	if err != nil {
		t.Fatal(err)
	}
	near := opened(t, "quixo3", catalogue.Sources{Tablebase: table})(small)
	g := entry(t, "quixo3").Game
	rng := rngOf(5)
	for number := range 60 {
		m := randomOpening(g, rng.IntN(8), rng)
		if m.Verdict().Outcome.Over() {
			continue
		}
		var found *engine.Analysis
		analyse := func() { found = e.Analyse(t.Context(), m.Position(), 0, func(*engine.Analysis) {}) }
		// Once more for the header.
		if batches, _, _ := file.counted(analyse); batches > 3 || number > 0 && batches > 2 {
			t.Fatalf("%d batches", batches)
		}
		want := near.Analyse(t.Context(), m.Position(), 0, func(*engine.Analysis) {})
		if !found.Settled() || found.Failure != nil || !equalOutcomes(outcomes(want), outcomes(found)) {
			t.Fatalf("%v: %v instead of %v", m.Position(), found.Moves, want.Moves)
		}
		if len(found.Line) != 1 {
			t.Fatalf("the line %v", found.Line)
		}
		again := func() {
			analyse()
			e.Choose(ended(t), m, engine.Perfect, rng)
		}
		if batches, _, _ := file.counted(again); batches > 0 {
			t.Fatalf("%d batches for the same position", batches)
		}
	}
}

func equalOutcomes(x, y map[game.Move]string) bool {
	for m, outcome := range x {
		if y[m] != outcome {
			return false
		}
	}
	return len(x) == len(y)
}

// ended is a context without time.
func ended(t *testing.T) context.Context {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	end()
	return ctx
}

// Won games are won: by progress, since there are no distances.
func TestRemoteQuixoWins(t *testing.T) {
	file := remoteBoard(t, 3)
	e := remoteEngine(t, "quixo3", file)
	g := entry(t, "quixo3").Game
	const most = 60
	for seed := range uint64(20) {
		m, rng := game.MatchFrom(g.Start(quixo.Cross), nil), rngOf(seed)
		for !m.Verdict().Outcome.Over() && m.Plies() < most {
			level := engine.Perfect
			if m.Plies()%2 == 1 {
				level = engine.Hardest
			}
			choice := e.Choose(ended(t), m, level, rng)
			if level == engine.Perfect && (!choice.Exact || !choice.Value.IsWin()) {
				t.Fatalf("%v in %v", choice, m.Position())
			}
			if err := m.PlayMove(choice.Move); err != nil {
				t.Fatal(err)
			}
		}
		if got := m.Verdict().Outcome; got != game.Won(game.Team(quixo.Cross)) {
			t.Errorf("game %d ended with %v after %d plies", seed, got, m.Plies())
		}
	}
}

// Drawn and lost positions of the real board are too many for a test: on the
// smallest one, lost positions show that a search picks among equals.
func TestRemoteQuixoChoosesAmongEquals(t *testing.T) {
	file := remoteBoard(t, 3)
	e := remoteEngine(t, "quixo3", file)
	g := entry(t, "quixo3").Game
	rng := rngOf(9)
	lost := 0
	for range 200 {
		m := randomOpening(g, 1+rng.IntN(7), rng)
		if m.Verdict().Outcome.Over() {
			continue
		}
		p := m.Position()
		found := e.Analyse(t.Context(), p, 0, func(*engine.Analysis) {})
		best := kind(found.Moves[0].Value)
		choice := e.Choose(ended(t), m, engine.Perfect, rng)
		if !choice.Exact || outcomes(found)[choice.Move] != best || kind(choice.Value) != best {
			t.Fatalf("%v: chose %v, the best is a %s", p, choice, best)
		}
		if best == "loss" {
			lost++
		}
	}
	if lost == 0 {
		t.Error("no position was lost")
	}
}

// Without the file, the engine searches, and says nothing that it has not
// proved.
func TestRemoteQuixoFails(t *testing.T) {
	file := remoteBoard(t, 3)
	file.err = errors.New("offline")
	e := remoteEngine(t, "quixo3", file)
	g := entry(t, "quixo3").Game
	m := game.MatchFrom(g.Start(quixo.Cross), nil)
	found := e.Analyse(t.Context(), m.Position(), 2, func(*engine.Analysis) {})
	if found.Failure == nil || found.Depth != 2 || found.Settled() {
		t.Errorf("offline: %+v", found)
	}
	if file.refused != 1 {
		t.Errorf("it was read %d times: for more than the moves of the position", file.refused)
	}
	if choice := e.Choose(ended(t), m, engine.Perfect, rngOf(1)); choice.Exact || choice.Move == game.NoMove {
		t.Errorf("offline: %+v", choice)
	}
	file.err = nil
	if found := e.Analyse(t.Context(), m.Position(), 2, func(*engine.Analysis) {}); !found.Settled() {
		t.Errorf("online again: %+v", found)
	}
}

// remoteVariable names a packed file of Quixo on any board for
// BenchmarkRemoteQuixo; without it, it packs the 4×4 board.
const remoteVariable = "PLATEAU_PACKED"

// BenchmarkRemoteQuixo measures what a browser asks a web host for per move: in
// games of moves that keep the value, in which every position with 12 to 20 marks
// is analysed, or on smaller boards every position.
func BenchmarkRemoteQuixo(b *testing.B) {
	var file *remoteFile
	if name := os.Getenv(remoteVariable); name != "" {
		f, err := os.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		file = &remoteFile{File: f}
	} else {
		file = remoteBoard(b, 4)
	}
	head, err := packed.NewTable(file.File)
	if err != nil {
		b.Fatal(err)
	}
	size := head.BoardSize()
	spec := quixo.Spec(size)
	table, err := packed.Open(size, file.File)
	if err != nil {
		b.Fatal(err)
	}
	near := opened(b, spec.ID, catalogue.Sources{Tablebase: table})(small)
	fewest, most := 12, 20
	if size < 5 {
		fewest, most = 0, size*size
	}
	for b.Loop() {
		var batches, requests, bytes []int
		visits, games := 0, 0
		for ; len(requests) < 500; games++ {
			// Every game in a new browser, which has stored nothing.
			e, rng := remoteEngine(b, spec.ID, file), rngOf(uint64(games))
			m := game.MatchFrom(entry(b, spec.ID).Game.Start(quixo.Cross), nil)
			_, _, visit := file.counted(func() {
				for !m.Verdict().Outcome.Over() && m.Plies() < drawnPlies {
					s, err := spec.FromKey(m.Position().Key())
					if err != nil {
						b.Fatal(err)
					}
					if marksOf(&s) > most {
						break
					}
					var found *engine.Analysis
					analyse := func() { found = e.Analyse(b.Context(), m.Position(), 0, func(*engine.Analysis) {}) }
					if marksOf(&s) >= fewest {
						n, r, size := file.counted(analyse)
						batches, requests, bytes = append(batches, n), append(requests, r), append(bytes, int(size))
					} else {
						found = near.Analyse(b.Context(), m.Position(), 0, func(*engine.Analysis) {})
					}
					equal := slices.IndexFunc(found.Moves, func(m engine.MoveVerdict) bool { return kind(m.Value) != kind(found.Moves[0].Value) })
					if equal < 0 {
						equal = len(found.Moves)
					}
					if err := m.PlayMove(found.Moves[rng.IntN(equal)].Move); err != nil {
						b.Fatal(err)
					}
				}
			})
			visits += int(visit)
		}
		b.Logf("%d×%d, %d games, %d positions with %d to %d marks; %d bytes per game", size, size, games, len(requests), fewest, most, visits/games)
		for _, of := range []struct {
			name   string
			counts []int
		}{{"batches", batches}, {"requests", requests}, {"bytes", bytes}} {
			slices.SortFunc(of.counts, cmp.Compare[int])
			total := sum(of.counts)
			b.Logf("%s per move: mean %.1f, p50 %d, p90 %d, most %d", of.name, float64(total)/float64(len(of.counts)),
				of.counts[len(of.counts)/2], of.counts[len(of.counts)*9/10], of.counts[len(of.counts)-1])
		}
	}
}
