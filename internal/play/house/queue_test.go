package house

import (
	"testing"

	"plateau/internal/play"
)

// TestHostsTakeTurns, however many tables each has.
func TestHostsTakeTurns(t *testing.T) {
	q := newQueue()
	for _, table := range []play.TableID{"a1", "a2", "a2", "a3"} {
		q.add("ann", table)
	}
	q.add("ben", "b1")
	q.add("cleo", "c1")
	for _, want := range []play.TableID{"a1", "b1", "c1", "a2", "a3"} {
		if got, ok := q.take(t.Context()); !ok || got != want {
			t.Errorf("it is the turn of %s, want %s", got, want)
		}
		if want == "a1" {
			q.add("ann", "a1") // It was taken, so it may come again.
		}
	}
	if got, ok := q.take(t.Context()); !ok || got != "a1" {
		t.Errorf("at the end comes %s, want a1", got)
	}
}
