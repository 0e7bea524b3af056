package live

import (
	"context"
	"errors"
	"fmt"

	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/play"
)

// A panic at one table must not end the games of all others. Where a server
// loads a table, decides on a command or asks an engine, it recovers, writes
// the stack to the log and counts it.
//
//   - A computer player gets another try with another engine. When that panics
//     as well, the game is aborted: its players see why, and may open another
//     one. The end is an event, so the next server does not try again.
//   - A table that cannot be loaded or decided on is set aside: everything that
//     is asked of it is refused with [play.TableFailed], and streams end with
//     it. The events in the store are untouched. The next server tries again.

// panicked notes a panic, and reports whether the error is one.
func (l *Tables) panicked(err error, while string, table play.TableID) bool {
	var p *parallel.Panic
	if !errors.As(err, &p) {
		return false
	}
	l.panics.Add(1)
	l.Log.Error("recovered from a panic "+while, "table", table.Short(), "panic", fmt.Sprint(p.Value), "stack", string(p.Stack))
	return true
}

// guard runs what concerns one table, which is set aside if it panics.
func (l *Tables) guard(table play.TableID, do func() error) error {
	err := parallel.Contain(do)
	if !l.panicked(err, "at a table, which is set aside", table) {
		return err
	}
	r := l.rooms.setAside(table)
	l.alarms.clear(table)
	if r != nil {
		r.fail()
	}
	return play.TableFailed.Refuse("")
}

// fail ends all subscriptions of a room.
func (r *room) fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
	r.wake()
}

// firstFailure reports whether no computer player has failed after an event yet.
func (r *room) firstFailure(seq uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := r.failedAt != seq
	r.failedAt = seq
	return first
}

// value is what a position is proved to be worth.
func (l *Tables) value(ctx context.Context, t *play.Table) (v game.Value) {
	v = game.Unknown
	err := parallel.Contain(func() error {
		v = l.Judge.Value(ctx, t.Position())
		return nil
	})
	l.panicked(err, "while a position was judged", t.ID)
	return v
}
