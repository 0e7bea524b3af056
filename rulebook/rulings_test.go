package rulebook_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plateau/game/gametest"
	"plateau/games/full"
	"plateau/rulebook"
)

// sentences is how many sentences and figures each leaflet has.
var sentences = map[string]int{"Q": 18, "N": 18, "P": 28, "X": 16, "F": 18}

// TestEverySentenceOfTheLeafletsHasAnEntry reads the table of leaflets.md: it
// has every sentence once, what it names exists, and what it cites shows the
// sentence: a passage of the rulebook for one entry only, and a result that is
// found again.
func TestEverySentenceOfTheLeafletsHasAnEntry(t *testing.T) {
	found := map[string]int{}
	for cells := range sentenceRows(t) {
		for _, number := range strings.Fields(cells[0]) {
			found[number]++
		}
	}
	for leaflet, count := range sentences {
		for i := range count {
			number := fmt.Sprintf("%s%d", leaflet, i+1)
			if found[number] != 1 {
				t.Errorf("%s has %d entries", number, found[number])
			}
			delete(found, number)
		}
	}
	for number := range found {
		t.Errorf("no leaflet has a sentence %s", number)
	}
}

func TestEntriesOfSentencesShowThem(t *testing.T) {
	cited := map[string]string{} // passage: the entry
	for cells := range sentenceRows(t) {
		t.Run(strings.ReplaceAll(cells[0], " ", ""), func(t *testing.T) {
			for column, check := range map[int]func(*testing.T, citation){
				2: inFile, 3: inFile, 4: tested,
			} {
				for _, c := range citations(t, cells[column]) {
					check(t, c)
				}
			}
			for _, c := range citations(t, cells[3]) {
				if !strings.HasPrefix(c.file, "rulebook/text/") {
					continue
				}
				checkPassage(t, c)
				if other, twice := cited[c.text()]; twice {
					t.Errorf("%s cites %q, too", other, c.part)
				}
				cited[c.text()] = cells[0]
			}
		})
	}
}

// TestRulingsNamePlaythroughs requires that the playthroughs named in the first
// tables exist, and that each is named.
func TestRulingsNamePlaythroughs(t *testing.T) {
	text := read(t, "docs/rulings.md")
	files, err := filepath.Glob("../game/testdata/playthroughs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no playthroughs found", err)
	}
	var all []string
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		all = append(all, name)
		if !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, "/"+name+".txt") {
			t.Errorf("docs/rulings.md does not name %s", name)
		}
	}
	for line := range strings.Lines(text) {
		cells := tableCells(line)
		if len(cells) < 4 {
			continue
		}
		for _, name := range reference.FindAllStringSubmatch(cells[len(cells)-1], -1) {
			if !strings.Contains(name[1], "/") && strings.Contains(name[1], "-") && !slices.Contains(all, name[1]) {
				t.Errorf("there is no playthrough %s", name[1])
			}
		}
	}
}

var (
	sentenceIDs = regexp.MustCompile(`^[QNPXF]\d+( [QNPXF]\d+)*$`)
	reference   = regexp.MustCompile("`([^`:]+)(?::([^`]+))?`")
)

func sentenceRows(t *testing.T) func(yield func([]string) bool) {
	t.Helper()
	text := read(t, "rulebook/leaflets.md")
	return func(yield func([]string) bool) {
		for line := range strings.Lines(text) {
			cells := tableCells(line)
			if len(cells) == 5 && sentenceIDs.MatchString(cells[0]) && !yield(cells) {
				return
			}
		}
	}
}

// tableCells are the cells of a row of a Markdown table.
func tableCells(line string) []string {
	line = strings.TrimSpace(strings.ReplaceAll(line, `\|`, "\x00"))
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
	}
	return cells
}

// citation is a file and a part of it.
type citation struct{ file, part string }

func (c citation) text() string { return c.file + ":" + c.part }

