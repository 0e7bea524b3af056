package house

import (
	"fmt"
	"testing"
	"time"

	"plateau/engine/level"
	"plateau/internal/budget"
	"plateau/internal/play"
	"plateau/internal/play/presence"
)

// TestThinkingTime shrinks with the queue and with what an address has had, and
// neither is at the expense of others.
func TestThinkingTime(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	h := &House{Config: Config{Now: clock, Thinkers: 2, Budgets: budget.NewMemory(clock)}, thinking: newQueue(), Presence: presence.New(clock)}
	for n := range 10 {
		h.Presence.Seen(play.PlayerID(fmt.Sprint("guest", n)), "192.0.2.1/32")
	}
	want := func(host string, l level.Level, want time.Duration) {
		t.Helper()
		if got := h.thinkingTime(&play.Table{Host: play.PlayerID(host)}, l); got != want {
			t.Errorf("%s for %s thinks for %v, want %v", l, host, got, want)
		}
	}
	want("guest0", level.Perfect, 5*time.Second)
	for n := range 18 {
		h.thinking.add(waiting{play.TableID(fmt.Sprint("t", n)), "guest0", "192.0.2.1/32"}, deep)
	}
	h.thinking.add(waiting{"quick", "guest0", "192.0.2.1/32"}, quick)
	want("guest1", level.Perfect, 500*time.Millisecond)
	for h.thinking.costly() > 0 {
		h.thinking.next(false)
	}
	for n := range 22 {
		want(fmt.Sprint("guest", n%10), level.Hardest, 5*time.Second)
	}
	want("guest3", level.Perfect, LeastThinking)
	want("guest3", level.Easiest, 5*time.Second)
	want("ann", level.Perfect, 5*time.Second)
	now = now.Add(time.Minute)
	want("guest3", level.Perfect, 5*time.Second)
}
