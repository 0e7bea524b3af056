package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"plateau/tournament/pairing"
)

// played are entrants after some Swiss rounds with random results, in which the
// better rated win more often.
func played(tb testing.TB, rng *rand.Rand, n, rounds int) []pairing.Entrant {
	tb.Helper()
	entrants := make([]pairing.Entrant, n)
	for i := range entrants {
		entrants[i] = pairing.Entrant{ID: i + 1, Rating: 1000 + rng.IntN(1200)}
	}
	for range rounds {
		pairs, err := pairing.Swiss(entrants, pairing.Rules{})
		if err != nil {
			tb.Fatal(err)
		}
		for _, p := range pairs {
			score(rng, entrants, p)
		}
	}
	return entrants
}

// score enters a random result of a pair.
func score(rng *rand.Rand, entrants []pairing.Entrant, p pairing.Pair) {
	a := &entrants[p.First-1]
	if p.Second == pairing.Bye {
		a.Score += 2
		a.HadBye = true
		return
	}
	b := &entrants[p.Second-1]
	a.Met, b.Met = append(a.Met, b.ID), append(b.Met, a.ID)
	a.Sides, b.Sides = append(a.Sides, pairing.First), append(b.Sides, pairing.Second)
	switch luck := rng.IntN(1200) + a.Rating - b.Rating; {
	case luck < 450:
		b.Score += 2
	case luck < 750:
		a.Score++
		b.Score++
	default:
		a.Score += 2
	}
}

func BenchmarkSwiss(b *testing.B) {
	for _, rounds := range []int{0, 1, 4, 8, 10} {
		for _, n := range []int{100, 999, 1000} {
			b.Run(fmt.Sprintf("%d players after %d rounds", n, rounds), func(b *testing.B) {
				entrants := played(b, rand.New(rand.NewPCG(1, 1)), n, rounds)
				for b.Loop() {
					if _, err := pairing.Swiss(entrants, pairing.Rules{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
