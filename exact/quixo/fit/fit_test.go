package fit

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/quixo"
)

func sequential(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// backwards is sequential in reverse order.
func backwards(n int, do func(i int)) {
	for i := n - 1; i >= 0; i-- {
		do(i)
	}
}

// fakeValue is invariant under symmetries: who has more of the corners.
func fakeValue(s *quixo.State) (game.Value, error) {
	const corners = 1 | 1<<4 | 1<<20 | 1<<24
	lead := bits.OnesCount32(s.Marks(0)&corners) - bits.OnesCount32(s.Marks(1)&corners)
	switch {
	case lead > 0:
		return game.Win, nil
	case lead < 0:
		return game.Loss, nil
	}
	return game.Draw, nil
}

// fakeTablebase takes its values from a function.
type fakeTablebase func(s *quixo.State) (game.Value, error)

func (f fakeTablebase) Value(s *quixo.State) (game.Value, error) { return f(s) }

func (f fakeTablebase) Order(s *quixo.State) uint64 { return s.Key() }

func examples(t *testing.T, n int, parallel Parallel) []Example {
	t.Helper()
	drawn := Draw(n, 7, parallel)
	if err := Label(t.Context(), drawn, fakeTablebase(fakeValue), func(int) {}); err != nil {
		t.Fatal(err)
	}
	return drawn
}

// fitted returns the data and the first and last loss reported.
func fitted(t *testing.T, parallel Parallel) (data []byte, first, last float64) {
	t.Helper()
	data, err := Fit(t.Context(), examples(t, 8*batch, parallel), Options{
		Rounds: 16, Seed: 1, Parallel: parallel,
		Report: func(_ int, loss float64) {
			if first == 0 {
				first = loss
			}
			last = loss
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data, first, last
}

func TestFitLearnsAndIsReproducible(t *testing.T) {
	data, first, last := fitted(t, sequential)
	if last > first/2 {
		t.Errorf("the loss went from %.4f to %.4f", first, last)
	}
	if _, err := network.New(data); err != nil {
		t.Error(err)
	}
	if again, _, _ := fitted(t, backwards); !bytes.Equal(data, again) {
		t.Error("the same examples were fitted differently")
	}
}

func TestExamplesHaveTheirValues(t *testing.T) {
	positions := map[[2]uint32]bool{}
	for _, e := range Draw(3000, 7, backwards) {
		positions[[2]uint32{e.Own, e.Other}] = true
	}
	for _, e := range examples(t, 3000, sequential) {
		s := quixo.Make(5, e.Own, e.Other, quixo.Cross)
		value, _ := fakeValue(&s)
		if (e.Value == 1) != value.IsWin() || (e.Value == -1) != value.IsLoss() {
			t.Fatalf("%+v is a %v", e, value)
		}
		if !positions[[2]uint32{e.Own, e.Other}] || s.Outcome().Over() || e.marks() < minMarks {
			t.Fatalf("%+v should not have been drawn", e)
		}
	}
}

func TestFailuresAreReported(t *testing.T) {
	failed := errors.New("no value")
	err := Label(t.Context(), Draw(10, 1, sequential),
		fakeTablebase(func(*quixo.State) (game.Value, error) { return 0, failed }), func(int) {})
	if !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := Label(ended, Draw(10, 1, sequential), fakeTablebase(fakeValue), func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("looking up went on: %v", err)
	}
	if _, err := Fit(ended, examples(t, batch, sequential), Options{Rounds: 1, Parallel: sequential}); !errors.Is(err, context.Canceled) {
		t.Errorf("fitting went on: %v", err)
	}
}

// The slope of the loss agrees with a finite difference.
func TestSlope(t *testing.T) {
	for _, value := range []int8{-1, 0, 1} {
		for y := float32(-9); y <= 9; y += 0.5 {
			const step = 1.0 / 64
			above, _ := lossAt(y+step, value)
			below, _ := lossAt(y-step, value)
			_, slope := lossAt(y, value)
			if want := (above - below) / (2 * step); math.Abs(float64(slope)-want) > 1e-3 {
				t.Errorf("value %d at %.1f: the slope is %.5f, want %.5f", value, y, slope, want)
			}
		}
	}
}

// The image of a plane is the plane of the image.
func TestTurns(t *testing.T) {
	rng, group := rand.New(rand.NewPCG(1, 1)), quixo.Spec(5).Symmetries
	for range 1000 {
		plane := rng.Uint32() % (1 << 25)
		s := quixo.Make(5, plane, 0, quixo.Cross)
		for by := range symmetries {
			turned := group.State(&s, game.Symmetry(by))
			if got := symmetries[by].plane(plane); got != turned.Marks(quixo.Cross) {
				t.Fatalf("%025b by %d: %025b, want %025b", plane, by, got, turned.Marks(quixo.Cross))
			}
		}
	}
}
