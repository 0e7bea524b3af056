package quantik_test

import (
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/game/quantik"
)

// randomStates plays random games and returns every position.
func randomStates(games int) []quantik.State {
	rng := rand.New(rand.NewPCG(1, 2))
	var states []quantik.State
	for range games {
		s := quantik.Start()
		for {
			states = append(states, s)
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
	return states
}

func canonicalKey(s *quantik.State) uint64 {
	return quantik.CanonicalKey(s.Pieces(quantik.First), s.Pieces(quantik.Second))
}

// Canonical keys must distinguish classes exactly as the smallest keys of all
// images do.
func TestCanonicalKey(t *testing.T) {
	symmetries := quantik.Spec().Symmetries
	games := 60
	if testing.Short() {
		games = 20
	}
	slowOf, fastOf := map[uint64]uint64{}, map[uint64]uint64{}
	for _, s := range randomStates(games) {
		slow := s.Key()
		for by := range game.Symmetry(symmetries.Count) {
			turned := symmetries.State(&s, by)
			slow = min(slow, turned.Key())
		}
		fast := canonicalKey(&s)
		if known, ok := slowOf[fast]; ok && known != slow {
			t.Fatalf("%x is the canonical key of two classes, %x and %x", fast, known, slow)
		}
		if known, ok := fastOf[slow]; ok && known != fast {
			t.Fatalf("one class has two canonical keys, %x and %x", known, fast)
		}
		slowOf[fast], fastOf[slow] = slow, fast
		if canonical, _ := symmetries.Canonical(&s); canonical.Key() != fast {
			t.Fatalf("%x is the canonical key, but %x that of the canonical form", fast, canonical.Key())
		}
	}
}

func TestPiecesOf(t *testing.T) {
	for _, s := range randomStates(200) {
		if again := quantik.Make(quantik.PiecesOf(s.Key())); again != s {
			t.Fatalf("the pieces of key %x make %x", s.Key(), again.Key())
		}
	}
}

// Completing must have a move if and only if it ends the game with four shapes.
func TestCompleting(t *testing.T) {
	spec := quantik.Spec()
	for _, s := range randomStates(2000) {
		legal := uint64(0)
		for _, m := range s.AppendMoves(nil) {
			legal |= 1 << m
			after := s
			after.Play(m)
			want := spec.Verdict(&after, &s).Reason == quantik.FourShapes
			if got := s.Completing()>>m&1 != 0; got != want {
				t.Fatalf("%s: %s completes a line: %t, want %t", spec.Format(&s), spec.FormatMove(&s, m), got, want)
			}
		}
		if s.Legal() != legal || s.Completing()&^legal != 0 {
			t.Fatalf("%s: legal %x, completing %x, but the moves are %x", spec.Format(&s), s.Legal(), s.Completing(), legal)
		}
	}
}

func BenchmarkCanonicalKey(b *testing.B) {
	states := randomStates(1000)
	i := 0
	for b.Loop() {
		canonicalKey(&states[i%len(states)])
		i++
	}
}

// Orbits are counted as all images say.
func TestOrbit(t *testing.T) {
	symmetries := quantik.Spec().Symmetries
	for _, s := range randomStates(6) {
		images := map[uint64]bool{}
		for by := range game.Symmetry(symmetries.Count) {
			turned := symmetries.State(&s, by)
			images[turned.Key()] = true
		}
		if got := quantik.Orbit(s.Pieces(quantik.First), s.Pieces(quantik.Second)); got != len(images) {
			t.Errorf("%s has %d images, not %d", s.QFEN(), len(images), got)
		}
	}
}
