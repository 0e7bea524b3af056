package server

import (
	"os"
	"path/filepath"
	"testing"
)

// Two restores in the same second keep what each of them replaced.
func TestFoldersOfRestores(t *testing.T) {
	name := filepath.Join(t.TempDir(), "replaced")
	made := map[string]bool{}
	for range 3 {
		folder, err := newFolder(name)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(folder); err != nil || !info.IsDir() || made[folder] {
			t.Errorf("%s: %v, %v", folder, info, err)
		}
		made[folder] = true
	}
	if _, err := newFolder(filepath.Join(name, "missing", "folder")); err == nil {
		t.Error("a folder in a missing one is made")
	}
}
