package thinking

import (
	"testing"

	"plateau/internal/play"
)

// wantNext takes tables from the queue.
func (q *Queue) wantNext(t *testing.T, want ...play.TableID) {
	t.Helper()
	for _, want := range want {
		if got, ok := q.Take(t.Context(), false); !ok || got != want {
			t.Errorf("it is the turn of %s, want %s", got, want)
		}
	}
}

// TestHostsTakeTurns, however many tables each has.
func TestHostsTakeTurns(t *testing.T) {
	q := New(Config{})
	for _, table := range []play.TableID{"a1", "a2", "a2", "a3"} {
		q.add(waiting{table, "ann", "home"}, deep)
	}
	q.add(waiting{"b1", "ben", "home"}, deep)
	q.add(waiting{"c1", "cleo", "home"}, deep)
	q.wantNext(t, "a1")
	q.add(waiting{"a1", "ann", "home"}, deep) // It was taken, so it may come again.
	q.wantNext(t, "b1", "c1", "a2", "a3", "a1")
}

// TestAddressesTakeTurns, however many guests each has.
func TestAddressesTakeTurns(t *testing.T) {
	q := New(Config{})
	for _, guest := range []play.PlayerID{"g1", "g2", "g3", "g4"} {
		q.add(waiting{play.TableID(guest + "a"), guest, "flood"}, deep)
		q.add(waiting{play.TableID(guest + "b"), guest, "flood"}, deep)
	}
	q.add(waiting{"mine", "ann", "home"}, deep)
	q.wantNext(t, "g1a", "mine", "g2a", "g3a", "g4a", "g1b")
}

// TestCheapLevelsGoFirst, but do not keep the others waiting for ever.
func TestCheapLevelsGoFirst(t *testing.T) {
	q := New(Config{})
	q.add(waiting{"perfect", "ann", "home"}, deep)
	q.add(waiting{"level 5", "ann", "home"}, steady)
	q.add(waiting{"level 1", "ben", "home"}, quick)
	if n := q.costly(); n != 2 {
		t.Errorf("%d costly tables wait, want 2", n)
	}
	if got, ok := q.Take(t.Context(), true); !ok || got != "level 1" {
		t.Errorf("the thinker of the quick lane took %s", got)
	}
	if got, ok := q.next(true); ok {
		t.Errorf("the thinker of the quick lane took %s", got)
	}
	q.wantNext(t, "level 5", "perfect")

	q.add(waiting{"perfect", "ann", "home"}, deep)
	turn := 0
	for got := play.TableID(""); got != "perfect" && turn < 100; turn++ {
		q.add(waiting{"level 1", "ben", "home"}, quick)
		got, _ = q.Take(t.Context(), false)
	}
	if turn > patientTurn {
		t.Errorf("it was the turn of perfect after %d others", turn)
	}
}
