package house

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/cluster"
	"plateau/internal/play"
)

// room is a table in memory, with the players who are there.
type room struct {
	house *House
	// since is when the table was loaded: presence before that is not known.
	since time.Time

	mu    sync.Mutex
	table *play.Table
	memo  *Memo
	// tail are the last events, for watchers.
	tail     []play.Event
	watchers map[*Subscription]struct{}
	here     map[play.PlayerID]int // how often
	// left is when players of the table who are not here were last seen.
	left map[play.PlayerID]time.Time
	// elsewhere are the other servers at which players of the table are, and
	// reported is what those have learned.
	elsewhere map[play.PlayerID][]string
	reported  cluster.Reported
	// presenceVersion counts the changes of who is here.
	presenceVersion uint64
	used            time.Time
	// unstoredSince is since when the store has not taken what happens here; zero if it has.
	unstoredSince time.Time
	// failed is set if the table was set aside. failedAt is the last event
	// after which a computer player failed.
	failed   bool
	failedAt uint64
}

const (
	// tailLength is how far a watcher may fall behind before it reads the store.
	tailLength = 32
	// page is how many events or tables are read from the store at once.
	page = 256
)

func (h *House) newRoom(t *play.Table, tail []play.Event) *room {
	now := h.Now()
	return &room{
		house: h, since: now, used: now, table: t, memo: new(Memo), tail: shorten(tail),
		watchers: make(map[*Subscription]struct{}),
		here:     make(map[play.PlayerID]int), left: make(map[play.PlayerID]time.Time),
		elsewhere: make(map[play.PlayerID][]string), reported: make(cluster.Reported),
	}
}

// inMemory is the room of a table, or nil.
func (h *House) inMemory(id play.TableID) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[id]
}

// allRooms are those in memory, in no order.
func (h *House) allRooms() []*room {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Values(h.rooms))
}

// room is the room of a table, loaded if it is not in memory.
func (h *House) room(ctx context.Context, id play.TableID) (*room, error) {
	if r := h.inMemory(id); r != nil {
		return r, nil
	}
	t, tail, err := h.load(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.admit(ctx, t, tail)
}

// admit puts a loaded table into memory, after its players got back the time in
// which no server ran.
func (h *House) admit(ctx context.Context, t *play.Table, tail []play.Event) (*room, error) {
	if downtimes := h.Cluster.Downtimes(); t.NeedsResume(downtimes) {
		_, err := h.perform(ctx, t, Request{Table: t.ID, Command: play.Resume{Downtimes: downtimes}})
		if err != nil && !errors.Is(err, play.ErrConflict) {
			return nil, err
		}
		// The commit has put it into memory; after a conflict it is loaded again.
		return h.room(ctx, t.ID)
	}
	r := h.keep(t, tail)
	r.schedule()
	return r, nil
}

// keep puts a table and its last events into memory, unless it is there already.
func (h *House) keep(t *play.Table, tail []play.Event) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[t.ID]
	if r == nil {
		r = h.newRoom(t, tail)
		h.rooms[t.ID] = r
	}
	return r
}

// load replays a table, and returns its last events with it.
func (h *House) load(ctx context.Context, id play.TableID) (t *play.Table, tail []play.Event, err error) {
	if err := h.refuseAside(id); err != nil {
		return nil, nil, err
	}
	err = h.guard(id, func() (err error) {
		t, err = play.Load(ctx, h.Store, h.Games, id, func(events []play.Event, _ *play.Table) { tail = events })
		return err
	})
	return t, tail, err
}

// refresh brings a room up to date with the store.
func (h *House) refresh(ctx context.Context, r *room) error {
	t := r.now()
	erased := false
	err := h.guard(t.ID, func() error {
		_, err := play.CatchUp(ctx, h.Store, t, func(events []play.Event, t *play.Table) {
			erased = erased || slices.ContainsFunc(events, isErasure)
			r.advance(events, t, false)
		})
		return err
	})
	if err == nil && erased {
		// Another server has erased a message, which is still in memory here.
		return h.reload(ctx, r)
	}
	return err
}

func isErasure(e play.Event) bool {
	_, is := e.Body.(play.Erased)
	return is
}

// committed applies a decision that has been committed.
func (h *House) committed(d *play.Decision) {
	// The room may have been evicted since the decision. It must be in memory
	// again for its alarm and its computer players.
	h.keep(d.Table, d.Events).advance(d.Events, d.Table, true)
	h.count(d.Events)
	h.announceTurn(d)
}

// announceTurn reports a turn to a player who is not at the table.
func (h *House) announceTurn(d *play.Decision) {
	if h.YourTurn == nil {
		return
	}
	if turn, begins := d.Turn(); begins && !slices.Contains(h.Here(turn.Table), turn.Player) {
		h.YourTurn(turn)
	}
}

// Awaits reports whether a table still waits for a player who is not there.
func (h *House) Awaits(ctx context.Context, turn play.Turn) bool {
	t, err := h.glance(ctx, turn.Table)
	return err == nil && t.Awaits(turn.Player) && !slices.Contains(h.Here(turn.Table), turn.Player)
}

// now is the table as far as this house knows it.
func (r *room) now() *play.Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.table
}

// noteUnstored notes that the store did not take what happened at a time. Unless the
// players have clocks, that is no loss.
func (r *room) noteUnstored(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, exists := r.table.Deadline(); exists && r.unstoredSince.IsZero() {
		r.unstoredSince = at
	}
}

