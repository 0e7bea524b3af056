package tournaments

import (
	"context"
	"errors"
	"sync"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/live"
	"plateau/tournament"
)

// idle is how long an unused tournament stays in memory.
const idle = 10 * time.Minute

// room is a tournament in memory.
type room struct {
	// head has what never changes: id, owner, group and key.
	head Head

	mu   sync.Mutex
	t    *tournament.Tournament
	memo *live.Memo
	used time.Time
	// watchers are rung when something changes.
	watchers map[*Watch]struct{}
	// known are the tables in use by board, ended those of them that are over,
	// and polled when all boards were looked at.
	known  map[board]tableOfBoard
	ended  map[play.TableID]struct{}
	polled time.Time
	// tables are all tables that belong to the tournament, by id.
	tables *sync.Map
	// opened is set while there are tables that watchers do not know.
	opened bool
	// removed are pairings whose tables may still be open.
	removed []pairing
}

// board is a game of a round. The number of the event that made the pair tells it
// from others that had the same place.
type board struct {
	seq   uint64
	board int
}

// pairing is a round whose pairs were replaced or removed, or whose results were
// entered.
type pairing struct {
	seq   uint64
	games []tournament.Game
}

// tableOfBoard is the table at which a board is played, and the number of the game.
type tableOfBoard struct {
	id     play.TableID
	number int
}

// NoSuchTournament refuses an unknown id, in the words of the core.
var NoSuchTournament = tournament.NotCreated

// load finds a tournament in memory, or reads it from the store.
func (s *Service) load(ctx context.Context, id play.TournamentID) (*room, error) {
	s.mu.Lock()
	r := s.rooms[id]
	s.mu.Unlock()
	if r == nil {
		head, err := s.Store.Tournament(ctx, id)
		if errors.Is(err, ErrNoTournament) {
			err = NoSuchTournament.Refuse("")
		}
		if err != nil {
			return nil, err
		}
		r = &room{
			head: head, t: &tournament.Tournament{}, memo: new(live.Memo), watchers: make(map[*Watch]struct{}),
			known: make(map[board]tableOfBoard), ended: make(map[play.TableID]struct{}), tables: new(sync.Map),
		}
		tables, err := s.Store.TablesOf(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, table := range tables {
			r.tables.Store(table, true)
		}
		if err := s.replay(ctx, r); err != nil {
			return nil, err
		}
		s.mu.Lock()
		if other := s.rooms[id]; other != nil {
			r = other
		} else {
			s.rooms[id] = r
		}
		s.mu.Unlock()
	}
	r.mu.Lock()
	r.used = s.Now()
	r.mu.Unlock()
	return r, nil
}

// replay reads all events, and notes pairings that were removed: a crash may have
// left their tables open.
func (s *Service) replay(ctx context.Context, r *room) error {
	var removed []pairing
	t, err := Load(ctx, s.Store, r.head.ID, &tournament.Tournament{}, func(e tournament.Event, before *tournament.Tournament) {
		switch e.Body.(type) {
		case tournament.Unpaired, tournament.Repaired:
			if last := before.Last(); last != nil && before.Place != "" {
				removed = append(removed, pairing{last.Seq, last.Games})
			}
		}
	})
	if err != nil {
		return err
	}
	if t.Seq == 0 {
		return NoSuchTournament.Refuse("")
	}
	if last := t.Last(); last != nil && !t.Finished {
		// Results may have been entered while games went on.
		removed = append(removed, pairing{last.Seq, last.Games})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.t, r.removed, r.memo = t, removed, new(live.Memo)
	return nil
}

// now is the tournament as far as this server knows it.
func (r *room) now() *tournament.Tournament {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.t
}

// advance continues with a later state, and wakes the watchers.
func (r *room) advance(before, after *tournament.Tournament) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if after.Seq <= r.t.Seq {
		return
	}
	r.noteRemoved(before, after)
	r.t, r.memo = after, new(live.Memo)
	r.wake()
}

// wake rings for the watchers; the mutex is held.
func (r *room) wake() {
	for w := range r.watchers {
		w.bell.Ring()
	}
}

// noteRemoved notes tables that are not needed any more: of pairings that were
// removed or replaced, and of games whose result was entered.
func (r *room) noteRemoved(before, after *tournament.Tournament) {
	for i := range before.Played {
		was := &before.Played[i]
		now := after.Round(i + 1)
		if now == nil || now.Seq != was.Seq {
			r.removed = append(r.removed, pairing{was.Seq, was.Games})
			continue
		}
		if len(was.Games) > 0 && len(now.Games) > 0 && &was.Games[0] == &now.Games[0] {
			continue // Nothing has changed in this round.
		}
		var entered []tournament.Game
		for j := range was.Games {
			if !was.Games[j].Result.Known() && now.Games[j].Result.Known() {
				entered = append(entered, was.Games[j])
			}
		}
		if len(entered) > 0 {
			r.removed = append(r.removed, pairing{was.Seq, entered})
		}
	}
}

// catchUp reads what the store has more.
func (s *Service) catchUp(ctx context.Context, r *room) (*tournament.Tournament, error) {
	before := r.now()
	after, err := Load(ctx, s.Store, r.head.ID, before)
	if err != nil {
		return nil, err
	}
	r.advance(before, after)
	return after, nil
}

// noteEnd notes that the game at a table is over.
func (r *room) noteEnd(table play.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended[table] = struct{}{}
}

// evict drops tournaments that nobody has used for a while.
func (s *Service) evict(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, r := range s.rooms {
		r.mu.Lock()
		unused := len(r.watchers) == 0 && now.Sub(r.used) > idle
		tables := r.known
		r.mu.Unlock()
		if !unused {
			continue
		}
		delete(s.rooms, id)
		for _, table := range tables {
			delete(s.boards, table.id)
		}
	}
}

// announceTables tells watchers of tables that were opened.
func (r *room) announceTables() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.opened {
		return
	}
	r.opened, r.memo = false, new(live.Memo)
	r.wake()
}

