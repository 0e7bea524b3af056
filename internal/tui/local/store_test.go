package local_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plateau/game"
	"plateau/games"
	"plateau/internal/tui/local"
)

// record is a game with these moves.
func record(t *testing.T, id string, moves ...string) *game.Record {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	for _, move := range moves {
		if err := m.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return game.RecordOf(m)
}

func save(t *testing.T, s *local.Store, rec *game.Record) (moved string) {
	t.Helper()
	moved, err := s.Save(rec)
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func wantFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	if got := files(t, dir); !slices.Equal(got, names) {
		t.Errorf("files %q, want %q", got, names)
	}
}

func TestStoreResumes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	if _, err := local.NewStore(dir, games.All().Games()).Resume(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing to resume gives %v", err)
	}
	first := local.NewStore(dir, games.All().Games())
	save(t, first, record(t, "quixo", "a1-a5"))

	second := local.NewStore(dir, games.All().Games())
	if rec, ok := second.Unfinished(); !ok || len(rec.Plies) != 1 {
		t.Errorf("unfinished %v, %v", rec, ok)
	}
	saved, err := second.Resume()
	if err != nil || len(saved.Record.Plies) != 1 {
		t.Fatalf("%v, %v", saved, err)
	}
	if moved := save(t, second, record(t, "quixo", "a1-a5", "b1-b5")); moved != "" {
		t.Errorf("the resumed game was moved to %s", moved)
	}
	wantFiles(t, dir, "resume.plateau")
}

func TestStoreMovesAnUnfinishedGameAside(t *testing.T) {
	dir := t.TempDir()
	save(t, local.NewStore(dir, games.All().Games()), record(t, "quixo", "a1-a5"))
	moved := save(t, local.NewStore(dir, games.All().Games()), record(t, "pivot", "C@a1"))
	if want := filepath.Join(dir, "unfinished-1.plateau"); moved != want {
		t.Errorf("moved to %q, want %q", moved, want)
	}
	wantFiles(t, dir, "resume.plateau", "unfinished-1.plateau")

	aside, err := local.Load(moved, 1, games.All().Games())
	if err != nil || aside.Record.Game.ID() != "quixo" {
		t.Errorf("moved aside: %v, %v", aside, err)
	}
}

func TestStoreReplacesAFinishedGame(t *testing.T) {
	dir := t.TempDir()
	m := record(t, "quixo", "a1-a5").Match()
	if err := m.Resign(0); err != nil {
		t.Fatal(err)
	}
	save(t, local.NewStore(dir, games.All().Games()), game.RecordOf(m))
	if moved := save(t, local.NewStore(dir, games.All().Games()), record(t, "pivot", "C@a1")); moved != "" {
		t.Errorf("a finished game was moved to %s", moved)
	}
	wantFiles(t, dir, "resume.plateau")
}

func TestStoreKeepsWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "resume.plateau")
	if err := os.WriteFile(path, []byte("[Game \"quixo\"]\n\n1. a1-a5 damage"), 0o600); err != nil {
		t.Fatal(err)
	}
	store := local.NewStore(dir, games.All().Games())
	saved, err := store.Resume()
	var damage *game.RecordError
	if !errors.As(err, &damage) || saved.Record == nil || len(saved.Record.Plies) != 1 {
		t.Fatalf("%v, %v", saved, err)
	}
	if moved := save(t, store, record(t, "quixo", "a1-a5", "b1-b5")); moved == "" {
		t.Error("the damaged file was overwritten")
	}
}

// Two sessions at once do not overwrite each other's games.
func TestStoreYieldsToAnotherSession(t *testing.T) {
	dir := t.TempDir()
	first, second := local.NewStore(dir, games.All().Games()), local.NewStore(dir, games.All().Games())
	save(t, first, record(t, "quixo", "a1-a5"))
	save(t, second, record(t, "pivot", "C@a1"))
	for range 2 {
		save(t, first, record(t, "quixo", "a1-a5", "b1-b5"))
		save(t, second, record(t, "pivot", "C@a1", "a1-a2+S@a1"))
	}
	wantFiles(t, dir, "resume-1.plateau", "resume.plateau", "unfinished-1.plateau")
	if got, want := first.Argument(), " resume-1"; got != want {
		t.Errorf("argument %q, want %q", got, want)
	}
	if got := second.Argument(); got != "" {
		t.Errorf("argument %q", got)
	}
}

func TestStoreWithoutFolder(t *testing.T) {
	store := local.NewStore("", games.All().Games())
	if _, err := store.Save(record(t, "quixo", "a1-a5")); err == nil {
		t.Error("saved nowhere")
	}
	if _, err := store.Resume(); err == nil {
		t.Error("resumed from nowhere")
	}
}
