package local

import (
	"testing"
	"time"

	"plateau/game"
)

// stillWatch shows a time that a test sets.
type stillWatch struct {
	Watch
	now time.Time
}

func (w *stillWatch) Now() time.Time { return w.now }

// A move that is taken back and played again has its time back, and another one in its
// place a time of its own.
func TestClockAfterUndoAndRedo(t *testing.T) {
	watch := &stillWatch{now: time.Date(2026, 11, 18, 20, 0, 0, 0, time.UTC)}
	c := newClock(watch, TimeControl{Main: 5 * time.Minute, Increment: 3 * time.Second}, 2, 0, nil)
	want := func(what string, seat game.Seat, want time.Duration) {
		t.Helper()
		if left := c.left(seat, game.NoSeat); left != want {
			t.Errorf("%s: seat %d has %v, want %v", what, seat, left, want)
		}
	}
	moved := func(seat game.Seat, spent time.Duration) {
		watch.now = watch.now.Add(spent)
		c.moved(seat)
	}
	moved(0, time.Second)
	moved(1, 10*time.Second)
	want("after two moves", 0, 302*time.Second)
	want("after two moves", 1, 293*time.Second)
	c.setPlies(0)
	want("taken back", 0, 300*time.Second)
	want("taken back", 1, 300*time.Second)
	c.setPlies(2)
	want("played again", 0, 302*time.Second)
	want("played again", 1, 293*time.Second)
	c.setPlies(0)
	moved(0, 5*time.Second)
	want("another move", 0, 298*time.Second)
	c.setPlies(2) // which were never played
	want("another move", 1, 300*time.Second)
}
