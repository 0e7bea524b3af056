package engine

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

func zero[S any](*S) Score { return 0 }

// countMarks is a simple evaluation of Quixo.
func countMarks(s *quixo.State) Score {
	own, other := s.Marks(s.ToMove()), s.Marks(1-s.ToMove())
	return Score(bits.OnesCount32(own)-bits.OnesCount32(other)) * 20
}

// after plays random moves from a state, until the game ends at the latest.
func after[S any, P game.State[S]](s S, plies int, rng *rand.Rand) S {
	for range plies {
		moves := P(&s).AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		P(&s).Play(moves[rng.IntN(len(moves))])
	}
	return s
}

// Searched to the end of the game, values and distances are exact, draws
// included, although all positions share one transposition table.
func checkAgainstMinimax[S any, P game.State[S]](t *testing.T, spec game.Spec[S], plies, depth, positions int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	search := NewSearch[S, P](spec, zero[S], NewTranspositions(1<<20))
	for range positions {
		s := after[S, P](spec.Start(0), plies, rng)
		want := gametest.Value[S, P](&s)
		for d := 1; d <= depth; d++ {
			score, complete, _ := search.Run(context.Background(), &s, d, -Infinity, Infinity)
			got := verdictOf(score, complete, d)
			switch turns, decided := want.Distance(); {
			case decided && turns <= d || d == depth:
				if got.Value != want {
					t.Fatalf("key %d at depth %d: %v, want %v", P(&s).Key(), d, got, want)
				}
			case got.settled() && got.Value != want:
				t.Fatalf("key %d at depth %d: proved %v, but it is %v", P(&s).Key(), d, got, want)
			}
		}
	}
}

func TestSearchIsExactWhereGamesEnd(t *testing.T) {
	t.Run("quantik", func(t *testing.T) { checkAgainstMinimax(t, quantik.Spec(), 9, 8, 200) })
	t.Run("pivot", func(t *testing.T) { checkAgainstMinimax(t, pivot.Spec(), 13, 4, 200) })
}

// A search of depth d proves every win and loss within d turns, with its
// distance, and nothing that is wrong, although positions recur.
func TestSearchWithCycles(t *testing.T) {
	values := quixo3Values()
	search := NewSearch[quixo.State](quixo.Spec(3), countMarks, NewTranspositions(1<<22))
	const depth = 5
	for key, want := range values {
		s, err := quixo.Spec(3).FromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		score, complete, _ := search.Run(context.Background(), &s, depth, -Infinity, Infinity)
		got := verdictOf(score, complete, depth).Value
		turns, _ := want.Distance()
		within := turns <= depth
		if within && got != want || got.IsWin() && !want.IsWin() || got.IsLoss() && !want.IsLoss() || got == game.Draw {
			t.Fatalf("key %d: %v, want %v", key, got, want)
		}
		if _, known := got.Distance(); known && got != want {
			t.Fatalf("key %d: %v, want %v", key, got, want)
		}
	}
}

// quixo3Values solves the 3×3 board: one pass over all positions per distance,
// until nothing changes.
func quixo3Values() map[uint64]game.Value {
	values := map[uint64]game.Value{}
	children := map[uint64][]uint64{}
	for n := range 19683 {
		var marks [2]uint32
		for cell := range 9 {
			if digit := n % 3; digit > 0 {
				marks[digit-1] |= 1 << (cell/3*5 + cell%3)
			}
			n /= 3
		}
		for toMove := range game.Seat(2) {
			s := quixo.Make(3, marks[0], marks[1], toMove)
			values[s.Key()] = game.ValueOf(s.Outcome(), game.Team(toMove))
			for _, m := range s.AppendMoves(nil) {
				child := s
				child.Play(m)
				children[s.Key()] = append(children[s.Key()], child.Key())
			}
		}
	}
	for turns := 1; ; turns++ {
		found := map[uint64]game.Value{}
		for key, moves := range children {
			if values[key] != game.Unknown {
				continue
			}
			best := game.Unknown
			open := false
			for _, child := range moves {
				open = open || values[child] == game.Unknown
				best = max(best, values[child].Before())
			}
			if best.IsWin() || best.IsLoss() && !open {
				found[key] = best
			}
		}
		if len(found) == 0 {
			return values
		}
		for key, value := range found {
			values[key] = value
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	search := NewSearch[quixo.State](quixo.Spec(5), countMarks, NewTranspositions(1<<20))
	s := quixo.Start(5, quixo.Cross)
	if n := testing.AllocsPerRun(3, func() {
		search.Run(context.Background(), &s, 5, -Infinity, Infinity)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	search := NewSearch[quixo.State](quixo.Spec(5), countMarks, NewTranspositions(1<<20))
	s := quixo.Start(5, quixo.Cross)
	if _, _, ok := search.Run(ctx, &s, 40, -Infinity, Infinity); ok {
		t.Error("a search without time claims to have come to its end")
	}
}
