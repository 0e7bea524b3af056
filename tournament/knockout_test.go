package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"plateau/internal/testaid"
	"plateau/tournament"
)

// No exchange of the sides of a game would leave them better balanced; byes and games
// that were not played count as nothing.
func TestSidesOfKnockoutsAreBalanced(t *testing.T) {
	rng := rand.New(rand.NewPCG(testaid.Seed(t, 4), 0))
	for players := 2; players <= 20; players++ {
		var names []string
		for i := range players {
			names = append(names, fmt.Sprint("Player ", i+1))
		}
		e := newEvening(t, tournament.Settings{Form: tournament.Knockout, ThirdPlace: true}, names...)
		balance := map[int]int{}
		for len(e.Played) == 0 || len(e.Played) < e.TotalRounds() {
			e.do(tournament.Pair{})
			for _, g := range e.Last().Games {
				if balance[g.First] > balance[g.Second] {
					t.Errorf("%d players, round %d: %d and %d have had the first side %d and %d times more often than the second, and %d has it again",
						players, len(e.Played), g.First, g.Second, balance[g.First], balance[g.Second], g.First)
				}
				result := []tournament.Result{first, second, tournament.FirstCame, tournament.SecondCame}[rng.IntN(4)]
				if result.Played() {
					balance[g.First]++
					balance[g.Second]--
				}
				e.do(tournament.Enter{Board: g.Board, Result: result})
			}
		}
	}
}
