package puzzles_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/puzzles"
)

// wanted is the minimum number of puzzles per game.
var wanted = map[string]int{"quantik": 150, "pivot": 150, "quixo": 150, "quixo4p": 50}

func TestThereAreEnough(t *testing.T) {
	for id, least := range wanted {
		if n := len(puzzles.Of(id).All()); n < least {
			t.Errorf("%s has %d puzzles, wanted are %d", id, n, least)
		}
	}
	if list := (puzzles.Source{}).All(); list != nil {
		t.Errorf("a game without puzzles has %d", len(list))
	}
}

func TestNoPuzzleIsThereTwice(t *testing.T) {
	for id := range wanted {
		g, err := games.All().Games().Find(id)
		if err != nil {
			t.Fatal(err)
		}
		ids, positions := map[string]bool{}, map[string]bool{}
		for _, p := range puzzles.Of(id).All() {
			position, err := g.Parse(p.Position)
			if err != nil {
				t.Errorf("%s: %v", p, err)
				continue
			}
			if text := position.String(); text != p.Position {
				t.Errorf("%s is written %s", text, p.Position)
			}
			if canonical := position.Canonical().String(); ids[p.ID] || positions[canonical] {
				t.Errorf("%s is there twice, up to symmetry", p)
			} else {
				ids[p.ID], positions[canonical] = true, true
			}
		}
	}
}

func TestPuzzlesComeFromEasyToHardAndDiffer(t *testing.T) {
	for id := range wanted {
		list := puzzles.Of(id).All()
		if !slices.IsSortedFunc(list, func(a, b puzzles.Puzzle) int { return a.Grade - b.Grade }) {
			t.Errorf("%s: not sorted by grade", id)
		}
		grades := map[int]int{}
		for _, p := range list {
			grades[p.Grade]++
		}
		most := 0.3
		if id == "quixo4p" {
			// Where only the dot makes the solution unique, nearly
			// all wins are of one kind.
			most = 0.7
		}
		for grade := 1; grade <= puzzles.MaxGrade; grade++ {
			if share := float64(grades[grade]) / float64(len(list)); share < 0.05 || share > most {
				t.Errorf("%s: %.0f %% are of grade %d", id, 100*share, grade)
			}
		}
	}
}

func TestAPuzzleIsReadAsItIsWritten(t *testing.T) {
	for id := range wanted {
		for _, p := range puzzles.Of(id).All() {
			back, err := puzzles.Parse(id, p.String()+"\n")
			if err != nil || len(back) != 1 || back[0].String() != p.String() {
				t.Errorf("%s is read as %v, %v", p, back, err)
			}
		}
	}
}

func TestDamagedLinesAreRefused(t *testing.T) {
	for _, line := range []string{
		"a1 | 4/4/4/4 1 | win | 3 | 1",
		"a1 | 4/4/4/4 1 | win | three | 1 | S@a1",
		"a1 | 4/4/4/4 1 | win | -1 | 1 | S@a1",
		"a1 | 4/4/4/4 1 | win | 3 | 6 | S@a1",
		"a1 | 4/4/4/4 1 | win | 3 | 0 | S@a1",
		"a1 | 4/4/4/4 1 | lose | 3 | 1 | S@a1",
		"a1 | 4/4/4/4 1 | win | 3 | 1 |",
		" | 4/4/4/4 1 | win | 3 | 1 | S@a1",
	} {
		if list, err := puzzles.Parse("quantik", line); err == nil {
			t.Errorf("%q is read as %v", line, list)
		}
	}
}

// Every puzzle that is not too hard for most people has its day before any has
// a second one, also across the calendar's day zero.
func TestEveryPuzzleHasItsDay(t *testing.T) {
	for id := range wanted {
		n := 0
		for _, p := range puzzles.Of(id).All() {
			if p.Grade <= puzzles.MaxDailyGrade {
				n++
			}
		}
		first, seen := time.Date(1969, 12, 25, 0, 0, 0, 0, time.UTC), map[string]bool{}
		for day := range n {
			p, err := puzzles.Of(id).OfTheDay(first.AddDate(0, 0, day).Format(time.DateOnly))
			if err != nil {
				t.Fatal(err)
			}
			if p.Grade > puzzles.MaxDailyGrade {
				t.Fatalf("%s has a day, but its grade is %d", p.ID, p.Grade)
			}
			seen[p.ID] = true
		}
		if len(seen) != n || n == 0 {
			t.Errorf("%d of the %d puzzles of %s come within as many days", len(seen), n, id)
		}
	}
}

func TestWrongDaysAreRefused(t *testing.T) {
	for _, date := range []string{"", "today", "2026-02-30", "15.11.2026", "2026-11-15T00:00:00Z"} {
		if p, err := puzzles.Of("quixo").OfTheDay(date); err == nil {
			t.Errorf("%q has the puzzle %s", date, p)
		}
	}
	if p, err := (puzzles.Source{}).OfTheDay("2026-11-15"); err == nil {
		t.Errorf("a game without puzzles has %s", p)
	}
}

func TestJSONHasTheKeysOfThePages(t *testing.T) {
	text, err := json.Marshal(puzzles.Puzzle{ID: "a1", Game: "quixo", Goal: puzzles.ToWin, Turns: 3, Grade: 1, Line: []string{"c1-c5"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"a1","game":"quixo","position":"","goal":"win","turns":3,"grade":1,"line":["c1-c5"]}`
	if string(text) != want {
		t.Errorf("%s, wanted is %s", text, want)
	}
}

// FuzzParse reads damaged files of puzzles. What is accepted can be written, and is
// read as the same.
func FuzzParse(f *testing.F) {
	f.Add("# comment\n" + puzzles.Of("quantik").All()[0].String() + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := puzzles.Parse("quantik", text)
		if err != nil {
			return
		}
		var written strings.Builder
		for _, p := range list {
			written.WriteString(p.String() + "\n")
		}
		again, err := puzzles.Parse("quantik", written.String())
		if err != nil || !reflect.DeepEqual(list, again) {
			t.Errorf("%q is read as %v, and then as %v, %v", text, list, again, err)
		}
	})
}