func citations(t *testing.T, cell string) []citation {
	t.Helper()
	var all []citation
	for _, match := range reference.FindAllStringSubmatch(cell, -1) {
		all = append(all, citation{match[1], match[2]})
	}
	if len(all) == 0 {
		t.Errorf("%q names nothing", cell)
	}
	return all
}

// read is a file of the repository.
func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func inFile(t *testing.T, c citation) {
	t.Helper()
	if text := read(t, c.file); !strings.Contains(oneLine(text), oneLine(c.part)) {
		t.Errorf("%s has no %q", c.file, c.part)
	}
}

// checkPassage requires words that say something and are not elsewhere in the same
// book.
func checkPassage(t *testing.T, c citation) {
	t.Helper()
	if count := strings.Count(oneLine(read(t, c.file)), oneLine(c.part)); count != 1 {
		t.Errorf("%s has %q %d times", c.file, c.part, count)
	}
	if !strings.ContainsAny(c.part, "|/") && len(strings.Fields(c.part)) < 4 {
		t.Errorf("%q is too short to say something", c.part)
	}
}

// tested requires that a test shows the sentence, by what the citation names.
func tested(t *testing.T, c citation) {
	t.Helper()
	switch {
	case c.part == "":
		t.Errorf("what in %s shows it?", c.file)
	case strings.HasPrefix(c.file, "game/testdata/playthroughs/"):
		played := gametest.Playthrough(t, full.All().Games(), read(t, c.file))
		if !slices.ContainsFunc(strings.Split(played, "\n"), func(line string) bool {
			return !strings.HasPrefix(line, "#") && strings.HasSuffix(strings.TrimSpace(line), c.part)
		}) {
			t.Errorf("%s never shows %q", c.file, c.part)
		}
	case strings.HasPrefix(c.file, "rulebook/lessons/"):
		acceptsAnswers(t, c)
	case strings.HasSuffix(c.file, "_test.go"):
		isTested(t, c)
	case !strings.HasPrefix(c.file, "game/gametest/reference/") && !strings.HasSuffix(c.file, ".txtar"):
		t.Errorf("%s tests no rule: only the rules that the conformance suite compares with and scripts of the program do", c.file)
	default:
		inFile(t, c)
		if len(strings.Fields(c.part)) < 3 {
			t.Errorf("%q is too short to say something", c.part)
		}
	}
}

// acceptsAnswers requires that the answers of a task of a lesson can be given.
func acceptsAnswers(t *testing.T, c citation) {
	t.Helper()
	id := strings.TrimSuffix(filepath.Base(c.file), ".txt")
	tasks := lesson(t, id, "en")
	i := slices.IndexFunc(tasks, func(task rulebook.Task) bool { return "# "+task.ID == c.part })
	if i < 0 {
		t.Errorf("%s has no task %q", c.file, c.part)
		return
	}
	p := taskPosition(t, tasks[i])
	if right := rightAnswers(t, p, tasks[i]); !slices.Equal(tasks[i].Answers, right) {
		t.Errorf("the answers of %q are %v, want %v", c.part, tasks[i].Answers, right)
	}
}

// isTested requires an example of a phrase, or a test with the words after its name, that
// is never skipped.
func isTested(t *testing.T, c citation) {
	t.Helper()
	name, words, _ := strings.Cut(c.part, " ")
	text := read(t, c.file)
	if !strings.HasPrefix(name, "Test") {
		if !strings.Contains(text, "Ground: "+name+",") && !strings.Contains(text, "Reason: "+name+",") {
			t.Errorf("%s has no example of %s", c.file, name)
		}
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(parsed.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Name.Name == name
	})
	if i < 0 {
		t.Errorf("%s has no test %s", c.file, name)
		return
	}
	body := text[parsed.Decls[i].Pos()-1 : parsed.Decls[i].End()-1]
	if words == "" || !strings.Contains(oneLine(body), words) {
		t.Errorf("what in %s shows it? %q does not", name, words)
	}
	if strings.Contains(body, ".Skip") {
		t.Errorf("%s may be skipped", name)
	}
}
