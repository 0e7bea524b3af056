package games_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A program in a module of its own uses the rules as docs/library.md says. It needs no other
// module, and no network.
func TestProgramOutsideTheModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a program")
	}
	text, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(language string) string {
		found := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(text, -1)
		if len(found) != 1 {
			t.Fatalf("docs/library.md has %d blocks of %s", len(found), language)
		}
		return string(found[0][1])
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	own := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": strings.Replace(block("go.mod"), "../plateau-1.2.3", root, 1), "main.go": block("go"), "game.plateau": block("plateau"),
	} {
		if err := os.WriteFile(filepath.Join(own, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command, want, _ := strings.Cut(strings.TrimPrefix(block("console"), "$ "), "\n")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir, cmd.Env = own, append(os.Environ(), "GOFLAGS=-trimpath", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("%s: %v, and prints\n%sinstead of\n%s", command, err, out, want)
	}
}
