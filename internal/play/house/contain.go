package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/contain"
	"plateau/internal/play"
)

// A panic at one table must not end the games of all others. Where the house
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
func (h *House) panicked(err error, while string, table play.TableID) bool {
	var p *contain.Panic
	if !errors.As(err, &p) {
		return false
	}
	h.panics.Add(1)
	h.Log.Error("recovered from a panic "+while, "table", table.Short(), "panic", fmt.Sprint(p.Value), "stack", string(p.Stack))
	return true
}

// guard runs what concerns one table, which is set aside if it panics.
func (h *House) guard(table play.TableID, do func() error) error {
	err := contain.Run(do)
	if !h.panicked(err, "at a table, which is set aside", table) {
		return err
	}
	h.mu.Lock()
	h.aside[table] = struct{}{}
	r := h.rooms[table]
	delete(h.rooms, table)
	h.mu.Unlock()
	h.alarms.clear(table)
	if r != nil {
		r.fail()
	}
	return play.TableFailed.Refuse("")
}

// refuseAside refuses tables that were set aside.
func (h *House) refuseAside(table play.TableID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, aside := h.aside[table]; aside {
		return play.TableFailed.Refuse("")
	}
	return nil
}

// fail ends all subscriptions of a room.
func (r *room) fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
	r.wake()
}

// choose asks the engine for a move.
func (h *House) choose(ctx context.Context, t *play.Table, level engine.Level) (move game.Move, err error) {
	limited, cancel := context.WithTimeout(ctx, h.thinkingTime(t, level))
	defer cancel()
	err = contain.Run(func() (err error) {
		move, err = h.Chooser.Choose(limited, t.Match(), level)
		return err
	})
	return move, err
}

// enginePanicked tries again once, and then calls the game off.
func (h *House) enginePanicked(ctx context.Context, r *room, t *play.Table) {
	if r.firstFailure(t.Seq) {
		h.alarms.set(t.ID, h.Now().Add(again))
		return
	}
	_, err := h.do(ctx, Request{Table: t.ID, Command: play.CallOff{}})
	if err != nil && !refused(err) {
		h.logFailure(ctx, "cannot abort a game whose computer player fails", err, "table", t.ID.Short())
		h.alarms.set(t.ID, h.Now().Add(time.Minute))
	}
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
func (h *House) value(ctx context.Context, t *play.Table) (v game.Value) {
	v = game.Unknown
	err := contain.Run(func() error {
		v = h.Judge.Value(ctx, t.Position())
		return nil
	})
	h.panicked(err, "while a position was judged", t.ID)
	return v
}
