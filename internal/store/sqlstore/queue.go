package sqlstore

import (
	"context"
	"sync"
	"time"
)

// Queue has what waits to be written, for one goroutine that writes as much of it
// at once as there is:
//
//	callers ──► queue ──► one transaction for all of a group ──► answers
//
// While a group is made durable the next one gathers, so groups grow with the load.
type Queue[J any] struct {
	jobs chan *Job[J]
	// closing is closed to stop the writer, written when it has stopped.
	closing, written chan struct{}
	close            sync.Once
}

// Job is one queued write.
type Job[J any] struct {
	Do J
	// Context is that of the caller, who may have gone.
	Context context.Context
	// answer is buffered, so that the writer never waits for a caller.
	answer chan error
}

// NewJob is a job that no queue has.
func NewJob[J any](ctx context.Context, do J) *Job[J] {
	return &Job[J]{Do: do, Context: ctx, answer: make(chan error, 1)}
}

// Answer ends a job.
func (j *Job[J]) Answer(err error) { j.answer <- err }

// Answered waits for the end of a job.
func (j *Job[J]) Answered() error { return <-j.answer }

const (
	// maxQueued is how many writes may be queued before callers block. It is more
	// than a group, so that the next group is complete while one is written.
	maxQueued = 1024
	maxGroup  = 512
	// groupInterval is the minimum time between the beginnings of two groups, as
	// long as groups have more than one job.
	groupInterval = 3 * time.Millisecond
)

// NewQueue makes a queue; Run has to follow.
func NewQueue[J any]() *Queue[J] {
	return &Queue[J]{jobs: make(chan *Job[J], maxQueued), closing: make(chan struct{}), written: make(chan struct{})}
}

// Do queues a job, and returns when it is durable or has failed. If the context ends
// first, it may still happen.
func (q *Queue[J]) Do(ctx context.Context, do J) error {
	j := NewJob(ctx, do)
	select {
	case q.jobs <- j:
	case <-q.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-j.answer:
		return err
	case <-q.written:
		// The last group may have been answered just before the end.
		select {
		case err := <-j.answer:
			return err
		default:
			return ErrClosed
		}
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run has groups written until the queue is closed, and then ends the writer.
func (q *Queue[J]) Run(write func(group []*Job[J]), end func()) {
	defer close(q.written)
	defer end()
	group := make([]*Job[J], 0, maxGroup)
	var began time.Time
	for {
		select {
		case <-q.closing:
			return
		case first := <-q.jobs:
			// When several come at once, more will follow: one commit for all of
			// them costs little more. A single job never waits.
			if len(group) > 1 {
				time.Sleep(time.Until(began.Add(groupInterval)))
			}
			group = q.gather(append(group[:0], first))
			began = time.Now()
			write(group)
		}
	}
}

// gather adds the jobs that are already queued.
func (q *Queue[J]) gather(group []*Job[J]) []*Job[J] {
	for len(group) < maxGroup {
		select {
		case j := <-q.jobs:
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// Queued is how many writes wait for their turn.
func (q *Queue[J]) Queued() int { return len(q.jobs) }

// Closing is closed when the queue is.
func (q *Queue[J]) Closing() <-chan struct{} { return q.closing }

// Close stops the writer, after the current group.
func (q *Queue[J]) Close() {
	q.close.Do(func() { close(q.closing) })
	<-q.written
}
