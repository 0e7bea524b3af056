package house_test

import (
	"testing"
	"time"

	"plateau/internal/play"
)

// A heartbeat may be answered at any server, and a move sent to any: all know how long
// messages to the player take.
func TestRoundTripsAtAllServers(t *testing.T) {
	c := newCluster(t, 31, 3)
	table := c.begin(c.houses[0], minute)
	for _, h := range c.houses {
		c.table(h, table)
	}
	answer := func(server int, player play.PlayerID, took time.Duration) (notices int) {
		t.Helper()
		c.wait(15 * time.Second)
		c.faults.deliver(1)
		c.houses[server].Latency.Answered(table, player, c.Now().Add(-took))
		c.faults.mu.Lock()
		notices = len(c.faults.waiting)
		c.faults.mu.Unlock()
		c.faults.deliver(1)
		return notices
	}
	want := func(player play.PlayerID, trip play.Millis) {
		t.Helper()
		for i, h := range c.houses {
			if got := h.Latency.RoundTrip(table, player); got != trip {
				t.Errorf("server %d measures %d ms, want %d", i, got, trip)
			}
		}
	}
	want(ann.ID, 0)
	answer(1, ann.ID, 80*time.Millisecond)
	want(ann.ID, 80)
	if n := answer(2, ann.ID, 85*time.Millisecond); n > 0 {
		t.Errorf("%d notices of a small change", n)
	}
	// The network has become slower, which three answers show, wherever they come.
	for server := range 3 {
		answer(server, ann.ID, 300*time.Millisecond)
	}
	want(ann.ID, 300)
	answer(0, ann.ID, 90*time.Millisecond)
	want(ann.ID, 90)
	want(ben.ID, 0)
	// An answer from the past or the future is none.
	answer(0, ben.ID, time.Hour)
	answer(0, ben.ID, -time.Hour)
	want(ben.ID, 0)
	if n := answer(0, "spectator", 50*time.Millisecond); n > 0 {
		t.Errorf("%d notices of somebody without a clock", n)
	}
	c.wait(3 * time.Minute)
	want(ann.ID, 0)
}
