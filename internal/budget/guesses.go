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
	// guessTime is how long wrong guesses are remembered after the last one.
	guessTime = time.Hour
	// maxGuessed limits how many keys are remembered.
	maxGuessed = 20_000
)

// GuessMemory counts guesses in memory.
type GuessMemory struct {
	now func() time.Time

	mu    sync.Mutex
	known map[string]*failures
}

type failures struct {
	count       int
	last, until time.Time
}

// NewGuessMemory knows of no guess.
func NewGuessMemory(now func() time.Time) *GuessMemory {
	return &GuessMemory{now: now, known: make(map[string]*failures)}
}

// Begin implements [Guesses].
func (m *GuessMemory) Begin(on ...Counted) (wait time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for _, c := range on {
		wait = max(wait, m.of(c.Key, now).until.Sub(now))
	}
	if wait > 0 {
		return wait
	}
	for _, c := range on {
		m.of(c.Key, now).fail(c.Patience, now)
	}
	return 0
}

// of is what is known about a key.
func (m *GuessMemory) of(key string, now time.Time) *failures {
	stale := func(_ string, f *failures) bool { return now.Sub(f.last) >= guessTime }
	if f := m.known[key]; f != nil && !stale(key, f) {
		return f
	}
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
	f := &failures{last: now}
	m.known[key] = f
	return f
}

func (f *failures) fail(p Patience, now time.Time) {
	f.count, f.last = f.count+1, now
	if over := f.count - p.Free; over >= 0 {
		f.until = now.Add(min(p.Most, time.Second<<min(over, 20)))
	}
}

// Cancel implements [Guesses].
func (m *GuessMemory) Cancel(on ...Counted) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range on {
		if f := m.known[c.Key]; f != nil {
			f.count, f.until = max(0, f.count-1), time.Time{}
		}
	}
}

// Forget implements [Guesses].
func (m *GuessMemory) Forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.known, key)
}
