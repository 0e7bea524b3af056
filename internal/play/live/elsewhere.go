package live

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"plateau/game"
	"plateau/internal/cluster"
	"plateau/internal/play"
)

// GiveBack gives players at the tables in memory the time back in which no server ran.
func (l *Tables) GiveBack(ctx context.Context) {
	rooms := l.rooms.all()
	each(len(rooms), func(i int) {
		if err := l.resume(ctx, rooms[i]); err != nil {
			l.logFailure(ctx, "cannot give time back", err, "table", rooms[i].now().ID.Short())
		}
	})
}

// resume gives the players at a table in memory the time back in which no server
// ran, or in which the store did not take what happened at the table.
func (l *Tables) resume(ctx context.Context, r *room) error {
	for {
		downtimes, t := l.Cluster.Downtimes(), r.now()
		if since := r.unstored(); !since.IsZero() {
			downtimes = append(slices.Clip(downtimes), play.Downtime{Began: since, Ended: l.Now()})
		}
		if n := len(downtimes); n == 0 || !downtimes[n-1].Ended.After(t.Changed) || !t.NeedsResume(downtimes) {
			return nil
		}
		_, err := l.perform(ctx, t, Request{Table: t.ID, Command: play.Resume{Downtimes: downtimes}})
		if errors.Is(err, play.ErrConflict) {
			err = l.refresh(ctx, r)
		}
		switch {
		case play.Refused(err):
			return nil // There is nothing to give back any more.
		case err != nil:
			return err
		}
	}
}

// Compare reads what others committed at the tables in memory.
func (l *Tables) Compare(ctx context.Context) error {
	rooms := l.rooms.all()
	ids := make([]play.TableID, len(rooms))
	for i, r := range rooms {
		ids[i] = r.now().ID
	}
	seqs, err := l.Store.Seqs(ctx, ids...)
	if err != nil {
		return err
	}
	var behind []*room
	for i, r := range rooms {
		if r.now().Seq < seqs[ids[i]] {
			behind = append(behind, r)
		}
	}
	each(len(behind), func(i int) { l.catchUp(ctx, behind[i]) })
	return nil
}

// catchUp brings a room up to date with what others committed.
func (l *Tables) catchUp(ctx context.Context, r *room) {
	if err := l.refresh(ctx, r); err != nil {
		l.logFailure(ctx, "cannot refresh a table", err, "table", r.now().ID.Short())
	}
}

// Receive takes note of what another server says of a table.
func (l *Tables) Receive(n play.Notice) {
	if n.Here != nil {
		if r := l.rooms.of(n.Here.Table); r != nil {
			r.noteElsewhere(n.Origin, n.Here.Player, n.Here.Here)
		}
	}
	if r := l.rooms.of(n.Summary.ID); r != nil && r.now().Seq < n.Summary.Seq {
		l.Cluster.InBackground(func(ctx context.Context) { l.catchUp(ctx, r) })
	}
}

// away is how long the player of each seat has been away from a table, at all
// servers. Where that is not known, nobody has been away.
func (l *Tables) away(ctx context.Context, t *play.Table, now time.Time) ([]play.Millis, error) {
	r := l.rooms.of(t.ID)
	if r == nil {
		return nil, nil
	}
	return l.Cluster.Away(ctx, t, now, r.away(now))
}

// publishHere tells other servers that a player of a table may have come or gone.
func (l *Tables) publishHere(r *room, player play.PlayerID) {
	r.mu.Lock()
	n := play.HereNotice{Table: r.table.ID, Player: player, Here: r.here[player] > 0}
	sits := r.table.SeatOf(player) != game.NoSeat
	r.mu.Unlock()
	if sits {
		l.Cluster.Publish(play.Notice{Here: &n})
	}
}

// Statuses implements [cluster.Presence].
func (l *Tables) Statuses(now time.Time) (list []cluster.Status) {
	for _, r := range l.rooms.all() {
		list = r.appendStatuses(list, now)
	}
	return list
}

// SetElsewhere implements [cluster.Presence].
func (l *Tables) SetElsewhere(e cluster.Elsewhere) {
	for _, r := range l.rooms.all() {
		r.setElsewhere(e.Tables[r.now().ID])
	}
}

// appendStatuses appends whether the players of the table are here.
func (r *room) appendStatuses(list []cluster.Status, now time.Time) []cluster.Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.table.Sitters {
		here, since := r.here[s.Player] > 0, now
		if left, was := r.left[s.Player]; !here && was {
			since = left
		}
		if s.Player != "" {
			list = append(list, cluster.Status{Table: r.table.ID, Player: s.Player, Here: here, Since: since})
		}
	}
	return list
}

// setElsewhere replaces what is known of other servers.
func (r *room) setElsewhere(elsewhere map[play.PlayerID][]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.present()
	clear(r.elsewhere)
	maps.Copy(r.elsewhere, elsewhere)
	if !slices.Equal(before, r.present()) {
		r.presenceVersion++
		r.wake()
	}
}

// noteElsewhere notes whether a player is at another server.
func (r *room) noteElsewhere(server string, player play.PlayerID, here bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := slices.Contains(r.elsewhere[player], server)
	switch {
	case here && !known:
		r.elsewhere[player] = append(r.elsewhere[player], server)
	case !here && known:
		r.elsewhere[player] = slices.DeleteFunc(r.elsewhere[player], func(other string) bool { return other == server })
	default:
		return
	}
	r.came(player)
}
