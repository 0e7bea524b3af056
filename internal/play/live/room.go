package live

import (
	"maps"
	"slices"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// room is a table in memory, with the players who are there.
type room struct {
	tables *Tables
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
	// elsewhere are the other servers at which players of the table are.
	elsewhere map[play.PlayerID][]string
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

func (l *Tables) newRoom(t *play.Table, tail []play.Event) *room {
	now := l.Now()
	return &room{
		tables: l, since: now, used: now, table: t, memo: new(Memo), tail: shorten(tail),
		watchers: make(map[*Subscription]struct{}),
		here:     make(map[play.PlayerID]int), left: make(map[play.PlayerID]time.Time),
		elsewhere: make(map[play.PlayerID][]string),
	}
}

// now is the table as far as this server knows it.
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
// depends on an older state. Own is set if this server has committed it.
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
	r.tables.Changed(t.Summary(), before.Sitters)
	r.tables.schedule(t, own)
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
	r.tables.schedule(r.table, false)
}

// wake rings the bells of all watchers.
func (r *room) wake() {
	for w := range r.watchers {
		w.bell.Ring()
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

// rooms are the tables in memory.
type rooms struct {
	mu      sync.Mutex
	byTable map[play.TableID]*room
	// aside are the tables at which something panicked.
	aside map[play.TableID]struct{}
}

func newRooms() rooms {
	return rooms{byTable: make(map[play.TableID]*room), aside: make(map[play.TableID]struct{})}
}

// of is the room of a table, or nil.
func (r *rooms) of(table play.TableID) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byTable[table]
}

// all are those in memory, in no order.
func (r *rooms) all() []*room {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.byTable))
}

// orAdd is the room of a table; a new one if there is none.
func (r *rooms) orAdd(table play.TableID, newRoom func() *room) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.byTable[table]
	if known == nil {
		known = newRoom()
		r.byTable[table] = known
	}
	return known
}

func (r *rooms) evict(which func(*room) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.byTable, func(_ play.TableID, one *room) bool { return which(one) })
}

// setAside removes a table, which is refused from now on. It returns its room, or nil.
func (r *rooms) setAside(table play.TableID) *room {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.aside[table] = struct{}{}
	known := r.byTable[table]
	delete(r.byTable, table)
	return known
}

// refuseAside refuses tables that were set aside.
func (r *rooms) refuseAside(table play.TableID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, aside := r.aside[table]; aside {
		return play.TableFailed.Refuse("")
	}
	return nil
}

func (r *rooms) count() (tables, aside int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.byTable), len(r.aside)
}
