package progress_test

import (
	"reflect"
	"testing"

	"plateau/internal/progress"
)

func TestPuzzleProgressOfTwoDevices(t *testing.T) {
	a := progress.PuzzleProgress{
		Solved: map[string][]string{"quixo": {"a", "c"}},
		Streak: progress.PuzzleStreak{Day: "2026-11-14", Length: 7, Best: 9},
		Row:    progress.PuzzleRow{At: 5, Length: 0, Best: 4},
	}
	b := progress.PuzzleProgress{
		Solved: map[string][]string{"quixo": {"b", "a"}, "pivot": {"d"}},
		Streak: progress.PuzzleStreak{Day: "2026-11-15", Length: 1, Best: 3},
		Row:    progress.PuzzleRow{At: 4, Length: 6, Best: 6},
	}
	want := progress.PuzzleProgress{
		Solved: map[string][]string{"quixo": {"a", "b", "c"}, "pivot": {"d"}},
		Streak: progress.PuzzleStreak{Day: "2026-11-15", Length: 1, Best: 9},
		Row:    progress.PuzzleRow{At: 5, Length: 0, Best: 6},
	}
	for _, got := range []progress.PuzzleProgress{a.Merge(b), b.Merge(a), a.Merge(b).Merge(a).Merge(b)} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, wanted is %+v", got, want)
		}
	}
	if n := want.Count(); n != 4 {
		t.Errorf("%d puzzles are solved", n)
	}
}
