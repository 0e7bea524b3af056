package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"plateau/internal/play"
)

// room is the room of a table, loaded if it is not in memory.
func (l *Tables) room(ctx context.Context, id play.TableID) (*room, error) {
	if r := l.rooms.of(id); r != nil {
		return r, nil
	}
	t, tail, err := l.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return l.admit(ctx, t, tail)
}

// admit puts a loaded table into memory, after its players got back the time in
// which no server ran.
func (l *Tables) admit(ctx context.Context, t *play.Table, tail []play.Event) (*room, error) {
	if downtimes := l.Cluster.Downtimes(); t.NeedsResume(downtimes) {
		_, err := l.perform(ctx, t, Request{Table: t.ID, Command: play.Resume{Downtimes: downtimes}})
		if err != nil && !errors.Is(err, play.ErrConflict) {
			return nil, err
		}
		// The commit has put it into memory; after a conflict it is loaded again.
		return l.room(ctx, t.ID)
	}
	r := l.keep(t, tail)
	r.schedule()
	return r, nil
}

// keep puts a table and its last events into memory, unless it is there already.
func (l *Tables) keep(t *play.Table, tail []play.Event) *room {
	return l.rooms.orAdd(t.ID, func() *room { return l.newRoom(t, tail) })
}

// load replays a table, and returns its last events with it.
func (l *Tables) load(ctx context.Context, id play.TableID) (t *play.Table, tail []play.Event, err error) {
	if err := l.rooms.refuseAside(id); err != nil {
		return nil, nil, err
	}
	err = l.guard(id, func() (err error) {
		t, err = play.Load(ctx, l.Store, l.Games, id, func(events []play.Event, _ *play.Table) { tail = events })
		return err
	})
	return t, tail, err
}

// refresh brings a room up to date with the store.
func (l *Tables) refresh(ctx context.Context, r *room) error {
	t := r.now()
	erased := false
	err := l.guard(t.ID, func() error {
		_, err := play.CatchUp(ctx, l.Store, t, func(events []play.Event, t *play.Table) {
			erased = erased || slices.ContainsFunc(events, isErasure)
			r.advance(events, t, false)
		})
		return err
	})
	if err == nil && erased {
		// Another server has erased a message, which is still in memory here.
		return l.reload(ctx, r)
	}
	return err
}

func isErasure(e play.Event) bool {
	_, is := e.Body.(play.Erased)
	return is
}

// committed applies a decision that has been committed.
func (l *Tables) committed(d *play.Decision) {
	// The room may have been evicted since the decision. It must be in memory
	// again for its alarm and its computer players.
	l.keep(d.Table, d.Events).advance(d.Events, d.Table, true)
	for _, e := range d.Events {
		if _, moved := e.Body.(play.Moved); moved {
			l.moves.Add(1)
		}
	}
	// A player who is not at the table learns of a turn.
	if turn, begins := d.Turn(); l.YourTurn != nil && begins && !slices.Contains(l.Here(turn.Table), turn.Player) {
		l.YourTurn(turn)
	}
}

// Awaits reports whether a table still waits for a player who is not there.
func (l *Tables) Awaits(ctx context.Context, turn play.Turn) bool {
	t, err := l.glance(ctx, turn.Table)
	return err == nil && t.Awaits(turn.Player) && !slices.Contains(l.Here(turn.Table), turn.Player)
}

// schedule sets the alarm of a table, and lets a computer player move: of several
// servers, the one that has committed the last event does, or one that takes over.
func (l *Tables) schedule(t *play.Table, own bool) {
	if deadline, exists := t.Deadline(); exists && !t.Newer {
		l.alarms.set(t.ID, deadline)
	} else {
		l.alarms.clear(t.ID)
	}
	if t.ComputerToMove() && (own || l.Cluster.TakesOver(t)) {
		l.thinking.Add(t)
	}
}

// idle is how long an unused table stays in memory.
const idle = 5 * time.Minute

// Evict removes tables from memory that nobody has used for a while, and finished
// ones that nobody watches at once. Their deadlines are in the store.
func (l *Tables) Evict(now time.Time) {
	l.rooms.evict(func(r *room) bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.watchers) > 0 || !r.unstoredSince.IsZero() || r.table.Phase != play.Over && now.Sub(r.used) < idle {
			return false
		}
		l.alarms.clear(r.table.ID)
		return true
	})
}
