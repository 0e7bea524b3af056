package house

import (
	"context"
	"sync"

	"plateau/internal/play"
)

// Subscription follows a table. It is used by one goroutine at a time.
type Subscription struct {
	house  *House
	room   *room
	viewer play.PlayerID
	// seq is the last event that was seen.
	seq uint64
	// presenceVersion is the state of presence that was seen.
	presenceVersion uint64
	bell            chan struct{}
}

// News is what a subscription has to tell.
type News struct {
	// Memo belongs to this state of the table.
	Memo *Memo
	// Events follow those told before without a gap. Those that are not for
	// the viewer are [play.Hidden].
	Events []play.Event
	// Here are the players of the table who are there, if that may have
	// changed, and nil otherwise.
	Here []play.PlayerID
	// Table is the table as it stands, which may have more events than were
	// told yet.
	Table *play.Table
}

// Memo is a place where a transport keeps what it has made of a state of a
// table, so that it is made once for all who watch. It is forgotten with the
// state.
type Memo struct {
	mu   sync.Mutex
	kept any
}

// Use hands over what is kept, nil at first, and keeps what it is given back;
// one caller at a time.
func (m *Memo) Use(use func(kept any) (keep any)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = use(m.kept)
}

// Watch follows a table from behind an event on; 0 tells everything. A number
// that the table has not reached is taken for 0. The viewer counts as being
// there until the subscription is closed; a viewer without id may watch, too.
func (h *House) Watch(ctx context.Context, id play.TableID, viewer play.PlayerID, after uint64) (*Subscription, error) {
	for {
		r, err := h.room(ctx, id)
		if err != nil {
			return nil, err
		}
		t := r.now()
		if !t.MayWatch(viewer) {
			return nil, play.NoSpectators.Refuse("")
		}
		if after > t.Seq {
			after = 0
		}
		s := &Subscription{house: h, room: r, viewer: viewer, seq: after, bell: make(chan struct{}, 1)}
		r.enter(s)
		if h.inMemory(id) == r {
			return s, nil
		}
		// The room left memory before it was entered, and would stay silent.
		s.Close()
	}
}

// Close ends the subscription; the viewer has left, unless there is another.
func (s *Subscription) Close() { s.room.leave(s, s.house.Now()) }

// ring tells the watcher that there is something new, or will tell it when it
// looks next.
func (s *Subscription) ring() {
	select {
	case s.bell <- struct{}{}:
	default:
	}
}

// Look tells what is new without waiting for it, which may be nothing but the
// table. It fails with a refusal when the viewer may not watch any more.
func (s *Subscription) Look(ctx context.Context) (News, error) {
	news, known, err := s.look()
	if err == nil && !known {
		news.Events, err = s.read(ctx, news.Table)
	}
	if err != nil {
		return News{}, err
	}
	s.hide(&news)
	return news, nil
}

// Bell rings when it is worth looking again.
func (s *Subscription) Bell() <-chan struct{} { return s.bell }

// Closing is closed when the house closes.
func (h *House) Closing() <-chan struct{} { return h.closing }

// read takes from the store what the table has behind the last event seen. The
// store may be ahead of the table, without which it is not known who may see
// what.
func (s *Subscription) read(ctx context.Context, t *play.Table) ([]play.Event, error) {
	events, err := s.house.Store.Events(ctx, t.ID, s.seq, page)
	if err != nil {
		return nil, err
	}
	return events[:min(uint64(len(events)), t.Seq-s.seq)], nil
}

// look takes what the room has. The events are not known if they have to be
// read from the store.
func (s *Subscription) look() (news News, known bool, err error) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	news.Table, news.Memo = r.table, r.memo
	if r.failed {
		return news, false, play.TableFailed.Refuse("")
	}
	if !r.table.MayWatch(s.viewer) {
		return news, false, play.NoSpectators.Refuse("")
	}
	if s.presenceVersion != r.presenceVersion {
		s.presenceVersion, news.Here = r.presenceVersion, r.present()
	}
	news.Events, known = r.after(s.seq)
	return news, known, nil
}

// hide moves the subscription on, and covers what the viewer may not see.
func (s *Subscription) hide(news *News) {
	for i := range news.Events {
		e := &news.Events[i]
		s.seq = e.Seq
		if !news.Table.MaySee(s.viewer, e) {
			*e = play.Event{Table: e.Table, Seq: e.Seq, At: e.At, Body: play.Hidden{}}
		}
		if e.By != s.viewer {
			// How players name their requests is nobody else's business.
			e.Request = ""
		}
	}
}
