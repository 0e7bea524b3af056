package pivot

import (
	"math/bits"
	"math/rand/v2"
	"sync"
	"testing"

	"plateau/exact/data"
	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/pivot"
)

// unpacked is shared by the tests, since unpacking takes a while.
var unpacked = sync.OnceValues(func() (*Losses, error) { return ReadLosses(data.PivotLosses) })

func newExact(tb testing.TB) *Exact {
	tb.Helper()
	losses, err := unpacked()
	if err != nil {
		tb.Fatal(err)
	}
	return New(losses)
}

func TestKnownAnswers(t *testing.T) { checkAnswers(t, 50) }

// All of the known answers, including the slow ones.
func BenchmarkKnownAnswers(b *testing.B) {
	for b.Loop() {
		checkAnswers(b, 1)
	}
}

// checkAnswers compares all known values, and the known numbers of winning,
// drawing and losing moves. Of positions with 10 cards, which are slow, it
// checks one in oneIn.
func checkAnswers(tb testing.TB, oneIn int) {
	tb.Helper()
	answers, err := gametest.Answers("pivot")
	if err != nil {
		tb.Fatal(err)
	}
	x := newExact(tb)
	spec := pivot.Spec()
	tens := 0
	for _, a := range answers {
		s, err := spec.Parse(a.Position)
		if err != nil {
			tb.Fatal(err)
		}
		want := game.Draw
		switch a.Value {
		case "win":
			want = game.WinIn(a.Distance)
		case "loss":
			want = game.LossIn(a.Distance)
		}
		if got := x.Value(&s); got != want {
			tb.Errorf("%s: %v, want %v", a.Position, got, want)
		}
		// The moves of positions with 10 cards are slow.
		slow := bits.OnesCount64(s.Cards()) == 10
		if slow {
			tens++
		}
		if !slow || tens%oneIn == 0 {
			checkMoves(tb, x, &s, a)
		}
	}
}

func checkMoves(tb testing.TB, x *Exact, s *pivot.State, a gametest.Answer) {
	tb.Helper()
	wins, draws, losses := 0, 0, 0
	for _, v := range moveValues(x, s, nil) {
		switch {
		case v.IsWin():
			wins++
		case v.IsLoss():
			losses++
		default:
			draws++
		}
	}
	if wins != a.Wins || draws != a.Draws || losses != a.Losses {
		tb.Errorf("%s: %d moves win, %d draw and %d lose, want %d, %d and %d",
			a.Position, wins, draws, losses, a.Wins, a.Draws, a.Losses)
	}
}

func TestAgainstPlainSearch(t *testing.T) {
	x := newExact(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for cards, count := range map[int]int{11: 1, 12: 20, 13: 100, 14: 300, 15: 300, 16: 100} {
		for range count {
			s := randomState(rng, cards)
			for cards == 11 && s.Outcome().Over() {
				s = randomState(rng, cards)
			}
			if got, want := x.Value(&s), gametest.Value[pivot.State](&s); got != want {
				t.Errorf("%016x: %v, want %v", s.Cards(), got, want)
			}
		}
	}
}

// moveValues appends the value of every legal move.
func moveValues(x *Exact, s *pivot.State, dst []game.Value) []game.Value {
	var room [maxMoves]game.Move
	for _, m := range s.AppendMoves(room[:0]) {
		next := *s
		next.Play(m)
		dst = append(dst, x.Value(&next).Before())
	}
	return dst
}

// TestBestMove compares the value of a position with that of its best move: the
// two are found in different ways.
func TestBestMove(t *testing.T) {
	x := newExact(t)
	rng := rand.New(rand.NewPCG(2, 2))
	for cards := range 16 {
		for range 5 {
			s := randomState(rng, cards)
			if s.Outcome().Over() {
				continue
			}
			best := game.Unknown
			for _, v := range moveValues(x, &s, nil) {
				best = max(best, v)
			}
			if got := x.Value(&s); got != best {
				t.Errorf("%016x: %v, but its best move is worth %v", s.Cards(), got, best)
			}
		}
	}
}

func TestSharedLossesAtTheSameTime(t *testing.T) {
	x := newExact(t)
	rng := rand.New(rand.NewPCG(3, 3))
	var states [40]pivot.State
	var want [len(states)]game.Value
	for i := range states {
		states[i] = randomState(rng, 8+i%6)
		want[i] = x.Value(&states[i])
	}
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			other := newExact(t)
			for i := range states {
				if got := other.Value(&states[i]); got != want[i] {
					t.Errorf("%016x: %v, want %v", states[i].Cards(), got, want[i])
				}
			}
		})
	}
	group.Wait()
}

func TestAllocatesNothing(t *testing.T) {
	x := newExact(t)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, cards := range []int{5, 9, 12} {
		s := randomState(rng, cards)
		room := moveValues(x, &s, nil)
		if allocs := testing.AllocsPerRun(1, func() { moveValues(x, &s, room[:0]) }); allocs != 0 {
			t.Errorf("%d cards: %v allocations", cards, allocs)
		}
	}
}

// BenchmarkMoves evaluates all moves of positions with 10 cards, the slowest
// ones.
func BenchmarkMoves(b *testing.B) {
	x := newExact(b)
	rng := rand.New(rand.NewPCG(5, 5))
	var room []game.Value
	for b.Loop() {
		s := randomState(rng, 10)
		room = moveValues(x, &s, room[:0])
	}
}
