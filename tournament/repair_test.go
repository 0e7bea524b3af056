package tournament_test

import (
	"slices"
	"testing"

	"plateau/tournament"
)

// In a round robin everybody meets everybody by a table. Sides can be exchanged; other pairs would let some meet twice
// and others never, and give points for byes that are worth none.
func TestRepairRoundRobin(t *testing.T) {
	e := newEvening(t, tournament.Settings{Form: tournament.RoundRobin}, "Ann", "Ben", "Cleo", "Dan", "Eve")
	e.do(tournament.Pair{})
	byes := slices.Clone(e.Last().Byes)
	var swapped, other [][2]int
	for _, g := range e.Last().Games {
		swapped = append(swapped, [2]int{g.Second, g.First})
		other = append(other, [2]int{g.First, g.Second})
	}
	other[0][0] = byes[0].Number
	refusal := "in a round robin everybody meets everybody; only who moves first can be changed"
	e.refuses(tournament.Repair{Pairs: other}, refusal)
	e.refuses(tournament.Repair{Pairs: swapped[:1]}, refusal)

	e.do(tournament.Repair{Pairs: swapped})
	if got := e.Last().Games[0]; [2]int{got.First, got.Second} != swapped[0] {
		t.Errorf("board 1 is %d-%d, want %v", got.First, got.Second, swapped[0])
	}
	if got := e.Last().Byes; !slices.Equal(got, byes) {
		t.Errorf("byes are %v, want %v", got, byes)
	}
}
