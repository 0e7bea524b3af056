package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The source archive is the module: a program outside uses it as docs/library.md says, and
// its own tests of that pass.
func TestSourceArchive(t *testing.T) {
	folder := t.TempDir()
	unpack(t, published(t, "plateau_*_source.tar.gz"), folder)
	cmd := exec.CommandContext(t.Context(), "go", "test", "-v", "-count", "1", "-run", "^TestProgramOutsideTheModule$", "./games")
	cmd.Dir, cmd.Env = filepath.Join(folder, "plateau-"+strings.TrimPrefix(readFeed(t).Version, "v")), append(os.Environ(), "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestProgramOutsideTheModule") {
		t.Errorf("%v\n%s", err, out)
	}
}
