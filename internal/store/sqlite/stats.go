package sqlite

import (
	"sync/atomic"
	"time"
)

// Stats count what a store has written since it was opened.
type Stats struct {
	// Commits are transactions, Writes what was asked for in them: what many
	// have asked for at the same time shares a commit.
	Commits, Writes uint64
	// Failures are transactions that did not reach the disk.
	Failures uint64
	// Writing is the time spent in all of them.
	Writing time.Duration
}

type stats struct{ commits, writes, failures, nanoseconds atomic.Uint64 }

// add takes note of a transaction of so many writes.
func (s *stats) add(writes int, took time.Duration, err error) {
	s.nanoseconds.Add(uint64(took))
	if err != nil {
		s.failures.Add(1)
		return
	}
	s.commits.Add(1)
	s.writes.Add(uint64(writes))
}

// Stats are the counts by now.
func (s *Store) Stats() Stats {
	return Stats{
		Commits: s.stats.commits.Load(), Writes: s.stats.writes.Load(), Failures: s.stats.failures.Load(),
		Writing: time.Duration(s.stats.nanoseconds.Load()),
	}
}
