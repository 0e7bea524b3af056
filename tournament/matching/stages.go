package matching

import "slices"

// run completes the matching, one augmenting path in each stage.
func (s *solver) run() {
	for s.stage() {
		for b := s.n; b < 2*s.n; b++ {
			if s.parent[b] < 0 && s.base[b] >= 0 && s.label[b] == outer && s.zeroDual(b) {
				s.dissolve(int32(b), true)
			}
		}
	}
}

func (s *solver) zeroDual(b int) bool {
	return !slices.ContainsFunc(s.dual[b*s.words:(b+1)*s.words], func(w int64) bool { return w != 0 })
}

func (s *solver) stopped() bool { return s.problem.Stop != nil && s.problem.Stop() }

// stage finds an augmenting path. It reports false if everybody has a partner, or if
// the search was given up.
func (s *solver) stage() bool {
	clear(s.label)
	clear(s.allowed)
	s.queue = s.queue[:0]
	for b := range s.bestEdge {
		s.bestEdge[b], s.bestEdges[b] = none, nil
	}
	roots := false
	for v := range s.n {
		if s.mate[v] < 0 && s.label[s.inBlossom[v]] == unlabelled {
			s.assign(int32(v), outer, none)
			roots = true
		}
	}
	if !roots {
		return false
	}
	for !s.grow() {
		if s.stopped() {
			return false
		}
		s.changeDuals()
	}
	return true
}

// assign labels a vertex and its blossom, reached through an endpoint.
func (s *solver) assign(v int32, l label, through int32) {
	b := s.inBlossom[v]
	s.label[v], s.label[b] = l, l
	s.labelEnd[v], s.labelEnd[b] = through, through
	s.bestEdge[v], s.bestEdge[b] = none, none
	if l == outer {
		s.eachLeaf(b, func(v int32) { s.queue = append(s.queue, v) })
		return
	}
	mate := s.mate[s.base[b]]
	s.assign(s.ends[mate], outer, mate^1)
}

// grow follows tight edges from outer vertices. It reports whether it
// augmented the matching.
func (s *solver) grow() bool {
	for len(s.queue) > 0 {
		v := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		for _, p := range s.incident[v] {
			if s.inBlossom[v] != s.inBlossom[s.ends[p]] && s.follow(v, p) {
				return true
			}
		}
	}
	return false
}

// follow looks at the edge from the outer vertex v to endpoint p.
func (s *solver) follow(v, p int32) (augmented bool) {
	e, w := p>>1, s.ends[p]
	there := s.label[s.inBlossom[w]]
	if !s.allowed[e] {
		s.allowed[e] = s.tight(e)
	}
	switch {
	case s.allowed[e] && there == unlabelled:
		s.assign(w, inner, p^1)
	case s.allowed[e] && there == outer:
		base := s.ancestor(v, w)
		if base < 0 {
			s.augment(e)
			return true
		}
		s.shrink(base, e)
	case s.allowed[e]:
		if s.label[w] == unlabelled {
			// w lies in an inner blossom that may be dissolved later.
			s.label[w], s.labelEnd[w] = inner, p^1
		}
	case there == outer:
		if b := s.inBlossom[v]; s.less(e, s.bestEdge[b]) {
			s.bestEdge[b] = e
		}
	case s.label[w] == unlabelled:
		if s.less(e, s.bestEdge[w]) {
			s.bestEdge[w] = e
		}
	}
	return false
}

// ancestor is the base of the first blossom that is on the way from both v and
// w to their roots, or none.
func (s *solver) ancestor(v, w int32) int32 {
	var path []int32
	base := int32(none)
	for v >= 0 {
		b := s.inBlossom[v]
		if s.label[b] == trail {
			base = s.base[b]
			break
		}
		path = append(path, b)
		s.label[b] = trail
		if s.labelEnd[b] < 0 {
			v = none
		} else {
			v = s.ends[s.labelEnd[s.inBlossom[s.ends[s.labelEnd[b]]]]]
		}
		if w >= 0 {
			v, w = w, v
		}
	}
	for _, b := range path {
		s.label[b] = outer
	}
	return base
}

// changeDuals changes the duals by as much as the constraints allow, and lets
// the search resume where one has become tight.
func (s *solver) changeDuals() {
	edge, blossom := s.step()
	for v := range s.n {
		switch s.label[s.inBlossom[v]] {
		case outer:
			s.addDelta(v, -1)
		case inner:
			s.addDelta(v, 1)
		}
	}
	for b := s.n; b < 2*s.n; b++ {
		if s.base[b] < 0 || s.parent[b] >= 0 {
			continue
		}
		switch s.label[b] {
		case outer:
			s.addDelta(b, 1)
		case inner:
			s.addDelta(b, -1)
		}
	}
	if edge == none {
		s.dissolve(blossom, false)
		return
	}
	s.allowed[edge] = true
	from := s.ends[2*edge]
	if s.label[s.inBlossom[from]] == unlabelled {
		from = s.ends[2*edge+1]
	}
	s.queue = append(s.queue, from)
}

func (s *solver) addDelta(x int, sign int64) {
	dual := s.dual[x*s.words : (x+1)*s.words]
	for w := range dual {
		dual[w] += sign * s.delta[w]
	}
}

// step sets delta to the largest possible step, and returns the edge that
// becomes tight, or else the inner blossom whose dual becomes zero.
func (s *solver) step() (edge, blossom int32) {
	edge, blossom = none, none
	candidate := make([]int64, s.words)
	for v := range s.n {
		if e := s.bestEdge[v]; s.label[s.inBlossom[v]] == unlabelled && e >= 0 && s.less(e, edge) {
			edge = e
		}
	}
	if edge >= 0 {
		s.slack(edge, s.delta, 1)
	}
	for b := range 2 * s.n {
		e := s.bestEdge[b]
		if s.parent[b] >= 0 || s.label[b] != outer || e < 0 {
			continue
		}
		// Both ends move, so half of the slack is enough.
		s.slack(e, candidate, 2)
		if edge < 0 || slices.Compare(candidate, s.delta) < 0 {
			edge = e
			copy(s.delta, candidate)
		}
	}
	for b := s.n; b < 2*s.n; b++ {
		if s.base[b] < 0 || s.parent[b] >= 0 || s.label[b] != inner {
			continue
		}
		dual := s.dual[b*s.words : (b+1)*s.words]
		if edge < 0 && blossom < 0 || slices.Compare(dual, s.delta) < 0 {
			edge, blossom = none, int32(b)
			copy(s.delta, dual)
		}
	}
	if edge < 0 && blossom < 0 {
		panic("matching: the graph has no perfect matching")
	}
	return edge, blossom
}

// slack writes the slack of an edge, divided.
func (s *solver) slack(e int32, to []int64, by int64) {
	a, b := s.dualsOf(e)
	for w, c := range s.costOf(e) {
		to[w] = (2*c + a[w] + b[w]) / by
	}
}
