package live

import (
	"context"
	"sync"

	"plateau/internal/play"
)

// Subscription follows a table. It is used by one goroutine at a time.
type Subscription struct {
	tables *Tables
	room   *room
	viewer play.PlayerID
	// seq is the last event that the viewer has seen.
	seq uint64
	// presenceVersion is the presence that the viewer has seen.
	presenceVersion uint64
	bell            play.Bell
	// heard is set once it was looked up whom the viewer mutes: at first that counts as
	// it is now, because another server may have changed it.
	heard bool
	// absent ends the presence of the viewer.
	absent func()
}

// News is what a subscription has to report.
type News struct {
	// Memo belongs to this state of the table.
	Memo *Memo
	// Events follow those reported before without a gap. Those that the viewer
	// may not see are [play.Hidden].
	Events []play.Event
	// Here are the players of the table who are present, if that may have
	// changed, and nil otherwise.
	Here []play.PlayerID
	// Table is the current table, which may be ahead of the events.
	Table *play.Table
}

// Memo is a place where a transport stores what it has made of a state of a table,
// so that it is made once for all watchers. It is dropped with the state.
type Memo struct {
	mu    sync.Mutex
	value any
}

// Use calls a function with the stored value, nil at first, and stores the result;
// one caller at a time.
func (m *Memo) Use(use func(value any) any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.value = use(m.value)
}

// Watch follows a table after an event; 0 is from the beginning, and so is a
// number that the table has not reached. The viewer counts as present until the
// subscription is closed; a viewer without an id may watch as well.
func (l *Tables) Watch(ctx context.Context, id play.TableID, viewer play.PlayerID, after uint64) (*Subscription, error) {
	for {
		r, err := l.room(ctx, id)
		if err != nil {
			return nil, err
		}
		t := r.now()
		if !t.MayWatch(viewer) {
			return nil, play.NoSpectators.Refuse("")
		}
		if after > t.Seq {
			// Another server may know more, if this is not a mistake.
			if err := l.refresh(ctx, r); err != nil {
				return nil, err
			}
			if t = r.now(); after > t.Seq {
				after = 0
			}
		}
		s := &Subscription{tables: l, room: r, viewer: viewer, seq: after, bell: play.NewBell()}
		r.enter(s)
		s.absent = l.Presence.Follow(viewer)
		if l.rooms.of(id) == r {
			l.publishHere(r, viewer)
			return s, nil
		}
		// The room was evicted before it was entered, and would stay silent.
		s.Close()
	}
}

// Close ends the subscription; the viewer has left, unless there is another one.
func (s *Subscription) Close() {
	if s.room.leave(s, s.tables.Now()) {
		s.absent()
		s.tables.publishHere(s.room, s.viewer)
	}
}

// Look returns what is new without waiting, which may be nothing but the table. It
// is refused when the viewer may no longer watch.
func (s *Subscription) Look(ctx context.Context) (News, error) {
	news, known, err := s.look()
	if err == nil && !known {
		news.Events, err = s.read(ctx, news.Table)
	}
	if err != nil {
		return News{}, err
	}
	return news, s.hide(ctx, &news)
}

// Bell rings when there may be something new.
func (s *Subscription) Bell() <-chan struct{} { return s.bell }

// read reads from the store what follows the last event seen, up to the table in
// memory: without the table it is not known who may see what.
func (s *Subscription) read(ctx context.Context, t *play.Table) ([]play.Event, error) {
	events, err := s.tables.Store.Events(ctx, t.ID, s.seq, page)
	if err != nil {
		return nil, err
	}
	return events[:min(uint64(len(events)), t.Seq-s.seq)], nil
}

// look takes what the room has. The events are not known if they have to be read
// from the store.
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

// mutes reports whether the viewer does not want to see an event.
func (s *Subscription) mutes(ctx context.Context, e *play.Event) (muted bool, err error) {
	if _, isTalk := e.Body.(play.Said); !isTalk {
		return false, nil
	}
	muted, err = s.tables.Mutes(ctx, s.viewer, e.By, !s.heard)
	if err == nil {
		s.heard = true
	}
	return muted, err
}

// hide advances the subscription, and hides what the viewer may not or does not want
// to see.
func (s *Subscription) hide(ctx context.Context, news *News) error {
	for i := range news.Events {
		e := &news.Events[i]
		muted, err := s.mutes(ctx, e)
		if err != nil {
			return err
		}
		s.seq = e.Seq
		if muted || !news.Table.MaySee(s.viewer, e) {
			*e = play.Event{Table: e.Table, Seq: e.Seq, At: e.At, Body: play.Hidden{}}
		}
		if opened, ok := e.Body.(play.Opened); ok {
			opened.Terms = opened.Terms.Shown()
			e.Body = opened
		}
		if e.By != s.viewer {
			// Request ids are only shown to the player who chose them.
			e.Request = ""
		}
	}
	return nil
}
