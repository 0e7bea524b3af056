package data_test

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"plateau/exact/data"
	exactquixo "plateau/exact/quixo"
	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

func TestDataHasItsSum(t *testing.T) {
	for name, contents := range map[string][]byte{
		"pivot-losses.bin": data.PivotLosses, "quixo-opening.bin": data.QuixoOpening, "quixo-estimate.bin": data.QuixoEstimate,
	} {
		want, err := os.ReadFile(name + ".sha256")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x  %s\n", sha256.Sum256(contents), name); got != string(want) {
			t.Errorf("%swant\n%s", got, want)
		}
	}
}

// Nine out of ten known positions are estimated right without a search.
func TestEstimatesOfKnownPositions(t *testing.T) {
	net, err := network.New(data.QuixoEstimate)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := gametest.Answers("quixo")
	if err != nil {
		t.Fatal(err)
	}
	const even = 4 * network.Scale
	spec, right, all := quixo.Spec(5), 0, 0
	for _, a := range answers {
		s, err := spec.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		own, other := s.Marks(s.ToMove()), s.Marks(1-s.ToMove())
		if s.Outcome().Over() || bits.OnesCount32(own|other) <= exactquixo.MaxMarks {
			continue
		}
		guess := "draw"
		switch estimate := net.Estimate(own, other); {
		case estimate > even:
			guess = "win"
		case estimate < -even:
			guess = "loss"
		}
		all++
		if guess == a.Value {
			right++
		}
	}
	t.Logf("%d of %d are estimated right", right, all)
	if right < all*9/10 {
		t.Errorf("only %d of %d are estimated right", right, all)
	}
}

func newOpening(t *testing.T) *exactquixo.Opening {
	t.Helper()
	o, err := exactquixo.NewOpening(data.QuixoOpening)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The values of random positions agree with those of their moves.
func TestValuesAgree(t *testing.T) {
	o, rng := newOpening(t), rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var planes [2]uint32
		for _, bit := range rng.Perm(25)[:rng.IntN(exactquixo.MaxMarks)] {
			planes[rng.IntN(2)] |= 1 << bit
		}
		s := quixo.Make(5, planes[0], planes[1], game.Seat(rng.IntN(2)))
		if s.Outcome().Over() {
			continue
		}
		best := game.Loss
		for _, m := range s.AppendMoves(nil) {
			after := s
			after.Play(m)
			switch value := valueOf(t, o, &after); {
			case value.IsLoss():
				best = game.Win
			case value == game.Draw:
				best = max(best, game.Draw)
			case !value.IsWin():
				t.Fatalf("%v is unknown", after)
			}
		}
		if got := valueOf(t, o, &s); got != best {
			t.Fatalf("%v is a %v, by its moves a %v", s, got, best)
		}
	}
}

func valueOf(t *testing.T, o *exactquixo.Opening, s *quixo.State) game.Value {
	t.Helper()
	value, err := o.Value(s)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// The known positions that are in the data.
func TestKnownPositions(t *testing.T) {
	answers, err := gametest.Answers("quixo")
	if err != nil {
		t.Fatal(err)
	}
	o, spec, found := newOpening(t), quixo.Spec(5), 0
	names := map[game.Value]string{game.Win: "win", game.Draw: "draw", game.Loss: "loss"}
	for _, a := range answers {
		s, err := spec.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		if s.Outcome().Over() {
			continue
		}
		value := valueOf(t, o, &s)
		if value == game.Unknown {
			continue
		}
		found++
		if names[value] != a.Value {
			t.Errorf("%s is a %s, not a %v", a.Position, a.Value, value)
		}
	}
	if found < 1000 {
		t.Errorf("only %d positions were found", found)
	}
}
