package doctest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
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
		if !strings.Contains(string(source(t, file)), "\npackage main\n") {
			t.Errorf("the tree in ARCHITECTURE.md does not name the package of %s", file)
			names[folder] = true
		}
	}
}

// A package imports from its own line of the tree in ARCHITECTURE.md, and from lines below
// it.
func TestImportsPointDown(t *testing.T) {
	folders := map[string][]string{} // of packages, with their files
	for _, file := range doctest.Files(t, ".go") {
		if !strings.HasSuffix(file, "_test.go") && !strings.HasPrefix(file, "tests/") {
			folders[path.Dir(file)] = append(folders[path.Dir(file)], file)
		}
	}
	lines := linesOfTree(t, folders)
	lineOf := func(folder string) int {
		if line, ok := lines["*/"+path.Base(folder)]; ok {
			return line
		}
		for folder != "." {
			if line, ok := lines[folder]; ok {
				return line
			}
			folder = path.Dir(folder)
		}
		return -1
	}
	for folder, files := range folders {
		line := lineOf(folder)
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, source(t, file), parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			if parsed.Name.Name == "main" && !strings.HasPrefix(folder, "cmd/") || strings.HasPrefix(folder, "examples/") {
				break // It makes data, or is to be copied.
			}
			if line < 0 {
				t.Errorf("%s is on no line of the tree", folder)
				break
			}
			for _, imported := range parsed.Imports {
				name, _ := strconv.Unquote(imported.Path.Value)
				if other, ours := strings.CutPrefix(name, "plateau/"); ours && lineOf(other) < line {
					t.Errorf("%s imports %s, which is on another line further up", file, other)
				}
			}
		}
	}
}

// linesOfTree are the numbers of the lines that name folders. What follows a comma is
// beside the folder before it, unless there is no such folder; */name stands for all
// folders of that name.
func linesOfTree(t *testing.T, folders map[string][]string) map[string]int {
	t.Helper()
	_, tree, _ := strings.Cut(string(source(t, "ARCHITECTURE.md")), "## The tree")
	_, tree, _ = strings.Cut(tree, "```\n")
	tree, _, _ = strings.Cut(tree, "```")
	exists := func(folder string) bool {
		for known := range folders {
			if known == folder || strings.HasPrefix(known, folder+"/") {
				return true
			}
		}
		return false
	}
	lines := map[string]int{}
	for number, line := range strings.Split(tree, "\n") {
		names, _, _ := strings.Cut(line, "  ")
		before := "."
		for name := range strings.SplitSeq(names, ", ") {
			if name == "" {
				continue // The line goes on with that before it.
			}
			if strings.HasPrefix(name, "*/") {
				lines[name] = number
				continue
			}
			candidates := []string{path.Join(before, name), name, path.Join("internal", name)}
			i := slices.IndexFunc(candidates, exists)
			if i < 0 {
				t.Errorf("the tree names %s, which does not exist", name)
				continue
			}
			lines[candidates[i]], before = number, path.Dir(candidates[i])
		}
	}
	return lines
}

// source is a file of the source.
func source(t *testing.T, name string) []byte {
	t.Helper()
	text, err := fs.ReadFile(doctest.Source(t), name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The environment variables in CONTRIBUTING.md are in some test, script or Makefile.
func TestDocumentedVariables(t *testing.T) {
	_, table, _ := strings.Cut(doctest.Read(t, "../CONTRIBUTING.md"), "| variable | meaning |")
	table, _, _ = strings.Cut(table, "`tools/words.txt`")
	var all strings.Builder
	for _, file := range doctest.Files(t, "_test.go", "pgtest.go", "read.go", "seed.go", ".ts", ".mjs", "Makefile", ".mk") {
		all.Write(source(t, file))
	}
	variables := regexp.MustCompile("`([A-Z_]+)(=[^`]*)?`").FindAllStringSubmatch(table, -1)
	if len(variables) < 10 {
		t.Fatalf("only %d variables found", len(variables))
	}
	for _, variable := range variables {
		if !strings.Contains(all.String(), variable[1]) {
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
