package pairing_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"plateau/internal/testaid"
	"plateau/tournament/pairing"
)

// field is a Swiss tournament whose results are drawn.
type field struct {
	*testing.T
	rng      *rand.Rand
	entrants []pairing.Entrant // by number, from 1 at index 0
}

func newField(t *testing.T, players int, rng *rand.Rand) *field {
	t.Helper()
	f := &field{T: t, rng: rng}
	for id := 1; id <= players; id++ {
		f.entrants = append(f.entrants, pairing.Entrant{ID: id, Rating: 1000 + rng.IntN(1000)})
	}
	return f
}

// round pairs a round and draws its results; the stronger win more often.
func (f *field) round(rules pairing.Rules) []pairing.Pair {
	f.Helper()
	pairs, err := pairing.Swiss(f.entrants, rules)
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range pairs {
		first := &f.entrants[p.First-1]
		if p.Second == pairing.Bye {
			first.HadBye, first.Score = true, first.Score+2
			continue
		}
		second := &f.entrants[p.Second-1]
		points := f.rng.IntN(3)
		if f.rng.IntN(2000) < first.Rating-second.Rating+400 {
			points = 2
		}
		first.Score, second.Score = first.Score+points, second.Score+2-points
		first.Met, second.Met = append(first.Met, second.ID), append(second.Met, first.ID)
		first.Sides, second.Sides = append(first.Sides, pairing.First), append(second.Sides, pairing.Second)
	}
	return pairs
}

// needs is the side that a player must have: after the other one twice in a row, or
// twice more often. Balance is the number of first sides less that of second ones.
func needs(e pairing.Entrant) (side pairing.Side, balance int) {
	for _, s := range e.Sides {
		if s == pairing.First {
			balance++
		} else {
			balance--
		}
	}
	n := len(e.Sides)
	switch {
	case balance >= 2, n >= 2 && e.Sides[n-1] == pairing.First && e.Sides[n-2] == pairing.First:
		return pairing.Second, balance
	case balance <= -2, n >= 2 && e.Sides[n-1] == pairing.Second && e.Sides[n-2] == pairing.Second:
		return pairing.First, balance
	}
	return pairing.NoSide, balance
}

// In a field of any size nobody meets an opponent again, has a second bye, or has a
// side that is not the needed one; and the pairs are those of similar points.
func TestLargeSwiss(t *testing.T) {
	seed := testaid.Seed(t, 7)
	for _, players := range []int{40, 119, 120, 121, 122, 160, 211, 301} {
		f := newField(t, players, rand.New(rand.NewPCG(seed, uint64(players))))
		const rounds = 9
		for round := 1; round <= rounds; round++ {
			before := slices.Clone(f.entrants)
			var rules pairing.Rules
			if round == rounds {
				rules.TopScore = rounds - 1
			}
			apart := 0
			for _, p := range f.round(rules) {
				first := before[p.First-1]
				if p.Second == pairing.Bye {
					if first.HadBye || players%2 == 0 {
						t.Errorf("%d players, round %d: %d has a bye", players, round, p.First)
					}
					continue
				}
				second := before[p.Second-1]
				if slices.Contains(first.Met, second.ID) {
					t.Errorf("%d players, round %d: %v meet again", players, round, p)
				}
				excused := rules.TopScore > 0 && max(first.Score, second.Score) > rules.TopScore
				one, _ := needs(first)
				two, _ := needs(second)
				if !excused && (one == pairing.Second || two == pairing.First) {
					t.Errorf("%d players, round %d: %v have the sides %v and %v", players, round, p, first.Sides, second.Sides)
				}
				apart = max(apart, first.Score-second.Score, second.Score-first.Score)
			}
			if apart > 4 {
				t.Errorf("%d players, round %d: two meet who are %d half points apart", players, round, apart)
			}
		}
	}
}

// sideCost is what the sides of a pair cost as docs/tournaments.md says: a needed side
// that is not given, then sides twice more often, then those that do not alternate.
func sideCost(first, second pairing.Entrant) [3]int {
	var cost [3]int
	for i, e := range []pairing.Entrant{first, second} {
		side := pairing.First
		if i == 1 {
			side = pairing.Second
		}
		need, balance := needs(e)
		if side == pairing.Second {
			balance = -balance
		}
		switch {
		case need != pairing.NoSide && need != side:
			cost[0]++
		case need == side:
		case balance == 1:
			cost[1]++
		case balance == 0 && len(e.Sides) > 0 && e.Sides[len(e.Sides)-1] == side:
			cost[2]++
		}
	}
	return cost
}

func addUp(costs ...[3]int) (sum [3]int) {
	for _, c := range costs {
		for i := range c {
			sum[i] += c[i]
		}
	}
	return sum
}

