package live

import (
	"fmt"
	"testing"
	"time"

	"plateau/engine/level"
	"plateau/internal/play"
	"plateau/internal/play/presence"
)

// TestThinkingTime shrinks with the queue and with what an address has had, and
// neither is at the expense of others.
func TestThinkingTime(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	l := New(Config{Now: clock, Thinkers: 2, Presence: presence.New(clock)})
	for n := range 10 {
		l.Presence.Seen(play.PlayerID(fmt.Sprint("guest", n)), "192.0.2.1/32")
	}
	want := func(host string, at level.Level, want time.Duration) {
		t.Helper()
		if got := l.thinkingTime(&play.Table{Host: play.PlayerID(host)}, at); got != want {
			t.Errorf("%s for %s thinks for %v, want %v", at, host, got, want)
		}
	}
	want("guest0", level.Perfect, 5*time.Second)
	for n := range 18 {
		l.thinking.add(waiting{play.TableID(fmt.Sprint("t", n)), "guest0", "192.0.2.1/32"}, deep)
	}
	l.thinking.add(waiting{"quick", "guest0", "192.0.2.1/32"}, quick)
	want("guest1", level.Perfect, 500*time.Millisecond)
	for l.thinking.costly() > 0 {
		l.thinking.next(false)
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
