package solver

import (
	"slices"
)

// planes is a layer of Quixo as bitboards: for every canonical set, one bit
// vector of the sharings of its cells that are won for the player to move, and
// one of those that are lost. What is in neither is drawn.
type planes struct {
	*places

	words     int // per vector
	won, lost []uint64
	// late lists the losses found after the first round by set, ascending;
	// starts has the first of each set.
	starts  []uint32
	late    []uint32
	summary Summary
}

// vector is the bit vector of a set in a plane.
func (p *planes) vector(plane []uint64, set int) []uint64 {
	return plane[set*p.words : (set+1)*p.words]
}

// vectorWords is the number of words of a vector with a number of marks.
func vectorWords(marks int) int { return 1 << max(marks-wordBits, 0) }

// listLate merges the late losses of all workers.
func (s *layerSolving) listLate() {
	s.starts = make([]uint32, len(s.Sets)+1)
	total := 0
	for i := range s.workers {
		for _, late := range s.workers[i].late {
			s.starts[late>>32]++
		}
		total += len(s.workers[i].late)
	}
	sum := uint32(0)
	for set, count := range s.starts {
		s.starts[set] = sum
		sum += count
	}
	s.late = make([]uint32, total)
	next := slices.Clone(s.starts)
	for i := range s.workers {
		for _, late := range s.workers[i].late {
			s.late[next[late>>32]] = uint32(late)
			next[late>>32]++
		}
		s.workers[i].late = nil
	}
	for set := range s.Sets {
		slices.Sort(s.late[s.starts[set]:s.starts[set+1]])
	}
}
