// Package figurestest helps to compare the files of docs/data with the rules.
package figurestest

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"plateau/game"
)

// folder is where the files are, as seen from exact/GAME/figures.
const folder = "../../../docs/data"

// Row is a row of a file, by the names of its columns.
type Row struct {
	testing.TB
	cells map[string]string
}

// Read reads a file of data.
func Read(tb testing.TB, name string) []Row {
	tb.Helper()
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	if len(lines) < 2 {
		tb.Fatalf("%s has no rows", name)
	}
	rows := make([]Row, len(lines)-1)
	for i, line := range lines[1:] {
		rows[i] = Row{tb, map[string]string{}}
		for column, title := range lines[0] {
			rows[i].cells[title] = line[column]
		}
	}
	return rows
}

// Text is the cell of a column, which must be there.
func (r Row) Text(column string) string {
	r.Helper()
	text, ok := r.cells[column]
	if !ok {
		r.Fatalf("there is no column %s", column)
	}
	return text
}

// Int is a whole number.
func (r Row) Int(column string) int {
	r.Helper()
	n, err := strconv.Atoi(r.Text(column))
	if err != nil {
		r.Fatalf("%s: %v", column, err)
	}
	return n
}

// Float is a share.
func (r Row) Float(column string) float64 {
	r.Helper()
	x, err := strconv.ParseFloat(r.Text(column), 64)
	if err != nil {
		r.Fatalf("%s: %v", column, err)
	}
	return x
}

// Full reports whether everything is to be compared, and not only samples.
func Full() bool { return os.Getenv("PLATEAU_FULL") != "" }

// Sum adds up a column.
func Sum(rows []Row, column string, which func(Row) bool) int {
	sum := 0
	for _, r := range rows {
		if which(r) {
			sum += r.Int(column)
		}
	}
	return sum
}

// CheckLine plays a line from a position and checks that every move keeps its
// value, that is that both sides play their best, and that the game ends in time.
func CheckLine[S any, P game.State[S]](tb testing.TB, spec *game.Spec[S], r Row, line []string, value func(s *S) game.Value) {
	tb.Helper()
	s, err := spec.Parse(r.Text("position"))
	if err != nil {
		tb.Fatal(err)
	}
	now := value(&s)
	if now.String() != r.Text("value") {
		tb.Errorf("%s is a %v, not a %s", r.Text("position"), now, r.Text("value"))
	}
	if turns, _ := now.Distance(); turns != len(line) {
		tb.Errorf("%s: a line of %d moves for a %v", r.Text("position"), len(line), now)
	}
	for _, text := range line {
		m, err := spec.ParseMove(&s, text)
		if err != nil {
			tb.Fatalf("%s: %v", spec.Format(&s), err)
		}
		P(&s).Play(m)
		next := value(&s)
		if next.Before() != now {
			tb.Errorf("%s leads from a %v to %s, a %v", text, now, spec.Format(&s), next)
		}
		now = next
	}
	if !P(&s).Outcome().Over() {
		tb.Errorf("the line from %s does not end the game", r.Text("position"))
	}
}
