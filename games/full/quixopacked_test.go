package full_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"plateau/engine"
	index "plateau/exact/quixo"
	"plateau/exact/quixo/packed"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quixo"
	"plateau/internal/parallel"
)

// packedQuixo opens the packed tablebase of Quixo.
func packedQuixo(tb testing.TB) *packed.Tablebase {
	tb.Helper()
	file, err := os.Open(filepath.Join(tablebasesFolder(tb), "quixo", tablebase.PackedName))
	if err != nil {
		tb.Skipf("NOT RUN: %v ('plateau tablebase pack quixo' makes it)", err)
	}
	t, err := packed.Open(5, file)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = t.Close() })
	return t
}

// BenchmarkPackedQuixoIsEqual compares the packed tablebase with the large one:
// every position of the fullest and of the emptiest layers, and a hundred million
// in random sets.
func BenchmarkPackedQuixoIsEqual(b *testing.B) {
	small := packedQuixo(b)
	large, err := quixosolver.Open(tablebasesFolder(b))
	if err != nil {
		b.Skipf("NOT RUN: %v", err)
	}
	defer large.Close()
	const random = 100_000_000
	type place struct{ marks, set int }
	for b.Loop() {
		var places []place
		board := index.NewBoard(5)
		positions := 0
		weights := make([]int, 26)
		for marks := range weights {
			sets := board.CountSets(marks)
			weights[marks] = sets << marks
			if marks <= 9 || marks >= 23 {
				for set := range sets {
					places = append(places, place{marks, set})
				}
				positions += sets << marks
			}
		}
		rng := rand.New(rand.NewPCG(18, 18))
		for drawn := 0; drawn < random; {
			// In proportion to the positions of the layers.
			marks, at := 0, rng.IntN(sum(weights))
			for at >= weights[marks] {
				at -= weights[marks]
				marks++
			}
			places = append(places, place{marks, at >> marks})
			drawn += 1 << marks
			positions += 1 << marks
		}
		err := parallel.For(b.Context(), runtime.GOMAXPROCS(0), len(places), func(_, i int) {
			p := places[i]
			want, err1 := large.Values(p.marks, p.set)
			got, err2 := small.Values(p.marks, p.set)
			if err := errors.Join(err1, err2); err != nil || !reflect.DeepEqual(want, got) {
				b.Errorf("set %d with %d marks differs: %v", p.set, p.marks, err)
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Logf("%d positions in %d sets are equal", positions, len(places))
	}
}

func sum(counts []int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}

// BenchmarkPackedQuixo measures look-ups in the packed tablebase in positions
// with 12 to 20 marks: cold, while nothing of them is decoded, and warm.
func BenchmarkPackedQuixo(b *testing.B) {
	table := packedQuixo(b)
	e := exactQuixo(b, table)
	g := entry(b, "quixo").Game
	spec := quixo.Spec(5)
	for b.Loop() {
		rng := rngOf(1818)
		var cold, warm, coldAnalysis, warmAnalysis []time.Duration
		for range 10_000 {
			var p game.Position
			var s quixo.State
			for marks := 0; marks < 12 || marks > 20; marks = marksOf(&s) {
				p = randomQuixo(b, g, rng)
				var err error
				if s, err = spec.FromKey(p.Key()); err != nil {
					b.Fatal(err)
				}
			}
			look := func(times *[]time.Duration) {
				start := time.Now()
				if _, err := table.Value(&s); err != nil {
					b.Fatal(err)
				}
				*times = append(*times, time.Since(start))
			}
			analyse := func(times *[]time.Duration) {
				start := time.Now()
				e.Analyse(b.Context(), p, 0, func(*engine.Analysis) {})
				*times = append(*times, time.Since(start))
			}
			look(&cold)
			look(&warm)
			if len(cold)%10 == 0 {
				analyse(&coldAnalysis)
				analyse(&warmAnalysis)
			}
		}
		for name, times := range map[string][]time.Duration{
			"value cold": cold, "value warm": warm, "analysis cold": coldAnalysis, "analysis warm": warmAnalysis,
		} {
			slices.Sort(times)
			b.Logf("%s: p50 %v, p99 %v over %d", name, times[len(times)/2], times[len(times)*99/100], len(times))
		}
	}
}

// marksOf is the number of marked cubes.
func marksOf(s *quixo.State) int {
	return bits.OnesCount32(s.Marks(quixo.Cross) | s.Marks(quixo.Circle))
}
