package solver

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"plateau/exact"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quantik"
)

// testNext lists the classes after one more move without a complete line,
// simply with the canonical form and a map.
func testNext(states []quantik.State) []quantik.State {
	canonical := quantik.Spec().Symmetries.Canonical
	seen := map[quantik.State]bool{}
	var next []quantik.State
	for _, s := range states {
		for _, m := range s.AppendMoves(nil) {
			if s.Completing()>>m&1 != 0 {
				continue
			}
			after := s
			after.Play(m)
			if after, _ = canonical(&after); !seen[after] {
				seen[after] = true
				next = append(next, after)
			}
		}
	}
	return next
}

func testKeys(states []quantik.State) []uint64 {
	keys := make([]uint64, len(states))
	for i := range states {
		keys[i] = storedKey(&states[i])
	}
	slices.Sort(keys)
	return keys
}

func TestEnumeration(t *testing.T) {
	const pieces = 5
	run := exact.RunOn(t.Context(), 2, nil)
	q := &solver{}
	if err := q.enumerate(&run, pieces, newProgress(&run, 0, pieces)); err != nil {
		t.Fatal(err)
	}
	states := []quantik.State{quantik.Start()}
	for n := range pieces + 1 {
		if len(states) != classCounts[n] {
			t.Errorf("%d classes of %d pieces, want %d", len(states), n, classCounts[n])
		}
		if !slices.Equal(q.keys[n], testKeys(states)) {
			t.Errorf("the keys of %d pieces are not those of the classes", n)
		}
		states = testNext(states)
	}
}

// A partition must equal a sorted list without duplicates, however unevenly the
// keys are distributed.
func TestPartition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, mask := range []uint64{1<<56 - 1, 1<<40 - 1, 1<<56 - 1<<55, 0xFF} {
		partition := newPartition(1000)
		var keys []uint64
		for range 300 {
			key := max(rng.Uint64()&mask, 1)
			partition.add(key)
			keys = append(keys, key)
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		if got := partition.appendTo(nil); !slices.Equal(got, keys) || partition.count != len(keys) {
			t.Errorf("mask %x: %d keys, %d counted, want %d", mask, len(got), partition.count, len(keys))
		}
	}
}

// Some late positions and all that can follow are solved layer by layer and
// compared with plain search.
func TestValues(t *testing.T) {
	const pieces = 8
	rng := rand.New(rand.NewPCG(8, 8))
	layers := [][]quantik.State{testPositions(rng, pieces, 100)}
	for n := pieces; n < allPieces; n++ {
		layers = append(layers, testNext(layers[n-pieces]))
	}
	run := exact.RunOn(t.Context(), 2, nil)
	progress := newProgress(&run, 0, allPieces)
	var stored []byte
	for _, states := range slices.Backward(layers) {
		var err error
		if stored, err = solveKeys(&run, testKeys(states), stored, progress); err != nil {
			t.Fatal(err)
		}
		solved := newKeyIndex(stored)
		for _, s := range states {
			if s.Outcome().Over() {
				continue
			}
			got := solved.value(storedKey(&s))
			if want := gametest.Value[quantik.State](&s); got != want {
				spec := quantik.Spec()
				t.Fatalf("%s is a %v, want a %v", spec.Format(&s), got, want)
			}
		}
	}
}

// testPositions draws the classes of random running positions with a number of
// pieces.
func testPositions(rng *rand.Rand, pieces, count int) []quantik.State {
	canonical := quantik.Spec().Symmetries.Canonical
	var states []quantik.State
	for len(states) < count {
		s := quantik.Start()
		for range pieces {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			s.Play(moves[rng.IntN(len(moves))])
		}
		if s, _ = canonical(&s); !s.Outcome().Over() && piecesOn(&s) == pieces && !slices.Contains(states, s) {
			states = append(states, s)
		}
	}
	return states
}

func piecesOn(s *quantik.State) int {
	return bits.OnesCount64(s.Pieces(quantik.First) | s.Pieces(quantik.Second))
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := exact.RunOn(ctx, 2, nil)
	run.Report = func(int64, int64) { cancel() }
	if stored, err := NewSolver().Solve(run, 0, nil); stored != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gave %d bytes and the error %v", len(stored), err)
	}
}

func BenchmarkSolve(b *testing.B) {
	for b.Loop() {
		q := NewSolver()
		var stored []byte
		for layer := range q.Layers() {
			var err error
			if stored, err = q.Solve(exact.RunOn(b.Context(), 2, nil), layer, stored); err != nil {
				b.Fatal(err)
			}
		}
		if v := game.Value(stored[len(stored)-1]); v != game.LossIn(10) {
			b.Fatalf("the start is a %v, want a loss 10", v)
		}
	}
}
