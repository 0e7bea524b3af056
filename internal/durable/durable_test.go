package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plateau/internal/durable"
)

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), durable.Unfinished+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, content := range []string{"first", "", "second"} {
		if err := durable.Replace(path, []byte(content), []byte("!")); err != nil {
			t.Fatal(err)
		}
		wantFile(t, path, content+"!")
	}
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := durable.Create(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := durable.Create(path, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file was overwritten: %v", err)
	}
	wantFile(t, path, "first")
}

// A file that cannot be renamed leaves nothing behind.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(path, "not empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(path, []byte("content")); err == nil {
		t.Error("a folder was replaced")
	}
	left, err := filepath.Glob(filepath.Join(dir, durable.Unfinished+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// What a killed process has left is removed, and nothing else.
func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for name, age := range map[string]time.Duration{
		".writing-0123456789abcdef": 2 * time.Hour, ".writing-fedc": 2 * time.Hour, ".writing-fedc-journal": 2 * time.Hour,
		".writing-1": time.Minute, ".writing-download": 2 * time.Hour, "writing-2": 2 * time.Hour, ".writing-3.db": 2 * time.Hour,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now, now.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".writing-4"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := durable.RemoveUnfinished(dir, now.Add(-time.Hour)); err != nil {
		t.Error(err)
	}
	files, err := os.ReadDir(dir)
	var left []string
	for _, f := range files {
		left = append(left, f.Name())
	}
	if want := []string{".writing-1", ".writing-3.db", ".writing-4", ".writing-download", "writing-2"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %q, %v, want %q", left, err, want)
	}
	if err := durable.RemoveUnfinished(filepath.Join(dir, "missing"), now); err == nil {
		t.Error("there is no such folder")
	}
}
