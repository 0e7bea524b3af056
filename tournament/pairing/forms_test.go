package pairing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"plateau/internal/testaid"
	"plateau/tournament/pairing"
)

// Everybody meets everybody once, never two in a round, and the sides differ by
// at most one.
func TestRoundRobin(t *testing.T) {
	for n := 2; n <= 25; n++ {
		met, balance, byes := map[pairing.Pair]int{}, map[int]int{}, map[int]int{}
		for round := range pairing.RoundRobinRounds(n) {
			seen := map[int]bool{}
			for _, p := range pairing.RoundRobin(n, round) {
				if seen[p.First] || seen[p.Second] {
					t.Fatalf("%d entrants, round %d: somebody is paired twice", n, round)
				}
				seen[p.First] = true
				if p.Second == pairing.Bye {
					byes[p.First]++
					continue
				}
				seen[p.Second] = true
				met[pairing.Pair{First: min(p.First, p.Second), Second: max(p.First, p.Second)}]++
				balance[p.First]++
				balance[p.Second]--
			}
			if len(seen) != n {
				t.Fatalf("%d entrants, round %d: %d are paired", n, round, len(seen))
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d entrants: %d pairs met", n, len(met))
		}
		for id, b := range balance {
			if b < -1 || b > 1 || byes[id] != n%2 {
				t.Errorf("%d entrants: %d has a balance of %d and %d byes", n, id, b, byes[id])
			}
		}
	}
	second := pairing.RoundRobin(4, 3)
	for i, p := range pairing.RoundRobin(4, 0) {
		if second[i] != (pairing.Pair{First: p.Second, Second: p.First}) {
			t.Errorf("the second cycle has %v for %v", second[i], p)
		}
	}
}

func TestSlots(t *testing.T) {
	for n, want := range map[int][]int{0: nil, 1: {1}, 2: {1, 2}, 3: {1, 0, 3, 2}, 6: {1, 0, 5, 4, 3, 6, 0, 2}, 8: {1, 8, 5, 4, 3, 6, 7, 2}} {
		if got := pairing.Slots(n); !reflect.DeepEqual(got, want) {
			t.Errorf("%d entrants: %v", n, got)
		}
	}
	// No two byes meet, and the best seeds have them.
	for n := 2; n < 70; n++ {
		slots := pairing.Slots(n)
		for i := 0; i < len(slots); i += 2 {
			a, b := slots[i], slots[i+1]
			if a+b == 0 || (a == 0 || b == 0) && a+b > len(slots)-n {
				t.Errorf("%d entrants: %v", n, slots)
			}
		}
	}
}

// Where opponents run out, players meet again as rarely as possible, and a
// forbidden pair is never made.
func TestSwissWithoutNewOpponents(t *testing.T) {
	entrants := []pairing.Entrant{{ID: 1, Met: []int{2, 3, 4}}, {ID: 2, Met: []int{1, 3, 4, 3}}, {ID: 3, Met: []int{1, 2, 4, 2}}, {ID: 4, Met: []int{1, 2, 3}}}
	pairs, err := pairing.Swiss(entrants, pairing.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if p.Has(2) && p.Has(3) {
			t.Errorf("2 and 3 meet for the third time: %v", pairs)
		}
	}
	forbidden := []pairing.Pair{{First: 1, Second: 2}, {First: 3, Second: 1}}
	pairs, err = pairing.Swiss(entrants, pairing.Rules{Forbidden: forbidden})
	if err != nil || !slices.ContainsFunc(pairs, func(p pairing.Pair) bool { return p.Has(1) && p.Has(4) }) {
		t.Errorf("1 has only 4 left: %v, %v", pairs, err)
	}
	forbidden = append(forbidden, pairing.Pair{First: 4, Second: 1})
	if _, err := pairing.Swiss(entrants, pairing.Rules{Forbidden: forbidden}); err == nil {
		t.Error("1 has nobody left, and was paired")
	}
}

// The first round pairs the upper half with the lower one, with alternating sides.
func TestFirstRound(t *testing.T) {
	var entrants []pairing.Entrant
	for id := 1; id <= 7; id++ {
		entrants = append(entrants, pairing.Entrant{ID: id, Rating: 2000 - id})
	}
	pairs, err := pairing.Swiss(entrants, pairing.Rules{})
	if want := []pairing.Pair{{First: 1, Second: 4}, {First: 5, Second: 2}, {First: 3, Second: 6}, {First: 7}}; err != nil || !slices.Equal(pairs, want) {
		t.Errorf("%v, %v", pairs, err)
	}
}

// An hour of an arena with 1,000 players in virtual time: every few seconds those
// who wait are paired. Nobody is left out twice in a row, and nobody meets the
// last opponent again while another one waits.
func TestArenaHour(t *testing.T) {
	const players, interval, hour = 1000, 5, 3600
	seed := testaid.Seed(t, 3)
	rng := rand.New(rand.NewPCG(seed, 3))
	all := make([]pairing.Waiting, players+1)
	until := make([]int, players+1) // the second at which the game of a player ends
	for id := range all {
		all[id] = pairing.Waiting{ID: id, Rating: 1000 + rng.IntN(1000)}
	}
	games := 0
	for now := 0; now < hour; now += interval {
		var waiting []pairing.Waiting
		for id := 1; id <= players; id++ {
			if until[id] <= now {
				waiting = append(waiting, all[id])
			}
		}
		paired := map[int]bool{}
		pairs, err := pairing.Arena(waiting, pairing.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			games++
			a, b := &all[p.First], &all[p.Second]
			if a.Last == b.ID && len(waiting) > 3 {
				t.Fatalf("second %d: %v meet again at once, and %d wait", now, p, len(waiting))
			}
			ends := now + 20 + rng.IntN(600)
			for _, w := range []*pairing.Waiting{a, b} {
				if paired[w.ID] {
					t.Fatalf("second %d: %d is paired twice", now, w.ID)
				}
				paired[w.ID], until[w.ID], w.Missed = true, ends, 0
				w.Score += rng.IntN(3)
			}
			a.Last, b.Last = b.ID, a.ID
			a.Sides, b.Sides = append(a.Sides, pairing.First), append(b.Sides, pairing.Second)
		}
		left := 0
		for _, w := range waiting {
			if paired[w.ID] {
				continue
			}
			left++
			if all[w.ID].Missed++; all[w.ID].Missed > 1 && len(waiting) > 1 {
				t.Fatalf("second %d: %d of %d is left out again", now, w.ID, len(waiting))
			}
		}
		if left != len(waiting)%2 {
			t.Fatalf("second %d: %d of %d are left out", now, left, len(waiting))
		}
	}
	if games < players {
		t.Errorf("only %d games", games)
	}
}

// A pairing can be given up at any moment, and says so. What is not given up is the same
// as if nobody had asked.
func TestGivingUp(t *testing.T) {
	seed := testaid.Seed(t, 4)
	rng := rand.New(rand.NewPCG(seed, 4))
	entrants := played(t, rng, 201, 3)
	want, err := pairing.Swiss(entrants, pairing.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	got, err := pairing.Swiss(entrants, pairing.Rules{Stop: func() bool { asked++; return false }})
	if err != nil || !slices.Equal(got, want) || asked < 201 {
		t.Errorf("asked %d times, the pairs are %v, %v", asked, got, err)
	}
	for range 20 {
		after := rng.IntN(asked)
		left := after
		pairs, err := pairing.Swiss(entrants, pairing.Rules{Stop: func() bool { left--; return left < 0 }})
		if !errors.Is(err, pairing.ErrStopped) || pairs != nil || left < -5 {
			t.Errorf("given up after %d questions: asked %d times more, %v", after, -left, err)
		}
	}
	waiting := []pairing.Waiting{{ID: 1}, {ID: 2}, {ID: 3}}
	if pairs, err := pairing.Arena(waiting, pairing.Rules{Stop: func() bool { return true }}); !errors.Is(err, pairing.ErrStopped) || pairs != nil {
		t.Errorf("an arena that is given up pairs %v, %v", pairs, err)
	}
}

func ExampleSwiss() {
	pairs, _ := pairing.Swiss([]pairing.Entrant{
		{ID: 1, Score: 2, Met: []int{3}, Sides: []pairing.Side{pairing.First}},
		{ID: 2, Score: 2, Met: []int{4}, Sides: []pairing.Side{pairing.Second}},
		{ID: 3, Met: []int{1}, Sides: []pairing.Side{pairing.Second}},
		{ID: 4, Met: []int{2}, Sides: []pairing.Side{pairing.First}},
	}, pairing.Rules{})
	fmt.Println(pairs)
	// Output: [{2 1} {3 4}]
}
