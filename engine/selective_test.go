package engine

import (
	"context"
	"testing"

	"plateau/game"
	"plateau/game/quixo"
)

// A selective search may overlook something, but what it proves is right, and a
// full search does not use its entries in a shared transposition table.
func TestSelectiveProofsAreRight(t *testing.T) {
	values := quixo3Values()
	tt := NewTranspositions(1 << 22)
	selective := NewSearch[quixo.State](quixo.Spec(3), countMarks, tt)
	selective.Selective = true
	plain := NewSearch[quixo.State](quixo.Spec(3), countMarks, tt)
	const depth = 6
	proved := 0
	for key, want := range values {
		s, err := quixo.Spec(3).FromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		score, _, _ := selective.Run(context.Background(), &s, depth, -Infinity, Infinity)
		got := score.Proved()
		if got.IsWin() && !want.IsWin() || got.IsLoss() && !want.IsLoss() {
			t.Fatalf("key %d: proved a %v, but it is a %v", key, got, want)
		}
		if got != game.Unknown {
			proved++
		}
		score, complete, _ := plain.Run(context.Background(), &s, depth, -Infinity, Infinity)
		if turns, known := want.Distance(); known && turns <= depth && verdictOf(score, complete, depth).Value != want {
			t.Fatalf("key %d: %v after a selective search, want %v", key, verdictOf(score, complete, depth).Value, want)
		}
	}
	if proved < len(values)/2 {
		t.Errorf("only %d of %d positions were proved", proved, len(values))
	}
}
