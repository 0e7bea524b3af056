package pivot

import (
	"math/rand/v2"
	"testing"

	"plateau/game"
)

// lossPlace is where a position is stored.
type lossPlace struct {
	layer  int
	offset int64
}

// randomLayer makes a layer with single losses and clusters of them, among
// values that are not stored.
func randomLayer(rng *rand.Rand, layer int, size int64, losses map[lossPlace]game.Value) []byte {
	values := make([]byte, size)
	others := []game.Value{game.Draw, game.LossIn(0), game.WinIn(0), game.WinIn(3)}
	for i := range values {
		values[i] = byte(others[i&3])
	}
	for range min(size/100, 300) {
		at := rng.Int64N(size)
		for range rng.IntN(20) + 1 {
			at = min(at+rng.Int64N(3), size-1)
			v := game.LossIn(1 + rng.IntN(layer))
			values[at], losses[lossPlace{layer, at}] = byte(v), v
		}
	}
	return values
}

func TestRoundTrip(t *testing.T) {
	index := NewIndex()
	rng := rand.New(rand.NewPCG(1, 1))
	losses := map[lossPlace]game.Value{}
	w := NewWriter()
	// The large layers would take long, so they are left empty.
	for ; w.cards > 7; w.cards-- {
		walk := newClassCoder(w.coder, w.cards)
		for range index.Size(Layer(w.cards)) / int64(walk.size) {
			walk.codeClass(nil)
		}
	}
	for w.cards >= 0 {
		layer := Layer(w.cards)
		w.Add(randomLayer(rng, layer, index.Size(layer), losses))
	}
	lookup, err := ReadLosses(w.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for at := range losses {
		for _, near := range []lossPlace{at, {at.layer, at.offset ^ 1}} {
			if near.offset >= index.Size(at.layer) {
				continue
			}
			s := index.State(near.layer, near.offset)
			if got, want := lookup.Value(&s), losses[near]; got != want {
				t.Fatalf("%016x: %v, want %v", s.Cards(), got, want)
			}
		}
	}
	stored := 0
	for _, l := range lookup.layers {
		stored += len(l.losses)
	}
	if stored != len(losses) {
		t.Errorf("%d losses, want %d", stored, len(losses))
	}
}

func TestDamagedData(t *testing.T) {
	w := NewWriter()
	for range MaxCards + 1 {
		w.Add(nil)
	}
	good := w.Bytes()
	for at := range good {
		damaged := append([]byte(nil), good...)
		damaged[at] ^= 0x10
		if _, err := ReadLosses(damaged); err == nil {
			t.Errorf("byte %d is damaged, and nobody notices", at)
		}
	}
	for size := range good {
		if _, err := ReadLosses(good[:size]); err == nil {
			t.Errorf("the data ends after %d bytes, and nobody notices", size)
		}
	}
}

// TestCoder writes bits of all kinds of probabilities and reads them back.
func TestCoder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var bits []bool
	for _, share := range []float64{0, 0.001, 0.3, 0.5, 0.99, 1, 0} {
		for range 5000 {
			bits = append(bits, rng.Float64() < share)
		}
	}
	var learnt, learntAgain [3]probability
	setEven(learnt[:])
	setEven(learntAgain[:])
	w := newWriter()
	for i, bit := range bits {
		w.bit(&learnt[i%3], bit)
	}
	r := newReader(w.finish())
	for i, bit := range bits {
		if r.bit(&learntAgain[i%3], false) != bit {
			t.Fatalf("bit %d of %d is read wrongly", i, len(bits))
		}
	}
}
