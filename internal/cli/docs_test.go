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

// example is a command of a document and what it prints.
type example struct{ command, output string }

// examples are the commands in the console blocks of a document.
func examples(text string) []example {
	var found []example
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(block[1]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				found = append(found, example{command: command})
			} else {
				found[len(found)-1].output += line
			}
		}
	}
	return found
}

var timings = regexp.MustCompile(`\d+\.\d+ s, \d+\.\d+ million nodes/s|after \d+m?s of`)

// The examples of the documents print what the documents say, but for timings.
func TestDocumentedExamples(t *testing.T) {
	t.Parallel()
	for _, document := range []string{
		"README.md", "docs/cli.md", "docs/engines.md", "docs/notation.md", "docs/pivot.md", "docs/quantik.md", "docs/tournaments.md",
	} {
		folder := t.TempDir()
		text, err := os.ReadFile(filepath.Join("..", "..", document))
		if err != nil {
			t.Fatal(err)
		}
		found := examples(string(text))
		if len(found) == 0 {
			t.Errorf("%s has no examples", document)
		}
		for _, e := range found {
			cmd := exec.CommandContext(t.Context(), "sh", "-c", e.command)
			cmd.Dir = folder
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "PLATEAU_DATA="+t.TempDir())
			out, _ := cmd.CombinedOutput() // an example may show an error
			if got := string(out); timings.ReplaceAllString(got, "") != timings.ReplaceAllString(e.output, "") {
				t.Errorf("%s: %sprints\n%sinstead of\n%s", document, e.command, got, e.output)
			}
		}
	}
}
