package solve

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quantik"
)

// quantikTestNext lists the classes without a complete line that moves lead to,
// with the canonical form and a map.
func quantikTestNext(states []quantik.State) []quantik.State {
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

func quantikTestKeys(states []quantik.State) []uint64 {
	keys := make([]uint64, len(states))
	for i := range states {
		keys[i] = quantikStoredKey(&states[i])
	}
	slices.Sort(keys)
	return keys
}

func TestQuantikEnumeration(t *testing.T) {
	const pieces = 5
	run := testRun(t.Context())
	q := NewQuantik()
	if err := q.enumerate(&run, pieces, newQuantikProgress(&run, 0, pieces)); err != nil {
		t.Fatal(err)
	}
	states := []quantik.State{quantik.Start()}
	for n := range pieces + 1 {
		if len(states) != quantikClasses[n] {
			t.Errorf("%d classes of %d pieces, want %d", len(states), n, quantikClasses[n])
		}
		if !slices.Equal(q.keys[n], quantikTestKeys(states)) {
			t.Errorf("the keys of %d pieces are not those of the classes", n)
		}
		states = quantikTestNext(states)
	}
}

// A share must hold what a sorted list without repetitions would, however
// unevenly the keys lie.
func TestQuantikShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, mask := range []uint64{1<<56 - 1, 1<<40 - 1, 1<<56 - 1<<55, 0xFF} {
		share := newQuantikShare(1000)
		var keys []uint64
		for range 300 {
			key := max(rng.Uint64()&mask, 1)
			share.add(key)
			keys = append(keys, key)
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		if got := share.appendTo(nil); !slices.Equal(got, keys) || share.count != len(keys) {
			t.Errorf("mask %x: %d keys, %d counted, want %d", mask, len(got), share.count, len(keys))
		}
	}
}

// Some late positions and all that can follow are solved as layers are, looked
// up as in a file, and compared with plain search.
func TestQuantikValues(t *testing.T) {
	const pieces = 8
	rng := rand.New(rand.NewPCG(8, 8))
	layers := [][]quantik.State{quantikTestPositions(rng, pieces, 100)}
	for n := pieces; n < quantikPieces; n++ {
		layers = append(layers, quantikTestNext(layers[n-pieces]))
	}
	run := testRun(t.Context())
	progress := newQuantikProgress(&run, 0, quantikPieces)
	var stored []byte
	for _, states := range slices.Backward(layers) {
		var err error
		if stored, err = quantikSolve(&run, quantikTestKeys(states), stored, progress); err != nil {
			t.Fatal(err)
		}
		for _, s := range states {
			got, err := QuantikValue(bytes.NewReader(stored), int64(len(stored)), &s)
			if want := gametest.Value[quantik.State](&s); got != want || err != nil {
				spec := quantik.Spec()
				t.Fatalf("%s is a %v (%v), want a %v", spec.Format(&s), got, err, want)
			}
		}
	}
}

// quantikTestPositions draws the classes of so many running positions with a
// number of pieces.
func quantikTestPositions(rng *rand.Rand, pieces, count int) []quantik.State {
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
		if s, _ = canonical(&s); !s.Outcome().Over() && QuantikLayer(&s) == quantikPieces-pieces && !slices.Contains(states, s) {
			states = append(states, s)
		}
	}
	return states
}

// Keys must be found wherever they lie, and others not.
func TestQuantikFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{0, 1, 63, 64, 65, 1000, 5000} {
		for _, shift := range []int{0, 20, 44} { // evenly, and crowded at the low end
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = rng.Uint64() >> shift
			}
			slices.Sort(keys)
			keys = slices.Compact(keys)
			var stored []byte
			for _, key := range keys {
				stored = binary.LittleEndian.AppendUint64(stored, key)
			}
			layer := bytes.NewReader(stored)
			for i, key := range keys {
				if at, err := quantikFind(layer, int64(len(keys)), key); at != int64(i) || err != nil {
					t.Fatalf("%d keys: key %d is found at %d (%v)", len(keys), i, at, err)
				}
			}
			for _, key := range []uint64{0, rng.Uint64(), 1<<64 - 1} {
				if _, found := slices.BinarySearch(keys, key); found {
					continue
				}
				if _, err := quantikFind(layer, int64(len(keys)), key); !errors.Is(err, ErrNotStored) {
					t.Fatalf("%d keys: looking for %x gave the error %v", len(keys), key, err)
				}
			}
		}
	}
}

func TestQuantikCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := testRun(ctx)
	run.Report = func(int64, int64) { cancel() }
	if stored, err := NewQuantik().Solve(run, 0, nil); stored != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gave %d bytes and the error %v", len(stored), err)
	}
}

func BenchmarkQuantik(b *testing.B) {
	for b.Loop() {
		q := NewQuantik()
		var stored []byte
		for layer := range q.Layers() {
			var err error
			if stored, err = q.Solve(testRun(b.Context()), layer, stored); err != nil {
				b.Fatal(err)
			}
		}
		if v := game.Value(stored[len(stored)-1]); v != game.LossIn(10) {
			b.Fatalf("the start is a %v, want a loss 10", v)
		}
	}
}
