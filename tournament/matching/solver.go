package matching

import "slices"

// A solver keeps a forest of alternating trees. Its roots are the vertices
// without a partner. A vertex at an even distance from its root is *outer*, one
// at an odd distance *inner*; the others are unlabelled. An edge is *tight* if
// its slack, the sum of the duals of its ends and of twice its cost, is zero, and
// only tight edges join trees and matching.
//
//	root ══ inner ── outer ══ inner ── outer        ══ not matched, ── matched
//
// A tight edge between outer vertices of two trees is the middle of an
// augmenting path; one within a tree closes an odd cycle, a *blossom*, which
// from then on is one outer vertex. Where no edge is tight, the duals change
// until one is.
//
// Vertices are 0 to n-1, blossoms n to 2n-1. Edge e has the endpoints 2e and 2e+1:
// an endpoint names an edge and one of its ends, and p^1 is the other end.
type solver struct {
	problem  Problem
	n, words int

	ends     []int32 // by endpoint: the vertex
	cost     []int64 // by edge: twice its cost, so that halves are whole
	incident [][]int32
	known    []uint64 // a set of pairs: those that are edges

	dual []int64 // by vertex and blossom
	mate []int32 // by vertex: the far endpoint of its matched edge, or -1

	label    []label
	labelEnd []int32 // the endpoint through which a label came, or -1

	inBlossom []int32 // by vertex: the outermost blossom, or itself
	parent    []int32 // the blossom immediately around, or -1
	base      []int32 // by blossom: the vertex with the partner outside, or -1
	children  [][]int32
	links     [][]int32 // by blossom: links[i] is the edge from child i to the next

	bestEdge  []int32   // the edge of least slack to an outer vertex, or -1
	bestEdges [][]int32 // by outer blossom: its best edges to others

	allowed []bool // by edge: known to be tight
	unused  []int32
	queue   []int32
	delta   []int64
	bestTo  []int32
	depth   []int32 // by vertex and blossom: the number of blossoms around it
}

type label uint8

const (
	unlabelled label = iota
	outer
	inner
	// trail marks outer vertices that a search for a common ancestor passed.
	trail
)

const none = -1

func newSolver(p Problem) *solver {
	s := &solver{problem: p, n: p.N, words: p.Words}
	s.incident = make([][]int32, p.N)
	s.known = make([]uint64, (p.N*p.N+63)/64)
	s.dual = make([]int64, 2*p.N*p.Words)
	s.delta = make([]int64, p.Words)
	return s
}

func (s *solver) has(i, j int) bool {
	bit := min(i, j)*s.n + max(i, j)
	return s.known[bit/64]&(1<<(bit%64)) != 0
}

// addEdge adds the pair i, j, unless it is there.
func (s *solver) addEdge(i, j int) {
	i, j = min(i, j), max(i, j)
	if i == j || s.has(i, j) {
		return
	}
	bit := i*s.n + j
	s.known[bit/64] |= 1 << (bit % 64)
	e := int32(len(s.ends) / 2)
	s.ends = append(s.ends, int32(i), int32(j))
	s.incident[i] = append(s.incident[i], 2*e+1)
	s.incident[j] = append(s.incident[j], 2*e)
	from := len(s.cost)
	s.cost = slices.Grow(s.cost, s.words)[:from+s.words]
	s.problem.Cost(i, j, s.cost[from:])
	for w := range s.words {
		s.cost[from+w] *= 2
	}
}

func allNone(n int) []int32 { return slices.Repeat([]int32{none}, n) }

// prepare starts from single vertices, duals that are feasible, and a matching of
// tight edges. Duals of an earlier run would be a worse start: without their
// blossoms, few edges are tight.
func (s *solver) prepare() {
	n := s.n
	s.mate, s.labelEnd = allNone(n), allNone(2*n)
	s.label = make([]label, 2*n)
	s.inBlossom, s.parent, s.base = allNone(n), allNone(2*n), allNone(2*n)
	s.children, s.links, s.bestEdges = make([][]int32, 2*n), make([][]int32, 2*n), make([][]int32, 2*n)
	s.bestEdge = allNone(2 * n)
	s.bestTo = allNone(2 * n)
	s.allowed = make([]bool, len(s.ends)/2)
	s.unused = s.unused[:0]
	for v := range n {
		s.inBlossom[v], s.base[v] = int32(v), int32(v)
		s.unused = append(s.unused, int32(n+v))
	}
	s.firstDuals()
	for e := range int32(len(s.ends) / 2) {
		i, j := s.ends[2*e], s.ends[2*e+1]
		if s.mate[i] < 0 && s.mate[j] < 0 && s.tight(e) {
			s.mate[i], s.mate[j] = 2*e+1, 2*e
		}
	}
}

// firstDuals makes the dual of a vertex the negative of its cheapest edge.
func (s *solver) firstDuals() {
	for v := range s.n {
		best := s.costOf(s.incident[v][0] >> 1)
		for _, p := range s.incident[v][1:] {
			if c := s.costOf(p >> 1); slices.Compare(c, best) < 0 {
				best = c
			}
		}
		for w, c := range best {
			s.dual[v*s.words+w] = -c
		}
	}
}

func (s *solver) costOf(e int32) []int64 { return s.cost[int(e)*s.words : (int(e)+1)*s.words] }

// dualsOf are the duals of the ends of an edge.
func (s *solver) dualsOf(e int32) (a, b []int64) {
	i, j := int(s.ends[2*e])*s.words, int(s.ends[2*e+1])*s.words
	return s.dual[i : i+s.words], s.dual[j : j+s.words]
}

// tight reports whether the slack of an edge is zero.
func (s *solver) tight(e int32) bool {
	c := s.costOf(e)
	a, b := s.dualsOf(e)
	for w := range c {
		if 2*c[w]+a[w]+b[w] != 0 {
			return false
		}
	}
	return true
}

// less reports whether an edge has less slack than another one, which may be none.
func (s *solver) less(e, than int32) bool {
	if than == none {
		return true
	}
	c, d := s.costOf(e), s.costOf(than)
	a, b := s.dualsOf(e)
	f, g := s.dualsOf(than)
	for w := range c {
		x, y := 2*c[w]+a[w]+b[w], 2*d[w]+f[w]+g[w]
		if x != y {
			return x < y
		}
	}
	return false
}

// eachLeaf calls do for the vertices of a blossom.
func (s *solver) eachLeaf(b int32, do func(v int32)) {
	if int(b) < s.n {
		do(b)
		return
	}
	for _, child := range s.children[b] {
		s.eachLeaf(child, do)
	}
}
