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
var knownPerft string

// maxPerftInTests is the most leaves that a test counts; benchmarks count more.
const maxPerftInTests = 10_000_000

// PerftRow is a known perft count from the start of a game.
type PerftRow struct {
	Depth  int
	Leaves uint64
}

func perftRows(id string) []PerftRow {
	var rows []PerftRow
	lines := bufio.NewScanner(strings.NewReader(knownPerft))
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

// Perft compares perft counts with the known ones, for every seat that may
// begin.
func Perft[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S]) {
	t.Helper()
	rows := perftRows(spec.ID)
	if len(rows) == 0 {
		t.Fatalf("no counts are known for %s", spec.ID)
	}
	CheckPerft[S, P](t, spec, rows)
}

// CheckPerft compares perft counts with known ones.
func CheckPerft[S comparable, P game.State[S]](t *testing.T, spec game.Spec[S], known []PerftRow) {
	t.Helper()
	for _, row := range known {
		if row.Leaves > maxPerftInTests {
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

// BenchmarkPerft times [game.Perft] at a depth with a known count.
func BenchmarkPerft[S comparable, P game.State[S]](b *testing.B, spec game.Spec[S], depth int) {
	b.Helper()
	s := spec.Start(spec.Openers[0])
	BenchmarkCount(b, spec.ID, depth, func() uint64 { return game.Perft[S, P](&s, depth) })
}

// BenchmarkDeep times the known counts that are too slow for tests.
func BenchmarkDeep[S comparable, P game.State[S]](b *testing.B, spec game.Spec[S]) {
	b.Helper()
	for _, row := range perftRows(spec.ID) {
		if row.Leaves > maxPerftInTests {
			b.Run(fmt.Sprintf("%s %d", spec.ID, row.Depth), func(b *testing.B) {
				BenchmarkPerft[S, P](b, spec, row.Depth)
			})
		}
	}
}

// BenchmarkCount times a perft function at a depth with a known count, and
// reports millions of leaves per second.
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
