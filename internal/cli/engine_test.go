//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// changing is what differs from run to run in what an engine writes.
var changing = regexp.MustCompile(`time \d+`)

// The conversation in docs/engines.md is what the engine says.
func TestDocumentedConversation(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, conversation, _ := strings.Cut(string(text), "```ugi\n")
	conversation, _, found := strings.Cut(conversation, "```")
	if !found {
		t.Fatal("there is no conversation")
	}
	p := start(t, t.TempDir(), "engine", "quixo3", "--threads", "1", "--hash", "16")
	for line := range strings.Lines(conversation) {
		line = strings.TrimSuffix(line, "\n")
		if order, ok := strings.CutPrefix(line, "> "); ok {
			p.types(t, order+"\n")
			continue
		}
		want := changing.ReplaceAllString(strings.TrimPrefix(line, "< "), "time T")
		got, err := p.out.ReadString('\n')
		got = changing.ReplaceAllString(strings.TrimSuffix(got, "\n"), "time T")
		if err != nil || got != want {
			t.Fatalf("it says %q, want %q; %v", got, want, err)
		}
	}
	if rest, code := p.ends(t); rest != "" || code != 0 {
		t.Errorf("exit code %d after %q", code, rest)
	}
}

// The examples in all languages pass every check.
func TestExampleEngines(t *testing.T) {
	folder := filepath.Join("..", "..", "examples", "engines")
	compiled := filepath.Join(t.TempDir(), "random")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", compiled, "../../examples/engines/random").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, command := range []string{compiled, "python3 " + folder + "/random.py", "node " + folder + "/random.js"} {
		if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
			t.Logf("%s is not tried: %v", command, err)
			continue
		}
		p := start(t, t.TempDir(), "engine", "check", "--games", "quixo4p,quantik", "--grace", "1m", "--patience", "1m", command)
		report, code := p.ends(t)
		if code != 0 || !strings.Contains(report, "ok     plays quixo4p") || strings.Contains(report, "wrong") {
			t.Errorf("%s: exit code %d\n%s%s", command, code, report, p.stderr)
		}
	}
}
