package rulebook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentences is how many sentences and figures each leaflet has.
var sentences = map[string]int{"Q": 18, "N": 18, "P": 28, "X": 16, "F": 18}

// TestEverySentenceOfTheLeafletsHasAnEntry reads the table of docs/rulings.md: it
// has every sentence once, and what it names exists.
func TestEverySentenceOfTheLeafletsHasAnEntry(t *testing.T) {
	text, err := os.ReadFile("../docs/rulings.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for line := range strings.Lines(string(text)) {
		cells := tableCells(line)
		if len(cells) != 5 || !sentenceIDs.MatchString(cells[0]) {
			continue
		}
		for _, number := range strings.Fields(cells[0]) {
			found[number]++
		}
		for _, cell := range cells[2:] {
			checkReferences(t, cells[0], cell)
		}
	}
	var wanted []string
	for leaflet, count := range sentences {
		for i := range count {
			wanted = append(wanted, fmt.Sprintf("%s%d", leaflet, i+1))
		}
	}
	for _, number := range wanted {
		if found[number] != 1 {
			t.Errorf("%s has %d entries", number, found[number])
		}
	}
	for number := range found {
		if !slices.Contains(wanted, number) {
			t.Errorf("no leaflet has a sentence %s", number)
		}
	}
}

var (
	sentenceIDs = regexp.MustCompile(`^[QNPXF]\d+( [QNPXF]\d+)*$`)
	reference   = regexp.MustCompile("`([^`:]+)(?::([^`]+))?`")
)

// tableCells are the cells of a row of a Markdown table.
func tableCells(line string) []string {
	line = strings.TrimSpace(strings.ReplaceAll(line, `\|`, "\x00"))
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))
	}
	return cells
}

func checkReferences(t *testing.T, sentence, cell string) {
	t.Helper()
	all := reference.FindAllStringSubmatch(cell, -1)
	if len(all) == 0 {
		t.Errorf("%s: %q names nothing", sentence, cell)
	}
	for _, match := range all {
		content, err := os.ReadFile(filepath.Join("..", match[1]))
		if err != nil {
			t.Errorf("%s: %v", sentence, err)
			continue
		}
		if !strings.Contains(string(content), match[2]) {
			t.Errorf("%s: %s has no %q", sentence, match[1], match[2])
		}
	}
}
