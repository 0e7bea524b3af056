package ask

import (
	"context"
	"sync/atomic"

	"plateau/game"
	"plateau/internal/parallel"
)

// count is a count of move sequences in progress, on several threads. The first
// two moves make the tasks, some thousands of them, so that all threads finish at
// about the same time.
type count struct {
	tasks []task
	// divide has the number of sequences that begin with each legal move, in the
	// order of the position's moves. At depth 0 there is none, but one empty sequence.
	divide []uint64
	depth  int
	done   atomic.Int64
}

// task counts the sequences that follow two moves.
type task struct {
	first    int // index of the first move
	position game.Position
	depth    int
}

// newCount prepares the count of the sequences of exactly depth moves.
func newCount(p game.Position, depth int) *count {
	c := &count{depth: depth}
	if depth == 0 {
		return c
	}
	moves := p.Moves()
	c.divide = make([]uint64, len(moves))
	for i, m := range moves {
		next := mustPlay(p, m)
		if depth <= 2 {
			c.divide[i] = next.Perft(depth - 1)
			continue
		}
		for _, reply := range next.Moves() {
			c.tasks = append(c.tasks, task{i, mustPlay(next, reply), depth - 2})
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

// run counts until the end, or until ctx is done, which gives its error.
func (c *count) run(ctx context.Context, threads int) error {
	return parallel.For(ctx, threads, len(c.tasks), func(_, i int) {
		task := c.tasks[i]
		atomic.AddUint64(&c.divide[task.first], task.position.Perft(task.depth))
		c.done.Add(1)
	})
}

// progress is the share of tasks that are done, from 0 to 1. It may be called
// while run is running.
func (c *count) progress() float64 {
	return float64(c.done.Load()) / float64(max(len(c.tasks), 1))
}

// total is the whole count.
func (c *count) total() uint64 {
	if c.depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, n := range c.divide {
		sum += n
	}
	return sum
}
