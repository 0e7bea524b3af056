package doctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plateau/internal/doctest"
)

const root = "../.."

// files are the files of the repository with one of the endings, outside of what is
// built or fetched.
func files(t *testing.T, endings ...string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch d.Name() {
		case "node_modules", "testdata", "bin", "dist", "generated", ".git":
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		if slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(path, ending) }) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatal("no files found", err)
	}
	return found
}

// The picture of the tree in ARCHITECTURE.md names every package, but for programs
// that make data and for what only tests of one package use.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	_, tree, _ := strings.Cut(doctest.Read(t, "../ARCHITECTURE.md"), "## The tree")
	tree, _, _ = strings.Cut(tree, "## Two faces")
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`[a-z0-9-]+`).FindAllString(tree, -1) {
		names[name] = true
	}
	for _, file := range files(t, ".go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		folder := filepath.Base(filepath.Dir(file))
		if names[folder] || strings.HasSuffix(folder, "test") || strings.HasPrefix(file, root+"/tools/") || strings.HasPrefix(file, root+"/examples/") {
			continue
		}
		text, err := os.ReadFile(file)
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
	for _, file := range files(t, "_test.go", "pgtest.go", "read.go", "testseed.go", ".ts", ".mjs", "Makefile", ".mk") {
		text, err := os.ReadFile(file)
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
