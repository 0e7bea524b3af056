package server

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFilesOfRefusedNames(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	for file, text := range map[string]string{good: "# ours\nblorp\n", bad: "\xff\xfe"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := readRefusedNames(good); err != nil || text != "# ours\nblorp\n" {
		t.Errorf("read %q, %v", text, err)
	}
	for _, file := range []string{bad, filepath.Join(dir, "missing")} {
		if _, err := readRefusedNames(file); err == nil {
			t.Errorf("%s was read", file)
		}
	}
}
