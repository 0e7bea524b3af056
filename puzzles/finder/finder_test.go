package finder_test

import (
	"reflect"
	"slices"
	"testing"

	"plateau/catalogue"
	"plateau/games/full"
	"plateau/internal/parallel"
	"plateau/puzzles"
	"plateau/puzzles/finder"
)

func find(t *testing.T, id string, games, workers int) []puzzles.Puzzle {
	t.Helper()
	search := finder.Search{
		Entry: gameOf(t, id), Data: full.Data, Games: games, Count: 8, Seed: 7, Workers: workers,
		Parallel: func(n int, do func(worker, i int)) {
			if err := parallel.For(t.Context(), workers, n, do); err != nil {
				t.Error(err)
			}
		},
		Progress: func(int) {},
	}
	found, err := search.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func gameOf(tb testing.TB, id string) catalogue.Entry {
	tb.Helper()
	g, err := full.All().Find(id)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// What a seed finds does not depend on the number of workers, and verification
// proves all of it.
func TestASearchIsRepeatableAndRight(t *testing.T) {
	for _, id := range []string{"quantik", "quixo"} {
		t.Run(id, func(t *testing.T) {
			found := find(t, id, 12, 1)
			if len(found) == 0 {
				t.Fatal("nothing was found")
			}
			if again := find(t, id, 12, 3); !reflect.DeepEqual(found, again) {
				t.Errorf("one worker found %v, three found %v", found, again)
			}
			verify(t, id, found)
		})
	}
}

func verify(tb testing.TB, id string, list []puzzles.Puzzle) {
	tb.Helper()
	v, err := finder.NewVerifier(gameOf(tb, id), full.Data)
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range list {
		if err := v.Verify(tb.Context(), p); err != nil {
			tb.Errorf("%s: %v", p, err)
		}
	}
}

// The test verifies every steps-th puzzle of a game, depending on the cost of a
// proof; the benchmark verifies them all.
var steps = map[string]int{"quantik": 5, "pivot": 50, "quixo": 20, "quixo4p": 10}

func TestPuzzlesAreRight(t *testing.T) {
	for id, step := range steps {
		t.Run(id, func(t *testing.T) {
			var some []puzzles.Puzzle
			for i, p := range puzzles.Of(id).All() {
				if i%step == 0 {
					some = append(some, p)
				}
			}
			verify(t, id, some)
		})
	}
}

func BenchmarkPuzzlesAreRight(b *testing.B) {
	for id := range steps {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				verify(b, id, puzzles.Of(id).All())
			}
		})
	}
}

func TestWrongPuzzlesAreRefused(t *testing.T) {
	list := puzzles.Of("quantik").All()
	first := func(goal puzzles.Goal, moves int) puzzles.Puzzle {
		i := slices.IndexFunc(list, func(p puzzles.Puzzle) bool { return p.Goal == goal && len(p.Line) >= moves })
		p := list[i]
		p.Line = slices.Clone(p.Line)
		return p
	}
	v, err := finder.NewVerifier(gameOf(t, "quantik"), full.Data)
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func() puzzles.Puzzle{
		"too few turns":          func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.Turns -= 2; return p },
		"too many turns":         func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.Turns += 2; return p },
		"cut off":                func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.Line = p.Line[:1]; return p },
		"ends with the opponent": func() puzzles.Puzzle { p := first(puzzles.OnlyMove, 3); p.Line = p.Line[:2]; return p },
		"another goal":           func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.Goal, p.Turns = puzzles.ToDraw, 0; return p },
		"another id":             func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.ID = "000000"; return p },
		"impossible":             func() puzzles.Puzzle { p := first(puzzles.ToWin, 3); p.Line[2] = p.Line[0]; return p },
		"a wrong move":           func() puzzles.Puzzle { return withOtherMove(t, first(puzzles.ToWin, 3)) },
	} {
		if v.Verify(t.Context(), spoil()) == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// withOtherMove begins the line with a legal move that is not the solution.
func withOtherMove(t *testing.T, p puzzles.Puzzle) puzzles.Puzzle {
	t.Helper()
	position, err := gameOf(t, p.Game).Game.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range position.Moves() {
		if text := position.MoveText(m); text != p.Line[0] {
			p.Line = []string{text}
			return p
		}
	}
	t.Fatal("there is no other move")
	return p
}
