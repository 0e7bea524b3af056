package sqlstore

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

// Counts are the counts of a store.
type Counts struct{ commits, writes, failures, nanoseconds atomic.Uint64 }

// Add counts a transaction.
func (s *Counts) Add(writes int, took time.Duration, err error) {
	s.nanoseconds.Add(uint64(took))
	if err != nil {
		s.failures.Add(1)
		return
	}
	s.commits.Add(1)
	s.writes.Add(uint64(writes))
}

// Stats returns the current counts.
func (s *Counts) Stats() Stats {
	return Stats{
		Commits: s.commits.Load(), Writes: s.writes.Load(), Failures: s.failures.Load(),
		Writing: time.Duration(s.nanoseconds.Load()),
	}
}