// unstored is since when the store has not taken what happens here; zero if it has.
func (r *room) unstored() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unstoredSince
}

// advance continues with t, which is the table after events, unless the room is
// already there. Everything that follows from the new state (alarms, lobby,
// turns of computer players) is done under the same lock, so that nothing
// depends on an older state. Own is set if this house has committed it.
func (r *room) advance(events []play.Event, t *play.Table, own bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.Seq < r.table.Seq {
		return
	}
	if events[0].Seq > r.table.Seq+1 {
		// A gap: watchers read the rest from the store.
		r.tail = nil
	}
	for _, e := range events {
		if e.Seq > r.table.Seq {
			r.tail = append(r.tail, e)
		}
	}
	r.tail = shorten(r.tail)
	if r.table.Phase != play.Running || t.Phase != play.Running {
		// People who are here may have become players of the table.
		r.presenceVersion++
	}
	before := r.table
	r.table, r.memo, r.unstoredSince = t, new(Memo), time.Time{}
	r.house.follow(before, t, own)
	r.wake()
}

// shorten keeps the last events. It copies them once per tailLength new ones, so
// that the memory of older ones can be freed.
func shorten(tail []play.Event) []play.Event {
	if len(tail) >= 2*tailLength {
		return slices.Clone(tail[len(tail)-tailLength:])
	}
	return tail
}

// schedule sets the table's alarm, and lets a computer player move.
func (r *room) schedule() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.house.schedule(r.table, false)
}

// schedule sets the alarm of a table, and lets a computer player move: in a
// cluster, where this house has committed the last event, or sweeps up what was
// forgotten.
func (h *House) schedule(t *play.Table, own bool) {
	if deadline, exists := t.Deadline(); exists && !t.Newer {
		h.alarms.set(t.ID, deadline)
	} else {
		h.alarms.clear(t.ID)
	}
	if t.ComputerToMove() && (own || h.Cluster.TakesOver(t)) {
		h.queueThinking(t)
	}
}

// follow does what a new state of a table requires.
func (h *House) follow(before, t *play.Table, own bool) {
	summary := t.Summary()
	h.Lobby.Update(summary)
	h.PlayerWatches.Update(summary, before.Sitters)
	h.Pairing.NoteEnd(summary)
	h.schedule(t, own)
}

// wake rings the bells of all watchers.
func (r *room) wake() {
	for w := range r.watchers {
		w.ring()
	}
}

// after are the events after a sequence number. They are not known if the
// watcher has fallen too far behind.
func (r *room) after(seq uint64) (events []play.Event, known bool) {
	first := r.table.Seq + 1 - uint64(len(r.tail))
	if seq+1 < first {
		return nil, false
	}
	return slices.Clone(r.tail[seq+1-first:]), true
}

// touch notes that a player has done something.
func (r *room) touch(player play.PlayerID, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used = now
	if r.table.SeatOf(player) != game.NoSeat {
		r.left[player] = now
	}
}

// enter and leave count the subscriptions of each player.
func (r *room) enter(s *Subscription) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watchers[s] = struct{}{}
	if s.viewer == "" {
		return
	}
	if r.here[s.viewer]++; r.here[s.viewer] == 1 {
		r.came(s.viewer)
	}
}

// came announces that a player of the table has come or gone. Spectators are not
// announced: there may be many.
func (r *room) came(player play.PlayerID) {
	if r.table.SeatOf(player) != game.NoSeat {
		r.presenceVersion++
		r.wake()
	}
}

func (r *room) leave(s *Subscription, now time.Time) (left bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, there := r.watchers[s]; !there {
		return false
	}
	delete(r.watchers, s)
	r.used = now
	if s.viewer == "" {
		return true
	}
	if r.here[s.viewer]--; r.here[s.viewer] == 0 {
		delete(r.here, s.viewer)
		if r.table.SeatOf(s.viewer) != game.NoSeat {
			r.left[s.viewer] = now
		}
		r.came(s.viewer)
	}
	return true
}

// present are the players of the table who are here, by seat; never nil.
func (r *room) present() []play.PlayerID {
	present := []play.PlayerID{}
	for _, s := range r.table.Sitters {
		if r.here[s.Player] > 0 || len(r.elsewhere[s.Player]) > 0 {
			present = append(present, s.Player)
		}
	}
	return present
}

// away is how long the player of each seat has been away.
func (r *room) away(now time.Time) []play.Millis {
	r.mu.Lock()
	defer r.mu.Unlock()
	away := make([]play.Millis, len(r.table.Sitters))
	for i, s := range r.table.Sitters {
		since := r.since
		if left := r.left[s.Player]; left.After(since) {
			since = left
		}
		if r.here[s.Player] == 0 {
			away[i] = play.Millis(now.Sub(since).Milliseconds())
		}
	}
	return away
}

// evict removes tables from memory that nobody has used for a while, and finished
// ones that nobody watches at once. Their deadlines are in the store.
func (h *House) evict(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.rooms, func(id play.TableID, r *room) bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.watchers) > 0 || !r.unstoredSince.IsZero() || r.table.Phase != play.Over && now.Sub(r.used) < h.Idle {
			return false
		}
		h.alarms.clear(id)
		return true
	})
}

// refused reports whether an error is a refusal, and not a failure.
func refused(err error) bool {
	var refusal *game.Refusal
	return errors.As(err, &refusal)
}
