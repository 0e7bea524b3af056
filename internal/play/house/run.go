package house

import (
	"context"
	"sync"
	"time"

	"plateau/engine/level"
	"plateau/internal/budget"
	"plateau/internal/play"
)

const (
	// heartbeatEvery is how often the house notes that it runs. After a crash,
	// players get back up to that much more than was lost.
	heartbeatEvery = time.Second
	// again is when to retry what has failed.
	again = time.Second
	// lookAgain is when to look again at a table that is due, if nothing could
	// be done for it.
	lookAgain = time.Minute
	// together is how many tables are handled at once, so that they share commits.
	together = 64
)

// Run does everything that depends on time until the context ends: deadlines,
// turns of computer players, heartbeats.
func (h *House) Run(ctx context.Context) {
	var thinkers sync.WaitGroup
	for i := range h.Thinkers + 1 {
		// The last one is for quick answers alone.
		onlyQuick := i == h.Thinkers
		thinkers.Go(func() {
			for {
				table, ok := h.thinking.take(ctx, onlyQuick)
				if !ok {
					return
				}
				h.think(ctx, table)
			}
		})
	}
	for ctx.Err() == nil {
		h.Tick(ctx)
		wait := h.alarms.next(h.Now(), heartbeatEvery)
		if h.moreDue {
			wait = 0
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-h.alarms.sooner:
		case <-ctx.Done():
		}
		timer.Stop()
	}
	thinkers.Wait()
	h.Cluster.End(ctx)
}

// Tick does what is due now.
func (h *House) Tick(ctx context.Context) {
	now := h.Now()
	due := h.alarms.due(now)
	each(len(due), func(i int) { h.attend(ctx, due[i]) })
	h.Pairing.Pair(ctx)
	since := now.Sub(h.lastBeat)
	beat := since >= heartbeatEvery || since < 0 // The machine's clock may be set back.
	if beat {
		h.lastBeat = now
		h.evict(now)
		h.updatePresence()
		if err := h.Cluster.Beat(ctx); err != nil {
			// Nothing can be decided, and this is tried again with the next beat.
			h.moreDue = false
			return
		}
		h.Cluster.Sync(ctx, now)
	}
	if (beat || h.moreDue) && h.Cluster.Sweeps() {
		h.moreDue = h.attendStored(ctx, now)
	}
}

// updatePresence takes the tables of hosts who have gone out of the lobby, and puts
// those of hosts who are back into it.
func (h *House) updatePresence() {
	h.Lobby.ShowPresent(func(host play.PlayerID) bool { return !h.Presence.Gone(host) })
	h.Presence.ForgetGone()
}

// attend handles a table that is due.
func (h *House) attend(ctx context.Context, table play.TableID) {
	_, err := h.do(ctx, Request{Table: table, Command: play.Flag{}})
	if r := h.inMemory(table); refused(err) && r != nil {
		// There is time left, or a computer player is to move, or a commit
		// succeeded late.
		if err = h.refresh(ctx, r); err == nil {
			r.schedule()
		}
	}
	if err != nil && !refused(err) {
		h.Log.Error("cannot handle a table that is due", "table", table.Short(), "error", err)
		h.alarms.set(table, h.Now().Add(again))
	}
}

// attendStored handles a page of tables that are due according to the store, and
// reports whether there may be more. Most of them are not in memory: those that
// are have alarms.
func (h *House) attendStored(ctx context.Context, now time.Time) (more bool) {
	list, err := h.Store.Due(ctx, now, page)
	if err != nil || len(list) == 0 {
		if err != nil {
			h.Log.Error("cannot find the tables that are due", "error", err)
		}
		return false
	}
	each(len(list), func(i int) {
		known := h.inMemory(list[i].Table) != nil
		h.attend(ctx, list[i].Table)
		list[i].At = now.Add(lookAgain)
		if r := h.inMemory(list[i].Table); r != nil {
			list[i].At = r.dueAfter(now)
			if !known {
				r.release()
			}
		}
	})
	if err := h.Store.Postpone(ctx, list); err != nil {
		h.Log.Error("cannot postpone tables that are not due", "error", err)
		return false
	}
	return len(list) == page
}

// dueAfter is when to look at the table next; zero if it has no such time.
func (r *room) dueAfter(now time.Time) time.Time {
	at, exists := r.now().Due()
	if exists && !at.After(now) {
		return now.Add(lookAgain)
	}
	return at
}

// release lets a room be evicted soon if only the house has used it.
func (r *room) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used.Equal(r.since) {
		r.used = time.Time{}
	}
}

// queueThinking lets a computer player move when it is its turn in the queue.
func (h *House) queueThinking(t *play.Table) {
	lane := deep
	if l, err := level.Parse(t.Sitters[t.ToMove()].Level); err == nil {
		lane = laneOf(l)
	}
	h.thinking.add(waiting{t.ID, t.Host, h.Presence.Source(t.Host)}, lane)
}

// think moves for a computer player, if it is still its turn.
func (h *House) think(ctx context.Context, table play.TableID) {
	r, err := h.room(ctx, table)
	if err != nil {
		if ctx.Err() == nil && !refused(err) {
			h.Log.Error("cannot load the table of a computer player", "table", table.Short(), "error", err)
			h.alarms.set(table, h.Now().Add(again))
		}
		return
	}
	t := r.now()
	if !t.ComputerToMove() {
		return
	}
	level, err := level.Parse(t.Sitters[t.ToMove()].Level)
	if err != nil {
		h.Log.Error("a computer player has an unknown level", "table", table.Short(), "error", err)
		return
	}
	move, err := h.choose(ctx, t, level)
	if h.panicked(err, "while a computer player thought", table) {
		h.enginePanicked(ctx, r, t)
		return
	}
	if err == nil {
		_, err = h.do(ctx, Request{
			Table:   table,
			Command: play.Play{Ply: t.Plies(), Move: t.Position().MoveText(move), For: t.Position()},
		})
	}
	// A refusal means that the table has changed. If it waits for a computer
	// player again, it is in the queue.
	if err != nil && !refused(err) && ctx.Err() == nil {
		h.Log.Error("a computer player cannot move", "table", table.Short(), "error", err)
		h.alarms.set(table, h.Now().Add(again))
	}
}

const (
	mostThinking = 5 * time.Second
	// LeastThinking is how long a computer player may think in any case.
	LeastThinking = 50 * time.Millisecond
)

// ThinkingRate is for how many milliseconds computer players think for one
// address. What is beyond it gets the shortest time.
var ThinkingRate = budget.Rate{PerSecond: 500, AtOnce: 120_000}

// thinkingTime is how long a computer player may think: a small part of its clock,
// less the more others wait, and little for an address that has had much.
func (h *House) thinkingTime(t *play.Table, l level.Level) time.Duration {
	allowed := mostThinking
	if t.Terms.Time.Main > 0 {
		allowed = min(allowed, t.Remaining(t.ToMove(), h.Now()).Duration()/30)
	}
	allowed = max(LeastThinking, allowed*time.Duration(h.Thinkers)/time.Duration(h.Thinkers+h.thinking.costly()))
	if laneOf(l) == quick {
		return allowed
	}
	if h.Budgets.Take("thinking", ThinkingRate, h.Presence.Source(t.Host), int(allowed.Milliseconds())) > 0 {
		return LeastThinking
	}
	return allowed
}

// each calls do for every number below n, several at once.
func each(n int, do func(i int)) {
	slots := make(chan struct{}, together)
	var all sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	all.Wait()
}
