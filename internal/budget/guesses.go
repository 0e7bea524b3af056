package budget

import (
	"maps"
	"sync"
	"time"
)

// Patience is how many wrong guesses in a row are free, and the longest wait after
// further ones: each doubles it, starting with a second.
type Patience struct {
	Free int
	Most time.Duration
}

// Counted is what a guess counts for, with how much patience there is.
type Counted struct {
	Key string
	Patience
}

// Guesses counts wrong guesses at secrets. It is safe for concurrent use.
type Guesses interface {
	// Begin counts a guess as wrong from its beginning, so that many at once do
	// not get around it. If there is no patience left it counts nothing, and
	// returns how long to wait.
	Begin(on ...Counted) (wait time.Duration)
	// Cancel takes back a guess that was right, or was never checked.
	Cancel(on ...Counted)
	// Forget takes back all guesses that count for a key.
	Forget(key string)
}

const (
	// GuessTime is how long wrong guesses are remembered after the last one.
	GuessTime = time.Hour
	// maxGuessed limits how many keys are remembered.
	maxGuessed = 20_000
)

// GuessMemory counts guesses in memory.
type GuessMemory struct {
	now func() time.Time

	mu    sync.Mutex
	known map[string]Failures
}

// Failures are the wrong guesses that count for a key.
type Failures struct {
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
	// Until is until when there is no patience.
	Until time.Time `json:"until"`
}

// Fail counts one more.
func (f Failures) Fail(p Patience, now time.Time) Failures {
	f.Count, f.Last = f.Count+1, now
	if over := f.Count - p.Free; over >= 0 {
		f.Until = now.Add(min(p.Most, time.Second<<min(over, 20)))
	}
	return f
}

// Cancel takes one back.
func (f Failures) Cancel() Failures {
	f.Count, f.Until = max(0, f.Count-1), time.Time{}
	return f
}

// NewGuessMemory knows of no guess.
func NewGuessMemory(now func() time.Time) *GuessMemory {
	return &GuessMemory{now: now, known: make(map[string]Failures)}
}

// Begin implements [Guesses].
func (m *GuessMemory) Begin(on ...Counted) (wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for _, c := range on {
		wait = max(wait, m.of(c.Key, now).Until.Sub(now))
	}
	if wait > 0 {
		return wait
	}
	for _, c := range on {
		m.known[c.Key] = m.of(c.Key, now).Fail(c.Patience, now)
	}
	return 0
}

// of is what is known about a key, for which there is room then.
func (m *GuessMemory) of(key string, now time.Time) Failures {
	stale := func(_ string, f Failures) bool { return now.Sub(f.Last) >= GuessTime }
	if f, known := m.known[key]; known && !stale(key, f) {
		return f
	}
	delete(m.known, key)
	if len(m.known) >= maxGuessed {
		maps.DeleteFunc(m.known, stale)
	}
	for other := range m.known {
		if len(m.known) < maxGuessed {
			break
		}
		// Any will do: who guesses at so many has no patience left elsewhere.
		delete(m.known, other)
	}
	return Failures{}
}

// Cancel implements [Guesses].
func (m *GuessMemory) Cancel(on ...Counted) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range on {
		if f, known := m.known[c.Key]; known {
			m.known[c.Key] = f.Cancel()
		}
	}
}

// Forget implements [Guesses].
func (m *GuessMemory) Forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.known, key)
}
