package sqlite

import (
	"sync/atomic"
	"time"
)

// Stats counts what a store has written since it was opened.
type Stats struct {
	// Commits are transactions, Writes the jobs in them: jobs that are queued at
	// the same time share a commit.
	Commits, Writes uint64
	// Failures are transactions that failed.
	Failures uint64
	// Writing is the time spent in all of them.
	Writing time.Duration
}

type stats struct{ commits, writes, failures, nanoseconds atomic.Uint64 }

// add counts a transaction.
func (s *stats) add(writes int, took time.Duration, err error) {
	s.nanoseconds.Add(uint64(took))
	if err != nil {
		s.failures.Add(1)
		return
	}
	s.commits.Add(1)
	s.writes.Add(uint64(writes))
}

// Stats returns the current counts.
func (s *Store) Stats() Stats {
	return Stats{
		Commits: s.stats.commits.Load(), Writes: s.stats.writes.Load(), Failures: s.stats.failures.Load(),
		Writing: time.Duration(s.stats.nanoseconds.Load()),
	}
}

// Queued is how many writes wait for their turn.
func (s *Store) Queued() int { return len(s.jobs) }
