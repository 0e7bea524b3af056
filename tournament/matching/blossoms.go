package matching

import "slices"

// shrink makes a blossom of the cycle that edge e closes in the tree below base.
func (s *solver) shrink(base, e int32) {
	b := s.unused[len(s.unused)-1]
	s.unused = s.unused[:len(s.unused)-1]
	s.collect(b, base, e)
	bb := s.children[b][0]
	s.base[b], s.parent[b] = base, none
	s.label[b], s.labelEnd[b] = outer, s.labelEnd[bb]
	clear(s.dual[int(b)*s.words : (int(b)+1)*s.words])
	s.eachLeaf(b, func(v int32) {
		if s.label[s.inBlossom[v]] == inner {
			// Inner vertices become outer ones.
			s.queue = append(s.queue, v)
		}
	})
	s.eachLeaf(b, func(v int32) { s.inBlossom[v] = b })
	s.mergeBestEdges(b)
}

// collect finds the children of a new blossom: from the base along one branch
// to the edge e, and back along the other.
func (s *solver) collect(b, base, e int32) {
	bb := s.inBlossom[base]
	s.parent[bb] = b
	var children, links []int32
	for bv := s.inBlossom[s.ends[2*e]]; bv != bb; bv = s.inBlossom[s.ends[s.labelEnd[bv]]] {
		s.parent[bv] = b
		children = append(children, bv)
		links = append(links, s.labelEnd[bv])
	}
	children = append(children, bb)
	slices.Reverse(children)
	slices.Reverse(links)
	links = append(links, 2*e)
	for bw := s.inBlossom[s.ends[2*e+1]]; bw != bb; bw = s.inBlossom[s.ends[s.labelEnd[bw]]] {
		s.parent[bw] = b
		children = append(children, bw)
		links = append(links, s.labelEnd[bw]^1)
	}
	s.children[b], s.links[b] = children, links
}

// mergeBestEdges finds the best edges of a new blossom among those of its
// children.
func (s *solver) mergeBestEdges(b int32) {
	var reached []int32
	consider := func(e int32) {
		to := s.inBlossom[s.ends[2*e+1]]
		if to == b {
			to = s.inBlossom[s.ends[2*e]]
		}
		if to == b || s.label[to] != outer {
			return
		}
		if s.bestTo[to] == none {
			reached = append(reached, to)
		}
		if s.less(e, s.bestTo[to]) {
			s.bestTo[to] = e
		}
	}
	for _, child := range s.children[b] {
		if s.bestEdges[child] != nil {
			for _, e := range s.bestEdges[child] {
				consider(e)
			}
		} else {
			s.eachLeaf(child, func(v int32) {
				for _, p := range s.incident[v] {
					consider(p >> 1)
				}
			})
		}
		s.bestEdges[child], s.bestEdge[child] = nil, none
	}
	best := make([]int32, 0, len(reached))
	s.bestEdge[b] = none
	for _, to := range reached {
		e := s.bestTo[to]
		s.bestTo[to] = none
		best = append(best, e)
		if s.less(e, s.bestEdge[b]) {
			s.bestEdge[b] = e
		}
	}
	s.bestEdges[b] = best
}

// walk goes around a blossom from a child to the base, in the direction in which
// the number of steps is even.
type walk struct {
	children, links []int32
	at, step        int
}

func (s *solver) walkFrom(b int32, child int32) walk {
	w := walk{s.children[b], s.links[b], slices.Index(s.children[b], child), -1}
	if w.at%2 != 0 {
		w.step = 1
	}
	return w
}

// child is the child at which the walk is.
func (w *walk) child() int32 { return w.children[w.at] }

// next is the endpoint, at the child where the walk is, of the edge that it takes next.
func (w *walk) next() int32 {
	if w.step > 0 {
		return w.links[w.at]
	}
	return w.links[(w.at-1+len(w.links))%len(w.links)] ^ 1
}

func (w *walk) move() { w.at = (w.at + w.step + len(w.children)) % len(w.children) }

