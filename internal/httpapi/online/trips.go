package online

import (
	"sync"
	"time"

	"plateau/internal/play"
)

// trips measures how long messages to players and back take: a beat on a
// stream carries a number, which the client sends back at once.
type trips struct {
	mu   sync.Mutex
	last uint64
	of   map[tripKey]*trip
}

type tripKey struct {
	table  play.TableID
	player play.PlayerID
}

// trip is what is known of one player at one table, as long as a stream is
// open.
type trip struct {
	streams int
	// sent are the last beats, one a page that the player may have open.
	sent [4]struct {
		nonce uint64
		at    time.Time
	}
	// measured are the last round trips, of which there are so many.
	measured [3]play.Millis
	answers  int
}

func newTrips() *trips { return &trips{of: make(map[tripKey]*trip)} }

func (t *trips) enter(key tripKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[key] == nil {
		t.of[key] = new(trip)
	}
	t.of[key].streams++
}

func (t *trips) leave(key tripKey) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of[key].streams--; t.of[key].streams == 0 {
		delete(t.of, key)
	}
}

// send gives the number of a beat that is sent now.
func (t *trips) send(key tripKey, now time.Time) (nonce uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	if known := t.of[key]; known != nil {
		copy(known.sent[1:], known.sent[:])
		known.sent[0].nonce, known.sent[0].at = t.last, now
	}
	return t.last
}

// answer takes a number back. Each counts once.
func (t *trips) answer(key tripKey, nonce uint64, now time.Time) {
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

// shortest is the least of the last round trips, because a longer one may have
// been the fault of a busy page; zero if none was measured.
func (t *trips) shortest(key tripKey) play.Millis {
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
