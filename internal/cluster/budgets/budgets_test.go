package budgets_test

import (
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/budget"
	"plateau/internal/bus/memory"
	"plateau/internal/cluster/budgets"
	"plateau/internal/play"
	"plateau/internal/store/sqlite"
)

// servers are counts of two servers with one store.
func servers(t *testing.T) (a, b *budgets.Shared, wait func(time.Duration)) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "play.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	var passed atomic.Int64
	start := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return start.Add(time.Duration(passed.Load())) }
	key := []byte("secret")
	return budgets.New(store, key, now, "new guests"), budgets.New(store, key, now, "new guests"), func(d time.Duration) { passed.Add(int64(d)) }
}

func TestGuessesCountAtAllServers(t *testing.T) {
	a, b, wait := servers(t)
	name := budget.Counted{Key: "name ann", Patience: budget.Patience{Free: 2, Most: time.Minute}}
	address := budget.Counted{Key: "from 203.0.113.7", Patience: budget.Patience{Free: 20, Most: time.Minute}}
	for i, counts := range []*budgets.Shared{a, b} {
		if w := counts.Begin(name, address); w != 0 {
			t.Errorf("guess %d has to wait for %v", i+1, w)
		}
	}
	for _, counts := range []*budgets.Shared{a, b} {
		if w := counts.Begin(name, address); w != time.Second {
			t.Errorf("a third guess has to wait for %v, want a second", w)
		}
	}
	wait(time.Second)
	if w := b.Begin(name); w != 0 {
		t.Errorf("after that a guess has to wait for %v", w)
	}
	if w := a.Begin(name); w != 2*time.Second {
		t.Errorf("the next one has to wait for %v, want 2 s", w)
	}
	a.Cancel(name)
	if w := b.Begin(name); w != 0 {
		t.Errorf("after a right guess, one has to wait for %v", w)
	}
	b.Forget(name.Key)
	for i := range 2 {
		if w := a.Begin(name); w != 0 {
			t.Errorf("guess %d after all were forgotten has to wait for %v", i+1, w)
		}
	}
	wait(budget.GuessTime)
	if w := a.Begin(name); w != 0 {
		t.Errorf("after an hour, a guess has to wait for %v", w)
	}
}

// Many guesses at once get no more patience than one after the other.
func TestGuessesAtOnce(t *testing.T) {
	a, b, _ := servers(t)
	name := budget.Counted{Key: "name ann", Patience: budget.Patience{Free: 3, Most: time.Minute}}
	var free atomic.Int64
	var all sync.WaitGroup
	for i := range 12 {
		counts := []*budgets.Shared{a, b}[i%2]
		all.Go(func() {
			if counts.Begin(name) == 0 {
				free.Add(1)
			}
		})
	}
	all.Wait()
	if free.Load() != 3 {
		t.Errorf("%d guesses at once were free, want 3", free.Load())
	}
}

func TestBudgetsCountAtAllServers(t *testing.T) {
	a, b, wait := servers(t)
	rate := budget.Rate{PerSecond: 2, AtOnce: 4}
	take := func(c *budgets.Shared, purpose, client string, cost int, want time.Duration) {
		t.Helper()
		if w := c.Take(purpose, rate, client, cost); w != want {
			t.Errorf("%s by %s: wait %v, want %v", purpose, client, w, want)
		}
	}
	take(a, "new guests", "ann", 3, 0)
	take(b, "new guests", "ann", 3, time.Second)
	take(b, "new guests", "ann", 1, 0)
	take(a, "new guests", "ann", 1, time.Second/2)
	take(a, "new guests", "ben", 100, 0) // It takes all there is.
	take(b, "new guests", "ben", 1, time.Second/2)
	wait(time.Second)
	take(a, "new guests", "ann", 2, 0)
}

// What is asked for often is counted by each server, and what one client takes much of
// counts at all of them.
func TestServersTellEachOther(t *testing.T) {
	a, b, wait := servers(t)
	var bus memory.Bus
	tellA, leaveA := a.Join(&bus)
	defer leaveA()
	_, leaveB := b.Join(&bus)
	defer leaveB()
	rate := budget.Rate{PerSecond: 2, AtOnce: 8}
	take := func(c *budgets.Shared, client string, cost int, want time.Duration) {
		t.Helper()
		if w := c.Take("player", rate, client, cost); w != want {
			t.Errorf("%d by %s: wait %v, want %v", cost, client, w, want)
		}
	}
	var names []string
	defer bus.Subscribe(func(n play.Notice) {
		for _, taken := range n.Taken {
			names = append(names, taken.Client)
		}
	})()
	take(a, "ben", 3, 0) // Little is not worth a word.
	take(a, "ann", 3, 0)
	take(a, "ann", 3, 0) // Of this the others learn.
	take(a, "ann", 2, 0)
	take(a, "ann", 1, time.Second/2)
	tellA()
	take(b, "ann", 4, time.Second/2)
	take(b, "ann", 3, 0)
	take(b, "ben", 8, 0)
	tellA() // It has nothing to say.
	if len(names) != 1 || strings.Contains(names[0], "ann") {
		t.Errorf("the notices name %q", names)
	}
	// More than there is may have been taken elsewhere.
	wait(4 * time.Second)
	for range 2 {
		take(a, "cleo", 8, 0)
		wait(4 * time.Second)
	}
	take(b, "cleo", 8, 0)
	tellA()
	take(b, "cleo", 1, 8*time.Second+time.Second/2)
}
