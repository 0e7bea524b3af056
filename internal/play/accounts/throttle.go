package accounts

import (
	"maps"
	"math"
	"strconv"
	"sync"
	"time"
)

// patience is how many wrong passwords in a row are free, and the longest wait
// after further ones: each doubles it, starting with a second.
type patience struct {
	free int
	most time.Duration
}

var (
	// A name waits for a minute at most, so that nobody can lock others out of
	// their accounts for long.
	patienceWithName = patience{free: 5, most: time.Minute}
	// A whole school may share one address.
	patienceWithAddress = patience{free: 20, most: 15 * time.Minute}
)

const (
	// triesTime is how long wrong passwords are remembered after the last one.
	triesTime = time.Hour
	// maxTries limits how many names and addresses are remembered.
	maxTries = 20_000
)

// tries counts wrong passwords by name and by address. An attempt counts as wrong
// from its beginning, so that many at once do not get around it.
type tries struct {
	now func() time.Time

	mu    sync.Mutex
	known map[string]*failures
}

type failures struct {
	count       int
	last, until time.Time
}

func newTries(now func() time.Time) *tries {
	return &tries{now: now, known: make(map[string]*failures)}
}

// begin counts an attempt, or refuses it: then it does not count.
func (t *tries) begin(name, address string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	byName, byAddress := t.of("name "+name, now), t.of("from "+address, now)
	if wait := max(byName.until.Sub(now), byAddress.until.Sub(now)); wait > 0 {
		return SignInSlow.Refuse("", "seconds", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	byName.fail(patienceWithName, now)
	byAddress.fail(patienceWithAddress, now)
	return nil
}

// of is what is known about a name or an address.
func (t *tries) of(key string, now time.Time) *failures {
	stale := func(_ string, f *failures) bool { return now.Sub(f.last) >= triesTime }
	if f := t.known[key]; f != nil && !stale(key, f) {
		return f
	}
	if len(t.known) >= maxTries {
		maps.DeleteFunc(t.known, stale)
	}
	for other := range t.known {
		if len(t.known) < maxTries {
			break
		}
		// Any will do: trying so many names exceeds the limit of the address.
		delete(t.known, other)
	}
	f := &failures{last: now}
	t.known[key] = f
	return f
}

func (f *failures) fail(p patience, now time.Time) {
	f.count, f.last = f.count+1, now
	if over := f.count - p.free; over >= 0 {
		f.until = now.Add(min(p.most, time.Second<<min(over, 20)))
	}
}

// cancel takes back an attempt that was right, or was never checked. If it was
// right, all attempts with the name are taken back; those from the address are
// not, because others may be guessing from there.
func (t *tries) cancel(name, address string, right bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if right {
		delete(t.known, "name "+name)
	}
	for _, key := range []string{"name " + name, "from " + address} {
		if f := t.known[key]; f != nil {
			f.count, f.until = max(0, f.count-1), time.Time{}
		}
	}
}
