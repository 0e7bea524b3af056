package matching_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"plateau/internal/testaid"
	"plateau/tournament/matching"
)

// random is a problem with random costs of some words, small enough to have
// many ties.
func random(rng *rand.Rand, n, words int) matching.Problem {
	costs := make([][]int64, n*n)
	for i := range costs {
		for range words {
			costs[i] = append(costs[i], rng.Int64N(12)-3)
		}
	}
	return matching.Problem{N: n, Words: words, Cost: func(i, j int, c []int64) { copy(c, costs[i*n+j]) }}
}

// costOf is the cost of a matching, which is checked.
func costOf(t *testing.T, p matching.Problem, partners []int) []int64 {
	t.Helper()
	sum, c := make([]int64, p.Words), make([]int64, p.Words)
	for i, j := range partners {
		if i == j || partners[j] != i {
			t.Fatalf("this is no matching: %v", partners)
		}
		if i < j {
			p.Cost(i, j, c)
			for w := range sum {
				sum[w] += c[w]
			}
		}
	}
	return sum
}

// cheapest is the cost of the best matching of the vertices in a set, found by
// trying all.
func cheapest(p matching.Problem, left uint, known map[uint][]int64) []int64 {
	if left == 0 {
		return make([]int64, p.Words)
	}
	if best, ok := known[left]; ok {
		return best
	}
	i := 0
	for left>>i&1 == 0 {
		i++
	}
	var best []int64
	c := make([]int64, p.Words)
	for j := i + 1; j < p.N; j++ {
		if left>>j&1 == 0 {
			continue
		}
		sum := slices.Clone(cheapest(p, left&^(1<<i|1<<j), known))
		p.Cost(i, j, c)
		for w := range sum {
			sum[w] += c[w]
		}
		if best == nil || slices.Compare(sum, best) < 0 {
			best = sum
		}
	}
	known[left] = best
	return best
}

// A matching costs as little as the best of all, from all pairs or from a few.
func TestAgainstAllMatchings(t *testing.T) {
	seed := testaid.Seed(t, 1)
	rng := rand.New(rand.NewPCG(seed, 1))
	for round := range 1500 {
		p := random(rng, 2*rng.IntN(7), 1+rng.IntN(3))
		want := cheapest(p, 1<<p.N-1, map[uint][]int64{})
		if got := costOf(t, p, p.Solve()); !slices.Equal(got, want) {
			t.Fatalf("round %d: %d vertices cost %v, and the best cost %v", round, p.N, got, want)
		}
		p.Near = func(i int) []int { return []int{(i + 1) % p.N, (i + 2) % p.N} }
		if got := costOf(t, p, p.Solve()); !slices.Equal(got, want) {
			t.Fatalf("round %d: %d vertices from a few pairs cost %v, and the best cost %v", round, p.N, got, want)
		}
	}
}

// Large problems have the same cost whichever pairs they start from.
func TestCandidatesDoNotMatter(t *testing.T) {
	seed := testaid.Seed(t, 2)
	rng := rand.New(rand.NewPCG(seed, 2))
	for range 30 {
		p := random(rng, 2*(20+rng.IntN(40)), 2)
		want := costOf(t, p, p.Solve())
		p.Near = func(i int) []int { return []int{(i + 1) % p.N, (i + p.N/2) % p.N} }
		if got := costOf(t, p, p.Solve()); !slices.Equal(got, want) {
			t.Fatalf("%d vertices cost %v from a few pairs, and %v from all", p.N, got, want)
		}
	}
}

func TestOddNumber(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an odd number was matched")
		}
	}()
	matching.Problem{N: 3, Words: 1}.Solve()
}
