package rulebook_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plateau/games/full"
	"plateau/rulebook"
)

func strategy(t *testing.T, gameID, language string) *rulebook.Book {
	t.Helper()
	b, err := rulebook.Of(gameID).Strategy(language)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func claims(t *testing.T, gameID string) []rulebook.Claim {
	t.Helper()
	list, err := rulebook.Of(gameID).Claims()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sections are the blocks of a book, without those before the first heading.
func sections(b *rulebook.Book) [][]rulebook.Block {
	var all [][]rulebook.Block
	for _, block := range b.Blocks {
		if block.Kind == rulebook.Section {
			all = append(all, nil)
		}
		if len(all) > 0 {
			all[len(all)-1] = append(all[len(all)-1], block)
		}
	}
	return all
}

// Every section is a claim with its checks, says the same in all languages, and
// shows only positions that are checked. Package games/full proves the checks.
func TestStrategies(t *testing.T) {
	for _, id := range ownLessons {
		g, err := full.All().Find(id)
		if err != nil {
			t.Fatal(err)
		}
		proved := claims(t, id)
		english := strategy(t, id, "en")
		for _, l := range rulebook.Languages() {
			b := strategy(t, id, l.Code)
			if b == nil {
				t.Errorf("%s has no strategy in %s", id, l.Code)
				continue
			}
			compareBlocks(t, b, english)
			parts := sections(b)
			if len(parts) != len(proved) {
				t.Errorf("%s/%s: %d sections, but %d claims", l.Code, id, len(parts), len(proved))
				continue
			}
			for i, part := range parts {
				checkSection(t, l.Code+"/"+id+", "+proved[i].ID, part, proved[i])
			}
			for _, block := range b.Blocks {
				if block.Kind == rulebook.Figure {
					playFigure(t, g.Game, block)
				}
			}
		}
	}
}

// number is a number with its separators of thousands, but not a part of a cell.
var number = regexp.MustCompile(`\b\d+(?:[.,\x{a0}\x{202f}]\d{3})*\b`)

// checkSection compares the figures and the numbers of a section with its
// checks.
func checkSection(t *testing.T, where string, blocks []rulebook.Block, c rulebook.Claim) {
	t.Helper()
	if len(c.Checks) == 0 {
		t.Errorf("%s: nothing is checked", where)
	}
	var about, known []string
	for _, check := range c.Checks {
		about = append(about, check.About)
		known = append(known, append(slices.Clone(check.Want), sum(check.Want))...)
	}
	for _, block := range blocks {
		if block.Kind == rulebook.Figure && !slices.Contains(about, block.Position) {
			t.Errorf("%s: %s is shown, but not checked", where, block.Position)
		}
		for _, found := range number.FindAllString(block.Text, -1) {
			plain := strings.NewReplacer(".", "", ",", "", "\u00a0", "", "\u202f", "").Replace(found)
			if len(plain) > 1 && !slices.Contains(known, plain) {
				t.Errorf("%s: %s is not among the numbers %v", where, found, known)
			}
		}
	}
}

// sum adds up the numbers of a check: they are often all positions of a kind.
func sum(want []string) string {
	all := 0
	for _, text := range want {
		n, err := strconv.Atoi(text)
		if err != nil {
			return ""
		}
		all += n
	}
	return strconv.Itoa(all)
}

func TestGamesWithoutAStrategy(t *testing.T) {
	for _, source := range []rulebook.Source{rulebook.Of("ending")} {
		b, err := source.Strategy("en")
		if b != nil || err != nil {
			t.Errorf("%v, %v", b, err)
		}
		if list, err := source.Claims(); list != nil || err != nil {
			t.Errorf("%v, %v", list, err)
		}
	}
	if _, err := rulebook.Of("quixo").Strategy("klingon"); err == nil {
		t.Error("Klingon is read")
	}
}
