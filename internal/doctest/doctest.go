// Package doctest compares documents with the program, so that they promise only what
// it does, and reads what the source declares.
package doctest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Read is a document of the folder docs, with single spaces instead of line breaks.
func Read(tb testing.TB, name string) string {
	tb.Helper()
	text, err := fs.ReadFile(Source(tb), path.Join("docs", name))
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// Source is the folder of the source.
func Source(tb testing.TB) fs.FS {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return os.DirFS(folder)
		}
		if folder == filepath.Dir(folder) {
			tb.Fatal("the test does not run in the source folder")
		}
		folder = filepath.Dir(folder)
	}
}

// Files are the files of the source with one of the endings, outside of what is
// built or fetched.
func Files(tb testing.TB, endings ...string) (found []string) {
	tb.Helper()
	err := fs.WalkDir(Source(tb), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch d.Name() {
		case "node_modules", "testdata", "bin", "dist", "generated", ".git":
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		if slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) }) {
			found = append(found, name)
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		tb.Fatal("no files found", err)
	}
	return found
}

// Says reports the sentences, with figures from the program, that a document does not
// have.
func Says(tb testing.TB, name string, sentences ...string) {
	tb.Helper()
	text := Read(tb, name)
	for _, sentence := range sentences {
		if !strings.Contains(text, sentence) {
			tb.Errorf("docs/%s does not say %q", name, sentence)
		}
	}
}