// dissolve makes the children of a blossom independent again. At the end of a
// stage, those without a dual are dissolved, too; within a stage, the children
// of an inner blossom get their labels.
func (s *solver) dissolve(b int32, endOfStage bool) {
	for _, child := range s.children[b] {
		s.parent[child] = none
		switch {
		case int(child) < s.n:
			s.inBlossom[child] = child
		case endOfStage && s.zeroDual(int(child)):
			s.dissolve(child, true)
		default:
			s.eachLeaf(child, func(v int32) { s.inBlossom[v] = child })
		}
	}
	if !endOfStage && s.label[b] == inner {
		s.relabel(b)
	}
	s.label[b], s.labelEnd[b] = unlabelled, none
	s.children[b], s.links[b], s.bestEdges[b] = nil, nil, nil
	s.base[b], s.bestEdge[b] = none, none
	s.unused = append(s.unused, b)
}

// relabel labels the children of an inner blossom that is being dissolved: those
// on the even way from where the tree entered it to its base stay in the tree.
func (s *solver) relabel(b int32) {
	p := s.labelEnd[b]
	entry := s.inBlossom[s.ends[p^1]]
	w := s.walkFrom(b, entry)
	for w.at != 0 {
		// The child is inner, and the one after it is outer.
		link := w.next()
		s.label[s.ends[p^1]] = unlabelled
		s.label[s.ends[link^1]] = unlabelled
		s.assign(s.ends[p^1], inner, p)
		s.allowed[link>>1] = true
		w.move()
		p = w.next()
		s.allowed[p>>1] = true
		w.move()
	}
	base := w.child()
	v := s.ends[p^1]
	s.label[v], s.label[base] = inner, inner
	s.labelEnd[v], s.labelEnd[base] = p, p
	s.bestEdge[base] = none
	for w.move(); w.child() != entry; w.move() {
		s.relabelOffPath(w.child())
	}
}

// relabelOffPath labels a child that is not on the way. It stays in the tree if
// a vertex in it was reached from an outer one.
func (s *solver) relabelOffPath(child int32) {
	if s.label[child] == outer {
		return
	}
	reached := int32(none)
	s.eachLeaf(child, func(v int32) {
		if reached < 0 && s.label[v] != unlabelled {
			reached = v
		}
	})
	if reached >= 0 {
		s.label[reached] = unlabelled
		s.label[s.ends[s.mate[s.base[child]]]] = unlabelled
		s.assign(reached, inner, s.labelEnd[reached])
	}
}

// augment exchanges matched and other edges on the path from root to root
// through edge e.
func (s *solver) augment(e int32) {
	for _, p := range [2]int32{2*e + 1, 2 * e} {
		v := s.ends[p^1]
		for {
			b := s.inBlossom[v]
			s.rotateChild(b, v)
			s.mate[v] = p
			if s.labelEnd[b] < 0 {
				break
			}
			t := s.inBlossom[s.ends[s.labelEnd[b]]]
			into := s.labelEnd[t]
			v = s.ends[into]
			s.rotateChild(t, s.ends[into^1])
			s.mate[s.ends[into^1]] = into
			p = into ^ 1
		}
	}
}

// rotateChild is rotate for a blossom, and does nothing for a vertex.
func (s *solver) rotateChild(b, v int32) {
	if int(b) >= s.n {
		s.rotate(b, v)
	}
}

// rotate exchanges the matched edges within a blossom so that v becomes its base.
func (s *solver) rotate(b, v int32) {
	t := v
	for s.parent[t] != b {
		t = s.parent[t]
	}
	s.rotateChild(t, v)
	w := s.walkFrom(b, t)
	start := w.at
	for w.at != 0 {
		w.move()
		p := w.next()
		s.rotateChild(w.child(), s.ends[p])
		w.move()
		s.rotateChild(w.child(), s.ends[p^1])
		s.mate[s.ends[p]], s.mate[s.ends[p^1]] = p^1, p
	}
	s.children[b] = slices.Concat(s.children[b][start:], s.children[b][:start])
	s.links[b] = slices.Concat(s.links[b][start:], s.links[b][:start])
	s.base[b] = v
}