// Of all pairings of a small field with the same scores against each other, none has
// fewer needed sides that are not given, and then better balanced sides.
func TestSidesOfSwissRounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(testaid.Seed(t, 8), 0))
	needed := 0
	for range 150 {
		f := newField(t, 4+rng.IntN(5), rng)
		rounds := 3 + rng.IntN(4)
		for round := 1; round <= rounds; round++ {
			before := slices.Clone(f.entrants)
			var rules pairing.Rules
			if round == rounds {
				rules.TopScore = rounds - 1
			}
			pairs := f.round(rules)
			kind, got, want := kindOf(before, pairs), costOf(before, pairs, rules), [4]int{1 << 20}
			everyPairing(before, nil, func(other []pairing.Pair) {
				if c := costOf(before, other, rules); slices.Compare(c[:], want[:]) < 0 && kindOf(before, other) == kind {
					want = c
				}
			})
			needed += want[1]
			if got != want {
				t.Fatalf("%d players, round %d: the sides of %v cost %v, and could cost %v\n%+v", len(before), round, pairs, got, want, before)
			}
		}
	}
	if needed == 0 {
		t.Error("nobody ever got a side against a need, so the order of the costs is not tested")
	}
}

// costOf is what sides cost in a pairing: pairs with a needed side that is not given,
// except the excused ones; then all sides.
func costOf(entrants []pairing.Entrant, pairs []pairing.Pair, rules pairing.Rules) [4]int {
	refused := 0
	var costs [][3]int
	for _, p := range pairs {
		if p.Second == pairing.Bye {
			continue
		}
		a, b := entrants[p.First-1], entrants[p.Second-1]
		cost := sideCost(a, b)
		if rules.TopScore == 0 || max(a.Score, b.Score) <= rules.TopScore {
			refused += cost[0]
		}
		costs = append(costs, cost)
	}
	sum := addUp(costs...)
	return [4]int{refused, sum[0], sum[1], sum[2]}
}

// kindOf says which scores meet, how often two meet again, and which score has the
// bye: what pairings must have in common before sides are compared.
func kindOf(entrants []pairing.Entrant, pairs []pairing.Pair) string {
	var scores [][3]int
	again := 0
	for _, p := range pairs {
		a := entrants[p.First-1]
		if p.Second == pairing.Bye {
			bye := 0
			if a.HadBye {
				bye = 1
			}
			scores = append(scores, [3]int{a.Score, -1, bye})
			continue
		}
		b := entrants[p.Second-1]
		for _, id := range a.Met {
			if id == b.ID {
				again++
			}
		}
		scores = append(scores, [3]int{max(a.Score, b.Score), min(a.Score, b.Score)})
	}
	slices.SortFunc(scores, func(x, y [3]int) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	return fmt.Sprint(scores, again)
}

// everyPairing tries all pairings, with both sides.
func everyPairing(entrants []pairing.Entrant, pairs []pairing.Pair, do func([]pairing.Pair)) {
	var left []int
	for _, e := range entrants {
		if !slices.ContainsFunc(pairs, func(p pairing.Pair) bool { return p.Has(e.ID) }) {
			left = append(left, e.ID)
		}
	}
	if len(left) == 0 {
		do(pairs)
		return
	}
	pairs = slices.Clip(pairs)
	if len(left)%2 == 1 {
		everyPairing(entrants, append(pairs, pairing.Pair{First: left[0]}), do)
	}
	for _, other := range left[1:] {
		everyPairing(entrants, append(pairs, pairing.Pair{First: left[0], Second: other}), do)
		everyPairing(entrants, append(pairs, pairing.Pair{First: other, Second: left[0]}), do)
	}
}

// In the last round a pair may need the same side if one of them has more than half
// of the points; half of them is not enough.
func TestNeededSideInLastRound(t *testing.T) {
	const f, s = pairing.First, pairing.Second
	for score, want := range map[int]bool{4: false, 5: true} {
		pairs, err := pairing.Swiss([]pairing.Entrant{
			{ID: 1, Score: score, Sides: []pairing.Side{s, s, f, f}},
			{ID: 2, Score: score, Sides: []pairing.Side{s, s, f, f}},
			{ID: 3, Score: 3, Sides: []pairing.Side{f, f, s, s}},
			{ID: 4, Score: 3, Sides: []pairing.Side{f, s, f, s}},
		}, pairing.Rules{TopScore: 4})
		if err != nil {
			t.Fatal(err)
		}
		if together := slices.ContainsFunc(pairs, func(p pairing.Pair) bool { return p.Has(1) && p.Has(2) }); together != want {
			t.Errorf("with %d of 8 half points: %v", score, pairs)
		}
	}
}
