package load

import (
	"slices"
	"sync"
	"time"
)

// latencies collects durations.
type latencies struct {
	mu   sync.Mutex
	took []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, d)
}

func (l *latencies) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.took)
}

// Spread is a distribution of durations in milliseconds: half of them are at most
// P50, and so on.
type Spread struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

func (l *latencies) spread() Spread {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.took) == 0 {
		return Spread{}
	}
	slices.Sort(l.took)
	at := func(share float64) float64 {
		return float64(l.took[int(share*float64(len(l.took)-1))].Microseconds()) / 1000
	}
	return Spread{Count: len(l.took), P50: at(0.5), P90: at(0.9), P99: at(0.99), Max: at(1)}
}
