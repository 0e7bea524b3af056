package knowledge_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"plateau/engine"
	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/knowledge"
)

var small = engine.Options{TranspositionBytes: 1 << 20}

func find(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := full.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The values of the smallest board are known without any file.
func TestWhatIsExactWithoutTablebases(t *testing.T) {
	k := knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data, Folder: t.TempDir()})
	for id, want := range map[string]bool{
		"quixo3": true, "quixo4": false, "quixo": false, "quixo4p": false, "pivot": true, "quantik": true,
	} {
		e, err := k.NewEngine(find(t, id), small)
		if err != nil || e.Exact() != want {
			t.Errorf("%s: %v", id, err)
		}
		if has, err := k.HasTablebase(find(t, id)); err != nil || has {
			t.Errorf("%s has a tablebase: %v, %v", id, has, err)
		}
	}
}

// solved writes the tablebase of the 4×4 board.
func solved(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	solver := quixosolver.NewSmallSolver(4)
	contents, err := solver.Solve(exact.RunOn(t.Context(), 2, nil), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tablebase.In(folder, solver.Game(), 1).Write(0, exact.Bytes(contents)); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestTablebaseIsUsed(t *testing.T) {
	k := knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data, Folder: solved(t)})
	g := find(t, "quixo4")
	if has, err := k.HasTablebase(g); err != nil || !has {
		t.Fatalf("the tablebase is not found: %v", err)
	}
	e, err := k.NewEngine(g, small)
	if err != nil || !e.Exact() {
		t.Fatalf("not exact: %v", err)
	}
	if err := k.Close(); err != nil {
		t.Error(err)
	}
}

// A damaged tablebase is an error, and never an engine without it.
func TestDamagedTablebase(t *testing.T) {
	folder := solved(t)
	files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if err := os.Truncate(files[0], 1000); err != nil {
		t.Fatal(err)
	}
	k := knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data, Folder: folder})
	if _, err := k.NewEngine(find(t, "quixo4"), small); err == nil {
		t.Error("an engine was made from a damaged tablebase")
	}
}

// failing is a tablebase whose disk has died.
type failing struct{}

var errDisk = errors.New("input/output error")

func (failing) ValueOf(uint64) (game.Value, error) { return game.Unknown, errDisk }
func (failing) Progress(uint64) (int, error)       { return 0, errDisk }
func (failing) Close() error                       { return nil }

// A failed look-up is counted, reported once, and leads to an answer that does
// not claim to be exact.
func TestFailedLookUps(t *testing.T) {
	list := full.All()
	for i := range list {
		if list[i].Game.ID() == "quixo4" {
			list[i].Method.Open = func(string) (exact.Tablebase, error) { return failing{}, nil }
		}
	}
	var reports []error
	k := knowledge.New(knowledge.Config{
		Games: list, Data: full.Data, Folder: t.TempDir(),
		Report: func(_ game.Game, err error) { reports = append(reports, err) },
	})
	g := find(t, "quixo4")
	e, err := k.NewEngine(g, small)
	if err != nil {
		t.Fatal(err)
	}
	found := e.Analyse(t.Context(), g.Start(0), 3, func(*engine.Analysis) {})
	if !errors.Is(found.Failure, errDisk) || found.Depth != 3 {
		t.Errorf("an analysis of depth %d with the failure %v", found.Depth, found.Failure)
	}
	if len(reports) != 1 || !errors.Is(reports[0], errDisk) || k.Failures() < 2 {
		t.Errorf("%d failures, reported %v", k.Failures(), reports)
	}
}
