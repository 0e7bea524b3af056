// Package doctest compares documents with the program, so that they promise only what
// it does.
package doctest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Read is a document of the folder docs, with single spaces instead of line breaks.
func Read(tb testing.TB, name string) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		if folder == filepath.Dir(folder) {
			tb.Fatal("the test does not run in the source folder")
		}
		folder = filepath.Dir(folder)
	}
	text, err := os.ReadFile(filepath.Join(folder, "docs", name))
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
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
