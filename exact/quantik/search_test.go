package quantik

import (
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quantik"
)

func TestKnownAnswers(t *testing.T) {
	answers, err := gametest.Answers("quantik")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		answers = answers[:400]
	}
	spec := quantik.Spec()
	exact := New()
	for _, a := range answers {
		s, err := spec.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		v := exact.Value(&s)
		if turns, _ := v.Distance(); v.IsWin() != (a.Value == "win") || turns != a.Distance {
			t.Errorf("%s is a %v, want a %s %d", a.Position, v, a.Value, a.Distance)
		}
		wins, losses, best := 0, 0, game.LossIn(0)
		for _, value := range moveValues(exact, &s) {
			if value.IsWin() {
				wins++
			} else {
				losses++
			}
			best = max(best, value)
		}
		if wins != a.Wins || losses != a.Losses || best != v {
			t.Errorf("%s, a %v: %d moves win and %d lose, want %d and %d; the best is a %v",
				a.Position, v, wins, losses, a.Wins, a.Losses, best)
		}
	}
}

func TestStart(t *testing.T) {
	s := quantik.Start()
	if v := New().Value(&s); v != game.LossIn(10) {
		t.Errorf("the start is a %v, want a loss 10", v)
	}
}

// Every move of late positions of random games, finished ones included, must
// have the value that plain search finds.
func TestPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	exact := New()
	for range 300 {
		s := quantik.Start()
		for plies := 0; ; plies++ {
			moves := s.AppendMoves(nil)
			if plies >= 8 {
				compare(t, exact, &s, moves)
			}
			if len(moves) == 0 {
				break
			}
			// Completing lines is mostly avoided, or few games
			// would last.
			m := moves[rng.IntN(len(moves))]
			for try := 0; try < 5 && s.Completing()>>m&1 != 0; try++ {
				m = moves[rng.IntN(len(moves))]
			}
			s.Play(m)
		}
	}
}

func compare(t *testing.T, exact *Exact, s *quantik.State, moves []game.Move) {
	t.Helper()
	spec := quantik.Spec()
	if got, want := exact.Value(s), gametest.Value[quantik.State](s); got != want {
		t.Fatalf("%s is a %v, want a %v", spec.Format(s), got, want)
	}
	for i, got := range moveValues(exact, s) {
		after := *s
		after.Play(moves[i])
		if want := gametest.Value[quantik.State](&after).Before(); got != want {
			t.Fatalf("%s: %s is a %v, want a %v", spec.Format(s), spec.FormatMove(s, moves[i]), got, want)
		}
	}
}

// moveValues is the value of every legal move.
func moveValues(exact *Exact, s *quantik.State) []game.Value {
	var values []game.Value
	for _, m := range s.AppendMoves(nil) {
		after := *s
		after.Play(m)
		values = append(values, exact.Value(&after).Before())
	}
	return values
}

// Positions with one piece are the slowest: the whole game tree lies ahead.
func BenchmarkMoves(b *testing.B) {
	s := quantik.Start()
	s.Play(s.AppendMoves(nil)[0])
	for b.Loop() {
		moveValues(New(), &s)
	}
}
