package quixodata_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"plateau/engine/quixodata"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
	"plateau/game/quixo/quixoopening"
)

func TestDataHasItsSum(t *testing.T) {
	want, err := os.ReadFile("opening.bin.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x  opening.bin\n", sha256.Sum256(quixodata.Opening)); got != string(want) {
		t.Errorf("%swant\n%s", got, want)
	}
}

func newOpening(t *testing.T) *quixoopening.Opening {
	t.Helper()
	o, err := quixoopening.New(quixodata.Opening)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Random positions agree with their moves.
func TestValuesAgree(t *testing.T) {
	o, rng := newOpening(t), rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var planes [2]uint32
		for _, bit := range rng.Perm(25)[:rng.IntN(quixoopening.MaxMarks)] {
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
			switch value := o.Value(&after); {
			case value.IsLoss():
				best = game.Win
			case value == game.Draw:
				best = max(best, game.Draw)
			case !value.IsWin():
				t.Fatalf("%v is unknown", after)
			}
		}
		if got := o.Value(&s); got != best {
			t.Fatalf("%v is a %v, by its moves a %v", s, got, best)
		}
	}
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
		value := o.Value(&s)
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
