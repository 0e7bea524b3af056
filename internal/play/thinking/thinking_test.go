package thinking

import (
	"fmt"
	"testing"
	"time"

	"plateau/engine"
	"plateau/internal/budget"
	"plateau/internal/play"
	"plateau/internal/play/presence"
)

// TestThinkingTime shrinks with the queue and with what an address has had, and
// neither is at the expense of others.
func TestThinkingTime(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	present := presence.New(clock)
	q := New(Config{Now: clock, Thinkers: 2, Budgets: budget.NewMemory(clock), Source: present.Source})
	for n := range 10 {
		present.Seen(play.PlayerID(fmt.Sprint("guest", n)), "192.0.2.1/32")
	}
	want := func(host string, at engine.Level, want time.Duration) {
		t.Helper()
		if got := q.Time(&play.Table{Host: play.PlayerID(host)}, at); got != want {
			t.Errorf("%s for %s thinks for %v, want %v", at, host, got, want)
		}
	}
	want("guest0", engine.Perfect, 5*time.Second)
	for n := range 18 {
		q.add(waiting{play.TableID(fmt.Sprint("t", n)), "guest0", "192.0.2.1/32"}, deep)
	}
	q.add(waiting{"quick", "guest0", "192.0.2.1/32"}, quick)
	want("guest1", engine.Perfect, 500*time.Millisecond)
	for q.costly() > 0 {
		q.next(false)
	}
	for n := range 22 {
		want(fmt.Sprint("guest", n%10), engine.Hardest, 5*time.Second)
	}
	want("guest3", engine.Perfect, Least)
	want("guest3", engine.Easiest, 5*time.Second)
	want("ann", engine.Perfect, 5*time.Second)
	now = now.Add(time.Minute)
	want("guest3", engine.Perfect, 5*time.Second)
}
