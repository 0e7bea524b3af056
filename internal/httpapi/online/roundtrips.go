package online

import (
	"sync"
	"time"

	"plateau/internal/play"
)

// roundTrips measures how long messages to players and back take: a heartbeat on
// a stream carries a number, which the client sends back at once.
type roundTrips struct {
	mu   sync.Mutex
	last uint64
	of   map[connection]*measurements
}

// connection is a player at a table.
type connection struct {
	table  play.TableID
	player play.PlayerID
}

// measurements are those of one player at one table, while a stream is open.
type measurements struct {
	streams int
	// sent are the last heartbeats: a player may have several pages open.
	sent [4]struct {
		nonce uint64
		at    time.Time
	}
	// measured are the last round trips, answers is how many there were.
	measured [3]play.Millis
	answers  int
}

func newRoundTrips() *roundTrips { return &roundTrips{of: make(map[connection]*measurements)} }

func (t *roundTrips) open(key connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[key] == nil {
		t.of[key] = new(measurements)
	}
	t.of[key].streams++
}

func (t *roundTrips) close(key connection) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[key].streams--; t.of[key].streams == 0 {
		delete(t.of, key)
	}
}

// send returns the number for a heartbeat that is sent now.
func (t *roundTrips) send(key connection, now time.Time) (nonce uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	if known := t.of[key]; known != nil {
		copy(known.sent[1:], known.sent[:])
		known.sent[0].nonce, known.sent[0].at = t.last, now
	}
	return t.last
}

// answer records an answered heartbeat. Each counts once.
func (t *roundTrips) answer(key connection, nonce uint64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.of[key]
	if known == nil || nonce == 0 {
		return
	}
	for i := range known.sent {
		if known.sent[i].nonce != nonce {
			continue
		}
		known.sent[i].nonce = 0
		known.measured[known.answers%len(known.measured)] = play.Millis(now.Sub(known.sent[i].at).Milliseconds())
		known.answers++
		return
	}
}

// shortest is the shortest of the last round trips, because a longer one may be
// due to a busy page; zero if none was measured.
func (t *roundTrips) shortest(key connection) play.Millis {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.of[key]
	if known == nil || known.answers == 0 {
		return 0
	}
	shortest := known.measured[0]
	for _, m := range known.measured[:min(known.answers, len(known.measured))] {
		shortest = min(shortest, m)
	}
	return max(0, shortest)
}
