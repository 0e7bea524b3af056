package engine

import (
	"context"
	"testing"

	"plateau/game"
	"plateau/game/quixo"
)

// A selective search may overlook, but what it proves is so, and a search that
// is not selective does not believe what it left in a table they share.
func TestSelectiveProofsAreRight(t *testing.T) {
	values := quixo3Values()
	table := NewTranspositions(1 << 22)
	selective := NewSearch[quixo.State](quixo.Spec(3), countMarks, table)
	selective.Selective = true
	plain := NewSearch[quixo.State](quixo.Spec(3), countMarks, table)
	const depth = 6
	proved := 0
	for key, want := range values {
		s, err := quixo.Spec(3).FromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		score, _, _ := selective.Judge(context.Background(), &s, depth, -Infinity, Infinity)
		got := score.Proved()
		if got.IsWin() && !want.IsWin() || got.IsLoss() && !want.IsLoss() {
			t.Fatalf("key %d: proved a %v, but it is a %v", key, got, want)
		}
		if got != game.Unknown {
			proved++
		}
		score, complete, _ := plain.Judge(context.Background(), &s, depth, -Infinity, Infinity)
		if turns, known := want.Distance(); known && turns <= depth && verdictOf(score, complete, depth).Value != want {
			t.Fatalf("key %d: %v after a selective search, want %v", key, verdictOf(score, complete, depth).Value, want)
		}
	}
	if proved < len(values)/2 {
		t.Errorf("only %d of %d positions were proved", proved, len(values))
	}
}
