package solver

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	index "plateau/exact/quixo"

	"plateau/exact"
	"plateau/game"
	"plateau/game/quixo"
)

// solveLayers solves some layers of a board and returns their contents.
func solveLayers(tb testing.TB, size, layers, workers int) []exact.Bytes {
	tb.Helper()
	q := NewSolver(size)
	var stored []exact.Bytes
	var before exact.Layer
	for layer := range layers {
		solved, err := q.Solve(exact.RunOn(tb.Context(), workers, nil), layer, before)
		if err != nil {
			tb.Fatal(err)
		}
		contents, err := exact.BytesOf(solved)
		if err != nil {
			tb.Fatal(err)
		}
		if solved.Size() != contents.Size() {
			tb.Fatalf("layer %d has %d bytes and claims %d", layer, contents.Size(), solved.Size())
		}
		stored, before = append(stored, contents), solved
	}
	return stored
}

func lookupIn(size int, stored []exact.Bytes) *Lookup {
	return NewLookup(size, func(layer int) (io.ReaderAt, error) {
		return bytes.NewReader(stored[layer]), nil
	})
}

// lookUp compares with the other solver, which shares no code with this one.
func (q *testValues) lookUp(t *testing.T, l *Lookup, s *quixo.State) {
	t.Helper()
	want := q.value(s)
	got, err := l.Value(s)
	if err != nil || got.IsWin() != want.IsWin() || got.IsLoss() != want.IsLoss() || got == game.Unknown {
		spec := quixo.Spec(q.size)
		t.Fatalf("%s is a %v, not a %v (%v)", spec.Format(s), want, got, err)
	}
}

// Complete boards: every stored position, and some that are symmetric to a
// stored one. The counts add up.
func TestLayers(t *testing.T) {
	sizes := []int{3, 4}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		q := newTestValues(t, size, 2)
		stored := solveLayers(t, size, size*size+1, 2)
		l := lookupIn(size, stored)
		positions := int64(0)
		for layer, contents := range stored {
			q.compareLayer(t, l.board, size*size-layer, contents)
			summary, err := Summarise(contents)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range summary.Counts {
				positions += c.Won + c.Lost + c.Drawn
			}
		}
		if positions != int64(len(q.values)) {
			t.Errorf("%d×%d: %d positions, want %d", size, size, positions, len(q.values))
		}
		rng := rand.New(rand.NewPCG(3, 3))
		for range 20_000 {
			s := testState(size, rng.IntN(len(q.values)), game.Seat(rng.IntN(2)))
			q.lookUp(t, l, &s)
		}
	}
}

// compareLayer reads the stored planes of a layer, which is faster than
// look-ups.
func (q *testValues) compareLayer(t *testing.T, board *index.Board, marks int, contents exact.Bytes) {
	t.Helper()
	words := vectorWords(marks)
	for number, set := range board.NewLayer(marks).Sets {
		for sharing := range uint32(1) << marks {
			s := board.Position(index.Place{Marks: marks, Set: set, Sharing: sharing})
			pair := contents[headBytes+pairBytes*(number*words+int(sharing/64)):]
			won := binary.LittleEndian.Uint64(pair)>>(sharing%64)&1 != 0
			lost := binary.LittleEndian.Uint64(pair[8:])>>(sharing%64)&1 != 0
			if want := q.value(&s); won != want.IsWin() || lost != want.IsLoss() {
				spec := quixo.Spec(q.size)
				t.Fatalf("%s is a %v; stored is won %t, lost %t", spec.Format(&s), want, won, lost)
			}
		}
	}
}

// Random positions agree with their moves, and from lost ones progress gets
// smaller every two turns, whatever the losing side plays. Wrong values are
// found.
func TestCheckRandom(t *testing.T) {
	const size = 4
	stored := solveLayers(t, size, size*size+1, 2)
	l := lookupIn(size, stored)
	rng := rand.New(rand.NewPCG(5, 5))
	for range 5000 {
		if err := l.CheckRandom(rng); err != nil {
			t.Fatal(err)
		}
	}
	pairs := stored[size*size-9][headBytes:]
	for i := range pairs[:len(pairs)/2] {
		pairs[i] ^= 1 << (i % 8)
	}
	for range 1000 {
		if l.CheckRandom(rng) != nil {
			return
		}
	}
	t.Error("changed values were not found")
}

// Solving from a stored layer, read in pieces of any size, gives the same
// result as solving from memory, with any number of workers.
func TestLayersResumed(t *testing.T) {
	const size = 4
	stored := solveLayers(t, size, size*size+1, 1)
	again := solveLayers(t, size, size*size+1, 3)
	for layer := range stored {
		if !bytes.Equal(stored[layer], again[layer]) {
			t.Fatalf("layer %d depends on the number of workers", layer)
		}
	}
	for layer := 1; layer < len(stored); layer += 3 {
		q := NewSolver(size)
		solved, err := q.Solve(exact.RunOn(t.Context(), 2, nil), layer, chunkedLayer(stored[layer-1]))
		if err != nil {
			t.Fatal(err)
		}
		if contents, err := exact.BytesOf(solved); err != nil || !bytes.Equal(contents, stored[layer]) {
			t.Fatalf("layer %d is another after resuming: %v", layer, err)
		}
	}
}

// chunkedLayer is a layer that is written in small pieces of odd sizes.
type chunkedLayer []byte

func (p chunkedLayer) Size() int64 { return int64(len(p)) }

func (p chunkedLayer) WriteTo(w io.Writer) (int64, error) {
	for at := 0; at < len(p); at += 4099 {
		if _, err := w.Write(p[at:min(at+4099, len(p))]); err != nil {
			return int64(at), err
		}
	}
	return p.Size(), nil
}

func TestLayersCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := exact.RunOn(ctx, 2, nil)
	run.Report = func(int64, int64) { cancel() }
	if layer, err := NewSolver(3).Solve(run, 0, nil); layer != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gave %v and the error %v", layer, err)
	}
}

// knownCounts are the published counts of the 5×5 board by number of marks.
var knownCounts = map[int]exact.Counts{
	25: {Won: 20073427, Lost: 13326948, Drawn: 154057},
	24: {Won: 251945445, Lost: 159558801, Drawn: 7926154},
	23: {Won: 1503035960, Lost: 922844064, Drawn: 90702376},
	22: {Won: 5709392828, Lost: 3464479726, Drawn: 473026646},
}

// solveKnownLayers solves the fullest layers of the 5×5 board and compares
// their counts.
func solveKnownLayers(tb testing.TB, layers int) {
	tb.Helper()
	q := NewSolver(5)
	var before exact.Layer
	for layer := range layers {
		solved, err := q.Solve(exact.RunOn(tb.Context(), 2, nil), layer, before)
		if err != nil {
			tb.Fatal(err)
		}
		summary, err := Summarise(solved)
		if err != nil {
			tb.Fatal(err)
		}
		var sum exact.Counts
		for _, c := range summary.Counts {
			sum = sum.Add(c)
		}
		if want := knownCounts[q.Layers()-1-layer]; sum != want {
			tb.Errorf("%d marks: %v, want %v", q.Layers()-1-layer, sum, want)
		}
		before = solved
	}
}

// The full board.
func TestLargeBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	solveKnownLayers(t, 1)
}

// The layers with 25 to 22 marks: half a minute.
func BenchmarkLayers(b *testing.B) {
	for b.Loop() {
		solveKnownLayers(b, 4)
	}
}
