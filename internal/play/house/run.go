package house

import (
	"context"
	"errors"
	"sync"
	"time"

	"plateau/engine"
	"plateau/internal/play"
)

const (
	// beatEvery is how often the house notes that it runs: after a crash, so
	// much time at most is given to those whose clocks ran.
	beatEvery = time.Second
	// again is when to try once more what has failed.
	again = time.Second
	// together is how many tables are attended to at once, so that they share
	// commits.
	together = 64
)

// Run does what has to be done in time until the context ends: alarms, turns
// of computer players, the beat.
func (h *House) Run(ctx context.Context) {
	var thinkers sync.WaitGroup
	for range h.Thinkers {
		thinkers.Go(func() {
			for {
				table, ok := h.thinking.take(ctx)
				if !ok {
					return
				}
				h.think(ctx, table)
			}
		})
	}
	for ctx.Err() == nil {
		h.Tick(ctx)
		timer := time.NewTimer(h.alarms.next(h.Now(), beatEvery))
		select {
		case <-timer.C:
		case <-h.alarms.sooner:
		case <-ctx.Done():
		}
		timer.Stop()
	}
	thinkers.Wait()
	h.beat(ctx, h.Now())
}

// Tick does what is due by now.
func (h *House) Tick(ctx context.Context) {
	now := h.Now()
	due := h.alarms.due(now)
	each(len(due), func(i int) { h.attend(ctx, due[i]) })
	h.pair(ctx)
	h.mu.Lock()
	beat := now.Sub(h.beaten) >= beatEvery
	h.mu.Unlock()
	if beat {
		h.sweep(now)
		h.beat(ctx, now)
	}
}

// beat notes that the house runs. It does so to the very end: the next house
// counts from there.
func (h *House) beat(ctx context.Context, now time.Time) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	if err := h.Store.Beat(limited, now); err != nil {
		h.Log.Error("the beat could not be stored", "error", err)
		return
	}
	h.mu.Lock()
	h.beaten = now
	h.mu.Unlock()
}

// attend looks after a table whose alarm has gone off.
func (h *House) attend(ctx context.Context, table play.TableID) {
	_, err := h.do(ctx, Request{Table: table, Command: play.Flag{}})
	if r := h.inMemory(table); refused(err) && r != nil {
		// It was moved on, or the alarm was for a computer player's turn or
		// for something that may have been committed late.
		if err = h.refresh(ctx, r); err == nil {
			r.follow()
		}
	}
	if err != nil && !refused(err) {
		h.Log.Error("a table could not be attended to", "table", table.Short(), "error", err)
		h.alarms.set(table, h.Now().Add(again))
	}
}

// think moves for a computer player, if it is still its turn.
func (h *House) think(ctx context.Context, table play.TableID) {
	r, err := h.room(ctx, table)
	if err != nil {
		if ctx.Err() == nil {
			h.Log.Error("a computer player has no table", "table", table.Short(), "error", err)
			h.alarms.set(table, h.Now().Add(again))
		}
		return
	}
	t := r.now()
	if !t.ComputerToMove() {
		return
	}
	level, err := engine.ParseLevel(t.Sitters[t.ToMove()].Level)
	if err != nil {
		h.Log.Error("a computer player has no level", "table", table.Short(), "error", err)
		return
	}
	limited, cancel := context.WithTimeout(ctx, h.budget(t))
	move, err := h.Chooser.Choose(limited, t.Match(), level)
	cancel()
	if err == nil {
		_, err = h.do(ctx, Request{
			Table:   table,
			Command: play.Play{Ply: t.Plies(), Move: t.Position().MoveText(move), For: t.Position()},
		})
	}
	// A refusal means that the table has moved on: whatever it waits for now
	// is in the queue.
	if err != nil && !refused(err) && ctx.Err() == nil {
		h.Log.Error("a computer player could not move", "table", table.Short(), "error", err)
		h.alarms.set(table, h.Now().Add(again))
	}
}

// budget is how long a computer player may think: a small part of its clock.
func (h *House) budget(t *play.Table) time.Duration {
	const most, least = 5 * time.Second, 50 * time.Millisecond
	if t.Terms.Time.Main == 0 {
		return most
	}
	return max(least, min(most, t.Remaining(t.ToMove(), h.Now()).Duration()/30))
}

// reopen takes up what waits for a server. Only then does the house beat: if
// it crashes meanwhile, the next one begins anew where the last beat was.
func (h *House) reopen(ctx context.Context) error {
	alive, err := h.Store.Beaten(ctx)
	if err != nil {
		return err
	}
	for _, phase := range []play.Phase{play.Open, play.Running} {
		query := play.TableQuery{Phase: phase, Waiting: true, Limit: page}
		for {
			tables, err := h.Store.Tables(ctx, query)
			if err != nil {
				return err
			}
			if err := h.takeUp(ctx, tables, alive); err != nil {
				return err
			}
			if len(tables) < page {
				break
			}
			query.Behind = &tables[len(tables)-1]
		}
	}
	now := h.Now()
	if err := h.Store.Beat(ctx, now); err != nil {
		return err
	}
	h.beaten = now
	return nil
}

// takeUp resumes tables, many at once.
func (h *House) takeUp(ctx context.Context, tables []play.Summary, alive time.Time) error {
	failures := make([]error, len(tables))
	each(len(tables), func(i int) {
		_, err := h.do(ctx, Request{Table: tables[i].ID, Command: play.Resume{Alive: alive}})
		if !refused(err) {
			failures[i] = err
		}
	})
	return errors.Join(failures...)
}

// each calls do for every number below n, several at a time.
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
