package house

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

// giveBack gives players at the tables in memory the time back in which no server ran.
func (h *House) giveBack(ctx context.Context) {
	rooms := h.allRooms()
	each(len(rooms), func(i int) {
		if err := h.resume(ctx, rooms[i]); err != nil {
			h.Log.Error("cannot give time back", "table", rooms[i].now().ID.Short(), "error", err)
		}
	})
}

// resume gives the players at a table in memory the time back in which no server
// ran, or in which the store did not take what happened at the table.
func (h *House) resume(ctx context.Context, r *room) error {
	for {
		downtimes, t := h.Cluster.Downtimes(), r.now()
		if since := r.unstored(); !since.IsZero() {
			downtimes = append(slices.Clip(downtimes), play.Downtime{Began: since, Ended: h.Now()})
		}
		if n := len(downtimes); n == 0 || !downtimes[n-1].Ended.After(t.Changed) || !t.NeedsResume(downtimes) {
			return nil
		}
		_, err := h.perform(ctx, t, Request{Table: t.ID, Command: play.Resume{Downtimes: downtimes}})
		if errors.Is(err, play.ErrConflict) {
			err = h.refresh(ctx, r)
		}
		switch {
		case refused(err):
			return nil // There is nothing to give back any more.
		case err != nil:
			return err
		}
	}
}

// compare reads what others committed at the tables in memory.
func (h *House) compare(ctx context.Context) error {
	rooms := h.allRooms()
	ids := make([]play.TableID, len(rooms))
	for i, r := range rooms {
		ids[i] = r.now().ID
	}
	seqs, err := h.Store.Seqs(ctx, ids...)
	if err != nil {
		return err
	}
	var behind []*room
	for i, r := range rooms {
		if r.now().Seq < seqs[ids[i]] {
			behind = append(behind, r)
		}
	}
	each(len(behind), func(i int) { h.catchUp(ctx, behind[i]) })
	return nil
}

// catchUp brings a room up to date with what others committed.
func (h *House) catchUp(ctx context.Context, r *room) {
	if err := h.refresh(ctx, r); err != nil && ctx.Err() == nil {
		h.Log.Error("cannot refresh a table", "table", r.now().ID.Short(), "error", err)
	}
}

// receive handles a notice of another server.
func (h *House) receive(n play.Notice) {
	if n.Here != nil {
		h.receiveHere(n.Origin, *n.Here)
	}
	if n.Trip != nil {
		h.Latency.Receive(*n.Trip)
	}
	if n.Summary.ID != "" {
		h.receiveSummary(n.Summary)
	}
}

// receiveSummary takes note of a table that another server has changed.
func (h *House) receiveSummary(s play.Summary) {
	h.Lobby.Update(s)
	h.PlayerWatches.Update(s, nil)
	h.Pairing.NoteEnd(s)
	if h.Pairing.Seeks(s.Sitters) {
		h.Cluster.InBackground(h.Pairing.Pair)
	}
	if room := h.inMemory(s.ID); room != nil && room.now().Seq < s.Seq {
		h.Cluster.InBackground(func(ctx context.Context) { h.catchUp(ctx, room) })
	}
}

// away is how long the player of each seat has been away from a table, at all
// servers. Where that is not known, nobody has been away.
func (h *House) away(ctx context.Context, t *play.Table, now time.Time) ([]play.Millis, error) {
	r := h.inMemory(t.ID)
	if r == nil {
		return nil, nil
	}
	return h.Cluster.Away(ctx, t, now, r.away(now))
}

// Report implements [cluster.Presence].
func (h *House) Report(server string, now time.Time) (changes []play.SharedChange) {
	for _, r := range h.allRooms() {
		changes = append(changes, r.report(server, now)...)
	}
	return changes
}

// report is how other servers learn of the players of a table.
func (r *room) report(server string, now time.Time) (changes []play.SharedChange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.table.Sitters {
		here, at := r.here[s.Player] > 0, now
		if left, was := r.left[s.Player]; !here && was {
			at = left
		}
		if s.Player == "" || !here && !r.reported.Knows(s.Player) {
			continue
		}
		changes = append(changes, r.reported.Report(s.Player, here, at, now, r.keyAt(server))...)
	}
	return changes
}

// keyAt is the key of a player at this table and a server.
func (r *room) keyAt(server string) func(play.PlayerID) string {
	return func(player play.PlayerID) string { return cluster.TableKey(r.table.ID, player, server) }
}

// ReportAgain implements [cluster.Presence].
func (h *House) ReportAgain() {
	for _, r := range h.allRooms() {
		r.mu.Lock()
		clear(r.reported)
		r.mu.Unlock()
	}
}

// Leave implements [cluster.Presence].
func (h *House) Leave(server string, now time.Time) (changes []play.SharedChange) {
	for _, r := range h.allRooms() {
		r.mu.Lock()
		changes = append(changes, r.reported.Leave(now, r.keyAt(server))...)
		r.mu.Unlock()
	}
	return changes
}

// SetElsewhere implements [cluster.Presence].
func (h *House) SetElsewhere(e cluster.Elsewhere) {
	for _, r := range h.allRooms() {
		r.setElsewhere(e.Tables[r.now().ID])
	}
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

// receiveHere takes note of a player at another server.
func (h *House) receiveHere(server string, n play.HereNotice) {
	if r := h.inMemory(n.Table); r != nil {
		r.noteElsewhere(server, n.Player, n.Here)
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

// publishHere tells other servers that a player of a table may have come or gone.
func (h *House) publishHere(r *room, player play.PlayerID) {
	r.mu.Lock()
	n := play.HereNotice{Table: r.table.ID, Player: player, Here: r.here[player] > 0}
	sits := r.table.SeatOf(player) != game.NoSeat
	r.mu.Unlock()
	if sits {
		h.Cluster.Publish(play.Notice{Here: &n})
	}
}
