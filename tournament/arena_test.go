package tournament_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"plateau/internal/testaid"
	"plateau/tournament"
)

// An arena of an hour with 1,000 players, whose games last one to five minutes and of
// whom some pause and return: nobody is left out twice in a row, except one if the
// number of those who wait is odd.
func TestArenaLetsNobodyWait(t *testing.T) {
	players, minutes := 1000, 60
	if testing.Short() {
		players, minutes = 200, 10
	}
	rng := rand.New(rand.NewPCG(testaid.Seed(t, rand.Uint64()), 0))
	a := &simulatedArena{T: t, now: time.Date(2026, 11, 16, 19, 0, 0, 0, time.UTC), cup: &tournament.Tournament{}, ends: map[[2]int]time.Time{}}
	a.do(tournament.Create{Settings: tournament.Settings{Name: "Arena", Game: "quixo", Form: tournament.Arena, Minutes: minutes}.Standard()})
	for i := range players {
		a.do(tournament.Add{Entrant: tournament.Entrant{Name: fmt.Sprint("Player ", i+1), Rating: 1000 + rng.IntN(1000)}})
	}
	for range minutes * 60 / int(tournament.ArenaInterval().Seconds()) {
		a.finishGames(rng)
		a.pair(rng)
		if rng.IntN(4) == 0 {
			a.pauseOrReturn(rng, 1+rng.IntN(players))
		}
		a.now = a.now.Add(tournament.ArenaInterval())
	}
	if _, err := tournament.Decide(a.cup, tournament.Pair{}, tournament.Moment{Now: a.now}); err == nil {
		t.Error("an arena whose time is up is paired")
	}
	t.Logf("%d pairings, %d games, at most %d left out at once", len(a.cup.Played), a.games, a.most)
}

type simulatedArena struct {
	*testing.T
	now  time.Time
	cup  *tournament.Tournament
	ends map[[2]int]time.Time
	// out are those whom the last pairing left out.
	out         []int
	games, most int
}

func (a *simulatedArena) do(c tournament.Command) {
	a.Helper()
	d, err := tournament.Decide(a.cup, c, tournament.Moment{Now: a.now})
	if err != nil {
		a.Fatal(err)
	}
	a.cup = d.Tournament
}

// finishGames enters the results of games whose time has come.
func (a *simulatedArena) finishGames(rng *rand.Rand) {
	games := slices.SortedFunc(maps.Keys(a.ends), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	for _, game := range games {
		if a.ends[game].After(a.now) {
			continue
		}
		results := []tournament.Result{tournament.FirstWon, tournament.SecondWon, tournament.Drawn}
		a.do(tournament.Enter{Round: game[0], Board: game[1], Result: results[rng.IntN(len(results))]})
		delete(a.ends, game)
	}
}

func (a *simulatedArena) pair(rng *rand.Rand) {
	a.Helper()
	before := a.out
	a.out = nil
	d, err := tournament.Decide(a.cup, tournament.Pair{}, tournament.Moment{Now: a.now})
	if err != nil {
		return // Fewer than two wait.
	}
	a.cup = d.Tournament
	last := a.cup.Last()
	waiting := 2*len(last.Games) + len(last.Byes)
	for _, b := range last.Byes {
		a.out = append(a.out, b.Number)
	}
	a.most = max(a.most, len(a.out))
	if len(a.out) > waiting%2 {
		a.Errorf("%d wait, and %d are left out", waiting, len(a.out))
	}
	for _, n := range a.out {
		for _, m := range before {
			if n == m {
				a.Errorf("%d is left out twice in a row, and %d wait", n, waiting)
			}
		}
	}
	a.note(rng)
}

// note draws how long the new games last: one to five minutes.
func (a *simulatedArena) note(rng *rand.Rand) {
	for _, g := range a.cup.Last().Games {
		a.games++
		a.ends[[2]int{len(a.cup.Played), g.Board}] = a.now.Add(time.Minute + time.Duration(rng.IntN(240))*time.Second)
	}
}

func (a *simulatedArena) pauseOrReturn(rng *rand.Rand, number int) {
	if a.cup.Entrant(number).Withdrawn {
		a.do(tournament.Return{Number: number})
	} else if rng.IntN(2) == 0 {
		a.do(tournament.Withdraw{Number: number})
	}
}

// In a small arena two who have just met wait for other opponents, and in the long
// run everybody meets everybody about as often.
func TestSmallArenaVariesOpponents(t *testing.T) {
	seed := testaid.Seed(t, 1)
	for players := 3; players <= 7; players++ {
		rng := rand.New(rand.NewPCG(seed, uint64(players)))
		a := &simulatedArena{T: t, now: start, cup: &tournament.Tournament{}, ends: map[[2]int]time.Time{}}
		a.do(tournament.Create{Settings: tournament.Settings{Name: "Arena", Game: "quixo", Form: tournament.Arena}.Standard()})
		for i := range players {
			a.do(tournament.Add{Entrant: tournament.Entrant{Name: fmt.Sprint("Player ", i+1), Rating: 1000 + rng.IntN(1000)}})
		}
		for range 120 * 60 / int(tournament.ArenaInterval().Seconds()) {
			a.finishGames(rng)
			before := a.cup
			if d, err := tournament.Decide(a.cup, tournament.Pair{}, tournament.Moment{Now: a.now}); err == nil {
				a.cup = d.Tournament
				a.checkRematches(before)
				a.note(rng)
			}
			a.now = a.now.Add(tournament.ArenaInterval())
		}
		a.checkMeetings(players)
	}
}

// checkRematches fails if two meet again within half a minute while somebody else
// plays.
func (a *simulatedArena) checkRematches(before *tournament.Tournament) {
	a.Helper()
	for _, g := range a.cup.Last().Games {
		var last *tournament.Game
		others := false
		for i := range before.Played {
			for j := range before.Played[i].Games {
				other := &before.Played[i].Games[j]
				if other.Has(g.First) || other.Has(g.Second) {
					last = other
				}
				others = others || !other.Result.Known()
			}
		}
		if last != nil && last.Has(g.First) && last.Has(g.Second) && others && a.now.Sub(last.Ended) < 30*time.Second {
			a.Errorf("%d players: %d and %d meet again after %v", len(a.cup.Entrants), g.First, g.Second, a.now.Sub(last.Ended))
		}
	}
}

// checkMeetings compares how often two have met.
func (a *simulatedArena) checkMeetings(players int) {
	a.Helper()
	met := map[[2]int]int{}
	for _, r := range a.cup.Played {
		for _, g := range r.Games {
			met[[2]int{min(g.First, g.Second), max(g.First, g.Second)}]++
		}
	}
	least, most := 1<<30, 0
	for x := 1; x <= players; x++ {
		for y := x + 1; y <= players; y++ {
			least, most = min(least, met[[2]int{x, y}]), max(most, met[[2]int{x, y}])
		}
	}
	if most > 4*least {
		a.Errorf("%d players: some have met %d times, and others %d", players, most, least)
	}
}
