package pivot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/game/pivot"
)

// sizes are the published numbers of positions with 0 to 16 cards, up to the
// board's symmetries and turning all cards over.
var sizes = [...]int64{
	0: 1, 1: 3, 2: 66, 3: 876, 4: 11304, 5: 88224, 6: 643904, 7: 3213760, 8: 14467584, 9: 46210560, 10: 129352704,
	11: 258705408, 12: 431656960, 13: 493076480, 14: 423198720, 15: 212090880, 16: 54853632,
}

func TestSizes(t *testing.T) {
	x := NewIndex()
	for cards, want := range sizes {
		got := x.Size(Layer(cards))
		if cards > 0 {
			got *= int64(FlipVariants(cards) / 2)
		}
		if got != want {
			t.Errorf("%d cards: %d positions, want %d", cards, got, want)
		}
	}
}

// randomState draws a position with a number of cards.
func randomState(rng *rand.Rand, cards int) pivot.State {
	word := uint64(0)
	for i, cell := range rng.Perm(Cells)[:cards] {
		lane := 2*(i%2) + rng.IntN(2)
		word |= 1 << (Cells*lane + cell)
	}
	return pivot.Make(word)
}

// TestPlacesOfEveryClass checks for all classes that the place is the one in
// its group, and that a position at the place leads back to it.
func TestPlacesOfEveryClass(t *testing.T) {
	x := NewIndex()
	rng := rand.New(rand.NewPCG(1, 1))
	var sets []Sets
	for cards := range x.groups {
		next := 0
		for n := range x.Groups(cards) {
			var first int
			first, sets = x.Group(cards, n, sets[:0])
			if first != next {
				t.Fatalf("%d cards: group %d begins with class %d, want %d", cards, n, first, next)
			}
			for i, s := range sets {
				if class, by := x.Class(s); class != first+i || by != 0 {
					t.Fatalf("%d cards: class %d says %d by %d", cards, first+i, class, by)
				}
				faces := uint16(rng.IntN(1 << FaceBits(cards)))
				state := turnPlayers(Join(s, faces), rng.IntN(4))
				layer, offset := x.Locate(&state)
				if want := int64(first+i)<<FaceBits(cards) | int64(faces); layer != Layer(cards) || offset != want {
					t.Fatalf("%d cards: place %d %d, want %d", cards, layer, offset, want)
				}
			}
			next += len(sets)
		}
		if size := x.Size(Layer(cards)); size != int64(next)<<FaceBits(cards) {
			t.Errorf("%d cards: %d classes and %d positions", cards, next, size)
		}
	}
}

// TestSymmetricStates compares the place of a position with those of its
// images, and with the position that the place leads back to.
func TestSymmetricStates(t *testing.T) {
	x := NewIndex()
	spec := pivot.Spec()
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 20000 {
		s := randomState(rng, i%(Cells+1))
		layer, offset := x.Locate(&s)
		if offset < 0 || offset >= x.Size(layer) {
			t.Fatalf("%s: offset %d of %d", spec.Format(&s), offset, x.Size(layer))
		}
		back := x.State(layer, offset)
		if canonical(spec, &s) != canonical(spec, &back) {
			t.Fatalf("%s: its place gives %s", spec.Format(&s), spec.Format(&back))
		}
		if backLayer, backOffset := x.Locate(&back); backLayer != layer || backOffset != offset {
			t.Fatalf("%s: place %d %d, and back %d %d", spec.Format(&s), layer, offset, backLayer, backOffset)
		}
		if ambiguous(&s) {
			continue
		}
		for y := range game.Symmetry(spec.Symmetries.Count) {
			turned := turnPlayers(spec.Symmetries.State(&s, y), rng.IntN(4))
			if turnedLayer, turnedOffset := x.Locate(&turned); turnedLayer != layer || turnedOffset != offset {
				t.Fatalf("%s: place %d %d, turned by %d %d %d", spec.Format(&s), layer, offset, y, turnedLayer, turnedOffset)
			}
		}
	}
}

// turnPlayers turns all circles over for bit 0 and all squares for bit 1.
func turnPlayers(s pivot.State, players int) pivot.State {
	cards := s.Cards()
	for player := range 2 {
		if players>>player&1 != 0 {
			lanes := uint64(1<<(2*Cells)-1) << (2 * Cells * player)
			blacks := uint64(1<<Cells-1) << (2 * Cells * player)
			cards = cards&^lanes | cards&blacks<<Cells | cards>>Cells&blacks
		}
	}
	return pivot.Make(cards)
}

// canonical is the smallest key of all equivalent positions.
func canonical(spec game.Spec[pivot.State], s *pivot.State) uint64 {
	one, _ := spec.Symmetries.Canonical(s)
	turned := turnPlayers(*s, 1)
	two, _ := spec.Symmetries.Canonical(&turned)
	return min(one.Key(), two.Key())
}

// ambiguous reports whether the sets have a symmetry: then equivalent positions
// may have several places.
func ambiguous(s *pivot.State) bool {
	sets, _ := Split(s.Cards())
	for y := Symmetry(1); y < 8; y++ {
		if y.Set(sets.Circles) == sets.Circles && y.Set(sets.Squares) == sets.Squares {
			return true
		}
	}
	return false
}

func TestFoldIsLinear(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for cards := range Cells + 1 {
		all := uint16(1<<cards - 1)
		for range 100 {
			a, b := uint16(rng.Uint32())&all, uint16(rng.Uint32())&all
			circles := uint16(1<<((cards+1)/2) - 1)
			if Fold(a, cards)^Fold(b, cards) != Fold(a^b, cards) ||
				Fold(a, cards) != Fold(a^circles, cards) || Fold(a, cards) != Fold(a^all, cards) {
				t.Fatalf("%d cards: faces %b and %b", cards, a, b)
			}
		}
	}
}

func TestRankCountsSubsets(t *testing.T) {
	for _, taken := range []uint16{0, 0x8421, 0x0F3C} {
		for count := range 9 {
			next := 0
			for set := range subsets(^taken, count) {
				if bits.OnesCount16(set) != count || set&taken != 0 || rank(set, taken) != next {
					t.Fatalf("without %04x, %d cells: %04x has rank %d, want %d", taken, count, set, rank(set, taken), next)
				}
				next++
			}
			if next != choose[Cells-bits.OnesCount16(taken)][count] {
				t.Errorf("without %04x, %d cells: %d sets", taken, count, next)
			}
		}
	}
}

func BenchmarkNewIndex(b *testing.B) {
	for b.Loop() {
		NewIndex()
	}
}

func BenchmarkLocate(b *testing.B) {
	x := NewIndex()
	rng := rand.New(rand.NewPCG(4, 4))
	var states [1024]pivot.State
	for i := range states {
		states[i] = randomState(rng, 11)
	}
	i := 0
	for b.Loop() {
		x.Locate(&states[i%len(states)])
		i++
	}
}
