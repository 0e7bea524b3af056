package pairing

import (
	"cmp"
	"slices"

	"plateau/tournament/matching"
)

// Waiting is somebody in an arena who waits for an opponent.
type Waiting struct {
	ID     int
	Score  int
	Rating int
	// Last is the opponent of the last game, or [Bye].
	Last int
	// Met is how often this player has met others, by their numbers.
	Met map[int]int
	// Missed is how many pairings in a row left this player without opponent.
	Missed int
	Sides  []Side
}

// Weights of an arena: a place in the ranking counts as so many rating points,
// and most at the top, where those who fight for the lead should meet.
const (
	placeLeast = 30
	placeMore  = 170
)

// meetingCost is what every earlier meeting of two counts: as much as two places
// at the top.
const meetingCost = 2 * (placeLeast + placeMore)

// Arena pairs those who wait. If their number is odd, one of those who missed
// the fewest pairings stays without opponent. Nobody meets the last opponent
// again if that can be avoided. Then ranking and rating are as close as possible, and
// those who have met less often come first.
func Arena(waiting []Waiting, rules Rules) ([]Pair, error) {
	a := newArena(waiting, rules)
	if len(a.ranked) < 2 {
		return nil, nil
	}
	problem := a.problem()
	problem.Stop = rules.Stop
	partners := problem.Solve()
	if partners == nil {
		return nil, ErrStopped
	}
	var pairs []Pair
	for i, j := range partners {
		if i < j && j < len(a.ranked) && !a.barring[Pair{a.ranked[i].ID, a.ranked[j].ID}] {
			pairs = append(pairs, a.seated(i, j, len(pairs)))
		}
	}
	return pairs, nil
}

// arena is a pairing of those who wait, ranked by score.
type arena struct {
	ranked  []Waiting
	sides   []sideState
	barring map[Pair]bool
}

// The words of a cost.
const (
	wordLeftOut = iota
	wordRematch
	wordDistance
	arenaWords
)

func newArena(waiting []Waiting, rules Rules) *arena {
	a := &arena{ranked: slices.Clone(waiting), barring: rules.barring()}
	slices.SortFunc(a.ranked, func(x, y Waiting) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.Rating, x.Rating), cmp.Compare(x.ID, y.ID))
	})
	for _, w := range a.ranked {
		a.sides = append(a.sides, stateOf(w.Sides))
	}
	return a
}

func (a *arena) problem() matching.Problem {
	p := matching.Problem{N: len(a.ranked) + len(a.ranked)%2, Words: arenaWords, Cost: a.cost}
	if p.N > completeUpTo {
		p.Near = func(i int) []int {
			var near []int
			for j := i + 1; j <= min(i+2*nearSuggested, p.N-1); j++ {
				near = append(near, j)
			}
			return near
		}
	}
	return p
}

func (a *arena) cost(i, j int, c []int64) {
	clear(c)
	x := a.ranked[i]
	if j == len(a.ranked) {
		c[wordLeftOut] = int64(x.Missed)
		return
	}
	y := a.ranked[j]
	if a.barring[Pair{x.ID, y.ID}] {
		// Both would stay without opponent.
		c[wordLeftOut] = int64(x.Missed+y.Missed) + 1
	}
	if x.Last == y.ID || y.Last == x.ID {
		c[wordRematch] = 1
	}
	place := int64(placeLeast + placeMore*(len(a.ranked)-i)/len(a.ranked))
	_, hurt := seat(a.sides[i], a.sides[j], First)
	c[wordDistance] = int64(j-i)*place + int64(max(x.Rating-y.Rating, y.Rating-x.Rating)) + hurt.severe*placeLeast + int64(x.Met[y.ID])*meetingCost
}

func (a *arena) seated(i, j, board int) Pair {
	return seatedPair(a.ranked[i].ID, a.ranked[j].ID, a.sides[i], a.sides[j], board)
}
