package gametest

import (
	"bufio"
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"plateau/game"
)

//go:embed testdata/perft.tsv
var perftTable string

// perftInTests is the most leaves that a test counts; more is for benchmarks.
const perftInTests = 10_000_000

// PerftRow is a known answer: how many sequences of moves of this length begin
// at the start of the game.
type PerftRow struct {
	Depth  int
	Leaves uint64
}

func perftRows(id string) []PerftRow {
	var rows []PerftRow
	lines := bufio.NewScanner(strings.NewReader(perftTable))
	for lines.Scan() {
		var of string
		var row PerftRow
		if _, err := fmt.Sscan(lines.Text(), &of, &row.Depth, &row.Leaves); err != nil {
			panic(fmt.Sprintf("gametest: %q in perft.tsv: %v", lines.Text(), err))
		}
		if of == id {
			rows = append(rows, row)
		}
	}
	return rows
}

// Perft counts sequences of moves and compares with the known counts,
// for every seat that
// may begin.
func Perft[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S]) {
	t.Helper()
	rows := perftRows(spec.ID)
	if len(rows) == 0 {
		t.Fatalf("no counts are known for %s", spec.ID)
	}
	CheckPerft[S, P](t, spec, rows)
}

// CheckPerft counts sequences of moves and compares with known counts.
func CheckPerft[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], known []PerftRow) {
	t.Helper()
	for _, row := range known {
		if row.Leaves > perftInTests {
			continue
		}
		for _, begins := range spec.Openers {
			s := spec.Start(begins)
			if got := game.Perft[S, P](&s, row.Depth); got != row.Leaves {
				t.Errorf("%s from %q to depth %d: %d sequences, want %d",
					spec.ID, spec.Format(&s), row.Depth, got, row.Leaves)
			}
		}
	}
}

// BenchmarkPerft times [game.Perft] to a depth that the table has.
func BenchmarkPerft[S comparable, P game.State[S]](b *testing.B, spec game.Spec[S], depth int) {
	b.Helper()
	s := spec.Start(spec.Openers[0])
	BenchmarkCount(b, spec.ID, depth, func() uint64 { return game.Perft[S, P](&s, depth) })
}

// BenchmarkDeep times the rows of the table that are too long for tests.
func BenchmarkDeep[S comparable, P game.State[S]](b *testing.B, spec game.Spec[S]) {
	b.Helper()
	for _, row := range perftRows(spec.ID) {
		if row.Leaves > perftInTests {
			b.Run(fmt.Sprintf("%s %d", spec.ID, row.Depth), func(b *testing.B) {
				BenchmarkPerft[S, P](b, spec, row.Depth)
			})
		}
	}
}

// BenchmarkCount times any way to count the sequences of moves of a game to a
// depth that the table has, and reports millions of leaves a second.
func BenchmarkCount(b *testing.B, id string, depth int, count func() uint64) {
	b.Helper()
	want := uint64(0)
	for _, row := range perftRows(id) {
		if row.Depth == depth {
			want = row.Leaves
		}
	}
	leaves := uint64(0)
	for b.Loop() {
		got := count()
		if got != want {
			b.Fatalf("%s to depth %d: %d sequences, want %d", id, depth, got, want)
		}
		leaves += got
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
