package cli

import (
	"context"
	"sync/atomic"

	"plateau/game"
	"plateau/internal/parallel"
)

// perftCount is a count shared out among threads. The first two moves make the
// tasks, some thousands of them, so that no thread is left with a large one
// when the others have finished.
type perftCount struct {
	tasks []perftTask
	// behind has the sequences behind each first move; at depth 0 there is
	// none, but one empty sequence.
	behind []uint64
	depth  int
	done   atomic.Int64
}

// perftTask is the count behind the moves that led to a position.
type perftTask struct {
	first    int // index of the first move
	position game.Position
	depth    int
}

func newPerftCount(p game.Position, depth int) *perftCount {
	c := &perftCount{depth: depth}
	if depth == 0 {
		return c
	}
	moves := p.Moves()
	c.behind = make([]uint64, len(moves))
	for i, m := range moves {
		next := mustPlay(p, m)
		if depth == 1 {
			c.behind[i] = 1
			continue
		}
		if depth == 2 {
			c.behind[i] = uint64(len(next.Moves()))
			continue
		}
		for _, reply := range next.Moves() {
			c.tasks = append(c.tasks, perftTask{i, mustPlay(next, reply), depth - 2})
		}
	}
	return c
}

// mustPlay plays a move that the position itself has listed.
func mustPlay(p game.Position, m game.Move) game.Position {
	next, err := p.Play(m)
	if err != nil {
		panic(err)
	}
	return next
}

// run does all tasks and returns when they are done.
func (c *perftCount) run(ctx context.Context, threads int) error {
	return parallel.For(ctx, threads, len(c.tasks), func(_, i int) {
		task := c.tasks[i]
		atomic.AddUint64(&c.behind[task.first], task.position.Perft(task.depth))
		c.done.Add(1)
	})
}

// progress is the part of the tasks that are done, from 0 to 1.
func (c *perftCount) progress() float64 {
	return float64(c.done.Load()) / float64(max(len(c.tasks), 1))
}

// total is the whole count, once all tasks are done.
func (c *perftCount) total() uint64 {
	if c.depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, n := range c.behind {
		sum += n
	}
	return sum
}