// Forget drops tournaments from memory that have the name of a deleted player.
func (s *Service) Forget(player play.PlayerID) {
	s.mu.Lock()
	var rooms []*room
	for id, r := range s.rooms {
		t := r.now()
		if r.head.Owner == player || t.ByAccount(string(player)) != nil {
			delete(s.rooms, id)
			rooms = append(rooms, r)
		}
	}
	s.mu.Unlock()
	for _, r := range rooms {
		r.mu.Lock()
		r.wake()
		r.mu.Unlock()
	}
}

// Quit withdraws a player from unfinished tournaments.
func (s *Service) Quit(ctx context.Context, player play.PlayerID) error {
	list, err := s.Store.Tournaments(ctx, Query{Player: player, Unfinished: true, Limit: 1000})
	if err != nil {
		return err
	}
	for _, head := range list {
		err := s.change(ctx, Request{ID: head.ID}, func(_ *room, t *tournament.Tournament) ([]tournament.Command, error) {
			if e := t.ByAccount(string(player)); e != nil && !e.Withdrawn {
				return []tournament.Command{tournament.Withdraw{Number: e.Number}}, nil
			}
			return nil, nil
		})
		if err != nil && !play.Refused(err) {
			return err
		}
	}
	return nil
}

// Watch follows a tournament. It is used by one goroutine at a time.
type Watch struct {
	service *Service
	id      play.TournamentID
	room    *room
	bell    play.Bell
}

// Watch begins to follow a tournament.
func (s *Service) Watch(ctx context.Context, id play.TournamentID) (*Watch, error) {
	w := &Watch{service: s, id: id, bell: play.NewBell()}
	return w, w.enter(ctx)
}

// enter watches the room that is in memory now.
func (w *Watch) enter(ctx context.Context) error {
	r, err := w.service.load(ctx, w.id)
	if err != nil {
		return err
	}
	if w.room == r {
		return nil
	}
	w.Close()
	r.mu.Lock()
	r.watchers[w] = struct{}{}
	r.mu.Unlock()
	w.room = r
	return nil
}

// Close ends the subscription.
func (w *Watch) Close() {
	if w.room == nil {
		return
	}
	w.room.mu.Lock()
	defer w.room.mu.Unlock()
	delete(w.room.watchers, w)
}

// Bell rings when there may be something new.
func (w *Watch) Bell() <-chan struct{} { return w.bell }

// Look returns the tournament as it is now.
func (w *Watch) Look(ctx context.Context) (View, error) {
	if err := w.enter(ctx); err != nil {
		return View{}, err
	}
	return w.service.view(w.room), nil
}
