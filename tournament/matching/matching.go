// Package matching finds perfect matchings of least cost in complete graphs: it
// divides an even number of people into pairs so that the sum of the costs of
// the pairs is as small as possible.
//
// A cost is a vector of whole numbers, compared word by word from the first, so
// that criteria can be ranked: no saving in a later word makes up for a loss in
// an earlier one. Such vectors can be added, subtracted, compared and, where
// they are even, halved, and that is all that the algorithm needs.
//
// The algorithm is Edmonds' with the refinements of Galil ("Efficient
// algorithms for finding maximum matching in graphs", 1986). It runs on a small
// part of the graph. Its dual variables then prove that no other pair would
// help, or name the pairs that may, and these are added until there are none:
//
//	candidates ─► solve ─► price all other pairs ─► none would help: done
//	    ▲                          │
//	    └──── those that may ◄─────┘
package matching

import "slices"

// Problem is a complete graph with costs.
type Problem struct {
	// N is the number of vertices, which are 0 to N-1. It is even.
	N int
	// Words is the number of words of a cost.
	Words int
	// Cost writes the cost of the pair i, j, with i < j, into all words of c.
	// A word should stay below 2^50 in size, divided by N.
	Cost func(i, j int, c []int64)
	// Near lists some vertices with which i is likely to be paired. Nil lists
	// all. It decides how long the search takes, and not what it finds.
	Near func(i int) []int
	// Stop reports whether to give up, and is asked now and then; nil never does.
	// Once it has, it always does.
	Stop func() bool
}

// Solve returns the partner of every vertex in a perfect matching of least cost.
// The same problem always gives the same matching. It is nil if the search was given up.
func (p Problem) Solve() []int {
	if p.N%2 != 0 {
		panic("matching: an odd number of vertices")
	}
	s := newSolver(p)
	for i := range p.N {
		if p.Near == nil {
			for j := i + 1; j < p.N; j++ {
				s.addEdge(i, j)
			}
			continue
		}
		for _, j := range p.Near(i) {
			s.addEdge(i, j)
		}
		// Neighbours by number make sure that there is a perfect matching.
		if i%2 == 0 {
			s.addEdge(i, i+1)
		}
	}
	for {
		s.prepare()
		s.run()
		more := p.Near != nil && s.price()
		switch {
		case s.stopped():
			return nil
		case !more:
			return s.partners()
		}
	}
}

// partners are the partners that the solver found.
func (s *solver) partners() []int {
	partners := make([]int, s.n)
	for v := range partners {
		partners[v] = int(s.ends[s.mate[v]])
	}
	return partners
}

// pricedPerVertex limits how many pairs of a vertex are added at once.
const pricedPerVertex = 6

// price adds pairs that may make the matching cheaper, and reports whether
// there are any.
func (s *solver) price() bool {
	type offer struct {
		with  int
		slack []int64
	}
	found := false
	slack := make([]int64, s.words)
	around := s.sumDuals()
	for i := range s.n {
		if s.stopped() {
			return false
		}
		var offers []offer
		for j := i + 1; j < s.n; j++ {
			if s.has(i, j) {
				continue
			}
			if s.slackOf(i, j, around, slack); negative(slack) {
				offers = append(offers, offer{j, slices.Clone(slack)})
			}
		}
		slices.SortFunc(offers, func(a, b offer) int { return slices.Compare(a.slack, b.slack) })
		for _, o := range offers[:min(len(offers), pricedPerVertex)] {
			s.addEdge(i, o.with)
			found = true
		}
	}
	return found
}

// slackOf is the slack of a pair, which need not be among the edges. Within a
// blossom, the duals of all blossoms around both count, too.
func (s *solver) slackOf(i, j int, around [][]int64, slack []int64) {
	s.problem.Cost(i, j, slack)
	for w := range slack {
		slack[w] = 4*slack[w] + s.dual[i*s.words+w] + s.dual[j*s.words+w]
	}
	if s.inBlossom[i] != s.inBlossom[j] || !negative(slack) {
		return
	}
	if b := s.innermost(int32(i), int32(j)); b >= 0 {
		for w, dual := range around[b] {
			slack[w] += 2 * dual
		}
	}
}

// innermost is the innermost blossom around two vertices of one blossom. A
// blossom has a smaller depth than those in it.
func (s *solver) innermost(a, b int32) int32 {
	for a != b {
		if s.depth[a] > s.depth[b] {
			a = s.parent[a]
		} else {
			b = s.parent[b]
		}
	}
	return a
}

// sumDuals gives, for every blossom, the sum of its dual and of those around it.
func (s *solver) sumDuals() [][]int64 {
	sums := make([][]int64, 2*s.n)
	s.depth = make([]int32, 2*s.n)
	var descend func(b int32, depth int32, outside []int64)
	descend = func(b int32, depth int32, outside []int64) {
		s.depth[b] = depth
		if int(b) < s.n {
			return
		}
		sums[b] = slices.Clone(s.dual[int(b)*s.words : (int(b)+1)*s.words])
		for w := range outside {
			sums[b][w] += outside[w]
		}
		for _, child := range s.children[b] {
			descend(child, depth+1, sums[b])
		}
	}
	for b := range int32(2 * s.n) {
		if s.parent[b] < 0 && s.base[b] >= 0 {
			descend(b, 0, nil)
		}
	}
	return sums
}

// negative reports whether a vector is less than zero.
func negative(v []int64) bool {
	for _, word := range v {
		if word != 0 {
			return word < 0
		}
	}
	return false
}
