package doctest_test

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"plateau/game"
	"plateau/internal/doctest"
)

// The picture of the tree in ARCHITECTURE.md names every package, but for programs
// that make data and for what only tests of one package use.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	_, tree, _ := strings.Cut(doctest.Read(t, "../ARCHITECTURE.md"), "## The tree")
	tree, _, _ = strings.Cut(tree, "## Two faces")
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`[a-z0-9-]+`).FindAllString(tree, -1) {
		names[name] = true
	}
	for _, file := range doctest.Files(t, ".go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		folder := path.Base(path.Dir(file))
		if names[folder] || strings.HasSuffix(folder, "test") || strings.HasPrefix(file, "tools/") || strings.HasPrefix(file, "examples/") {
			continue
		}
		text, err := fs.ReadFile(doctest.Source(t), file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\npackage main\n") {
			t.Errorf("the tree in ARCHITECTURE.md does not name the package of %s", file)
			names[folder] = true
		}
	}
}

// The environment variables in CONTRIBUTING.md are in some test, script or Makefile.
func TestDocumentedVariables(t *testing.T) {
	_, table, _ := strings.Cut(doctest.Read(t, "../CONTRIBUTING.md"), "| variable | meaning |")
	table, _, _ = strings.Cut(table, "`tools/words.txt`")
	var source strings.Builder
	for _, file := range doctest.Files(t, "_test.go", "pgtest.go", "read.go", "testseed.go", ".ts", ".mjs", "Makefile", ".mk") {
		text, err := fs.ReadFile(doctest.Source(t), file)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	all := regexp.MustCompile("`([A-Z_]+)(=[^`]*)?`").FindAllStringSubmatch(table, -1)
	if len(all) < 10 {
		t.Fatalf("only %d variables found", len(all))
	}
	for _, variable := range all {
		if !strings.Contains(source.String(), variable[1]) {
			t.Errorf("CONTRIBUTING.md explains %s, which no test knows", variable[1])
		}
	}
}

// Codes are stable names: in a package each belongs to one phrase, and all phrases that
// share one have the same kind.
func TestPhrasesHaveCodesOfTheirOwn(t *testing.T) {
	seen, kinds := map[string]bool{}, map[string]game.Kind{}
	for _, p := range doctest.Phrases(t) {
		if strings.HasPrefix(p.Folder, "internal/httpapi") {
			continue // A problem of the API may have several causes.
		}
		if p.Code == "" || p.English == "" {
			t.Errorf("%s has a phrase without a code or a sentence: %+v", p.Folder, p)
		}
		if name := p.Folder + " " + p.Code; seen[name] {
			t.Errorf("%s is there twice", name)
		} else {
			seen[name] = true
		}
		if kind, known := kinds[p.Code]; known && kind != p.Kind {
			t.Errorf("%s has another kind in %s", p.Code, p.Folder)
		}
		kinds[p.Code] = p.Kind
	}
	if len(seen) < 300 {
		t.Errorf("only %d phrases found", len(seen))
	}
}
