package server

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/internal/store/sqlite"
)

func TestBackupsAreMadeAndRotated(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, DatabaseName)
	store, err := openFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	b := backups{dir: filepath.Join(dir, "backups"), most: 3}
	now := time.Date(2026, 11, 16, 4, 0, 0, 0, time.UTC)
	// One that was killed long ago.
	killed := filepath.Join(b.dir, ".writing-0123456789abcdef")
	long := time.Now().Add(-2 * time.Hour)
	if err := errors.Join(os.Mkdir(b.dir, 0o700), os.WriteFile(killed, []byte("everything"), 0o600), os.Chtimes(killed, long, long)); err != nil {
		t.Fatal(err)
	}
	made := 0
	for range 6 * 24 { // six days, hour by hour
		file, err := b.due(t.Context(), path, now)
		if err != nil {
			t.Fatal(err)
		}
		if file != "" {
			made++
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != ownerOnly {
				t.Errorf("the backup is %v, %v", info, err)
			}
			if made == 2 { // These belong to somebody else.
				for _, other := range []string{"plateau-by-hand.db", "notes.txt"} {
					if err := os.WriteFile(filepath.Join(b.dir, other), nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		now = now.Add(time.Hour)
	}
	files, err := os.ReadDir(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	want := []string{"notes.txt", "plateau-20261119-040000.db", "plateau-20261120-040000.db", "plateau-20261121-040000.db", "plateau-by-hand.db"}
	if made != 6 || !slices.Equal(names, want) {
		t.Errorf("made %d backups, and there are %q, want %q", made, names, want)
	}
	if _, err := (backups{dir: b.dir, most: 3}).due(t.Context(), filepath.Join(dir, "missing.db"), now.Add(48*time.Hour)); err == nil {
		t.Error("a database that is not there was copied")
	}
	if last, want := b.last(), time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC); last != float64(want.Unix()) {
		t.Errorf("the last backup was made at %v, want %v", last, want)
	}
	if again, err := b.list(); err != nil || len(again) != 3 {
		t.Errorf("after a failure there are %q, %v", again, err)
	}
}

// A database that has lost its content is not taken for a new one.
func TestEmptiedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), DatabaseName)
	begun := func() error {
		store, err := openFile(t.Context(), path)
		if err != nil {
			return err
		}
		return store.Close()
	}
	if err := os.WriteFile(path, nil, ownerOnly); err != nil {
		t.Fatal(err)
	}
	if err := begun(); err != nil {
		t.Fatalf("an empty file for a new database: %v", err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	if err := begun(); err == nil || !strings.Contains(err.Error(), "is empty, and was not before") {
		t.Errorf("an emptied database: %v", err)
	}
	if err := errors.Join(os.Remove(path), os.Remove(sqlite.RemovalsOf(path)), begun()); err != nil {
		t.Errorf("after everything was removed: %v", err)
	}
}
