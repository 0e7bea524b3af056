package house_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/play/lobby"
)

// watcher follows a table as transports do.
type watcher struct {
	*live.Subscription
	house *house.House
}

// Next waits for news. It fails when the context ends, and with [house.ErrClosing] when
// the house closes.
func (w *watcher) Next(ctx context.Context) (live.News, error) {
	for {
		news, err := w.Look(ctx)
		if err != nil || len(news.Events) > 0 || news.Here != nil {
			return news, err
		}
		select {
		case <-w.Bell():
		case <-ctx.Done():
			return live.News{}, ctx.Err()
		case <-w.house.Closing():
			return live.News{}, house.ErrClosing
		}
	}
}

// lobbySince waits until the lobby differs from a version of it.
func lobbySince(ctx context.Context, h *house.House, version uint64) (lobby.News, error) {
	for {
		news, changed := h.Lobby.Since(version)
		if news.Whole || len(news.Changes) > 0 {
			return news, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return lobby.News{}, ctx.Err()
		}
	}
}

func (s *site) watch(h *house.House, table play.TableID, viewer play.PlayerID, after uint64) *watcher {
	s.Helper()
	w, err := h.Tables.Watch(s.Context(), table, viewer, after)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(w.Close)
	return &watcher{w, h}
}

// follow reads events up to a sequence number and fails on every gap.
func follow(t *testing.T, w *watcher, after, last uint64) []play.Event {
	t.Helper()
	var events []play.Event
	for after < last {
		news, err := w.Next(t.Context())
		if err != nil {
			t.Error(err)
			return events
		}
		for _, e := range news.Events {
			if after++; e.Seq != after {
				t.Errorf("got event %d, want %d", e.Seq, after)
				return events
			}
			events = append(events, e)
		}
	}
	return events
}

// TestWatchers begin at different events, while several players talk; one is
// slow and reads when all is over.
func TestWatchers(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Chat: true, Spectators: true})
	const before, messages = 40, 100
	say := func(by play.PlayerID, n int) {
		for i := range n {
			_, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: by, Command: play.Say{Channel: play.ToTable, Text: strconv.Itoa(i)}})
			if err != nil {
				t.Error(err)
			}
		}
	}
	say(ann.ID, before)
	slow := s.watch(h, id, "", 0)
	last := s.table(h, id).Seq + 2*messages
	var all sync.WaitGroup
	for i := range 8 {
		after := uint64(i * 5)
		w := s.watch(h, id, "", after)
		all.Go(func() { follow(t, w, after, last) })
	}
	all.Go(func() { say(ann.ID, messages) })
	all.Go(func() { say(ben.ID, messages) })
	all.Wait()
	follow(t, slow, 0, last)
	follow(t, s.watch(h, id, "", last+1000), 0, last) // From a future that never was.
	s.table(h, id)
}

func TestWatchingEnds(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.open(h, play.Terms{})
	curious := s.watch(h, id, "eve", 0)
	player := s.watch(h, id, ann.ID, 0)
	follow(t, curious, 0, 1)
	s.do(h, id, ben.ID, play.Sit{Player: ben, Chair: 1})
	_, err := curious.Next(t.Context())
	wantRefusal(t, err, play.NoSpectators)
	_, err = h.Tables.Watch(t.Context(), id, "eve", 0)
	wantRefusal(t, err, play.NoSpectators)
	follow(t, player, 0, 3)

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	drain(t, player)
	if _, err := player.Next(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a watcher who has gone gets %v", err)
	}
	h.Close()
	if _, err := player.Next(t.Context()); !errors.Is(err, house.ErrClosing) {
		t.Errorf("a watcher who stays until the end gets %v", err)
	}
}

// drain takes what is there.
func drain(t *testing.T, w *watcher) {
	t.Helper()
	now, cancel := context.WithCancel(t.Context())
	cancel()
	for {
		if _, err := w.Next(now); err != nil {
			return
		}
	}
}

func TestPresence(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Spectators: true})
	here := func(w *watcher, want ...play.PlayerID) {
		t.Helper()
		for {
			news, err := w.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if slices.Equal(news.Here, want) {
				return
			}
		}
	}
	a := s.watch(h, id, ann.ID, 0)
	here(a, "ann")
	b1, b2 := s.watch(h, id, ben.ID, 0), s.watch(h, id, ben.ID, 0)
	here(a, "ann", "ben")
	s.watch(h, id, "", 0).Close()
	s.watch(h, id, "eve", 0).Close()
	b1.Close()
	b1.Close()
	if got := h.Tables.Here(id); !slices.Equal(got, []play.PlayerID{"ann", "ben"}) {
		t.Errorf("%v are here, want Ben still", got)
	}
	b2.Close()
	// The first one changed nothing and was not reported.
	if news, err := a.Next(t.Context()); err != nil || !slices.Equal(news.Here, []play.PlayerID{"ann"}) {
		t.Errorf("got %v, %v", news.Here, err)
	}
}

func TestPartnersTalkAmongThemselves(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.open(h, play.Terms{Game: "quixo4p", Chat: true, Advice: true, Spectators: true})
	for _, name := range []string{"ben", "cleo", "dan"} {
		s.do(h, id, play.PlayerID(name), play.Sit{Player: play.Player{ID: play.PlayerID(name), Name: name}, Chair: play.AnyChair})
	}
	s.do(h, id, ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"})
	last := s.table(h, id).Seq
	for viewer, hears := range map[play.PlayerID]bool{"ann": true, "cleo": true, "ben": false, "dan": false, "eve": false, "": false} {
		events := follow(t, s.watch(h, id, viewer, 0), 0, last)
		e := events[len(events)-1]
		if said, heard := e.Body.(play.Said); heard != hears || heard && said.Text != "psst" {
			t.Errorf("%q got %+v", viewer, e)
		}
		if !hears && e.By != "" {
			t.Errorf("%q can see who spoke", viewer)
		}
	}
}

// TestRequestsAreNamedToTheirOwners alone.
func TestRequestsAreNamedToTheirOwners(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Spectators: true})
	answer, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: ann.ID, ID: "secret", Command: play.Play{Move: "a1-a5"}})
	if err != nil {
		t.Fatal(err)
	}
	for viewer, want := range map[play.PlayerID]string{"ann": "secret", "ben": "", "": ""} {
		events := follow(t, s.watch(h, id, viewer, 0), 0, answer.Seq)
		if got := events[len(events)-1].Request; got != want {
			t.Errorf("%q got the request %q, want %q", viewer, got, want)
		}
	}
}

func TestLobby(t *testing.T) {
	s := newSite(t)
	h := s.house()
	news, err := lobbySince(t.Context(), h, 0)
	if err != nil || !news.Whole || len(news.Changes) > 0 {
		t.Errorf("the empty lobby is %+v, %v", news, err)
	}
	s.open(h, play.Terms{}) // Private: not shown.
	a, b := s.open(h, play.Terms{Listed: true}), s.open(h, play.Terms{Listed: true})
	if news, err = lobbySince(t.Context(), h, 0); err != nil || len(news.Changes) != 2 {
		t.Errorf("the lobby is %+v, %v", news, err)
	}
	s.do(h, a, ben.ID, play.Sit{Player: ben, Chair: 1})
	news, err = lobbySince(t.Context(), h, news.Version)
	if err != nil || news.Whole || len(news.Changes) != 1 || news.Changes[0].Table != a || news.Changes[0].Summary != nil {
		t.Errorf("when a table was full the news were %+v, %v", news, err)
	}
	for range 130 {
		s.do(h, b, ann.ID, play.Leave{})
		b = s.open(h, play.Terms{Listed: true})
	}
	if news, err = lobbySince(t.Context(), h, news.Version); err != nil || !news.Whole || len(news.Changes) != 1 {
		t.Errorf("after a long absence the news are %+v, %v", news, err)
	}
	h.Close()
	// Another house knows what is open.
	h = s.house()
	if news, err = lobbySince(t.Context(), h, 0); err != nil || len(news.Changes) != 1 || news.Changes[0].Table != b {
		t.Errorf("after a restart the lobby is %+v, %v", news, err)
	}
}

// TestTwoHouses share a store and a bus, as two servers would.
func TestTwoHouses(t *testing.T) {
	s := newSite(t)
	h1, h2 := s.house(), s.house()
	id := s.open(h1, play.Terms{Listed: true, Chat: true, Spectators: true})
	if news, err := lobbySince(t.Context(), h2, 0); err != nil || len(news.Changes) != 1 {
		t.Errorf("the other house's lobby is %+v, %v", news, err)
	}
	w1, w2 := s.watch(h1, id, "", 0), s.watch(h2, id, "", 0)
	s.do(h2, id, ben.ID, play.Sit{Player: ben, Chair: 1})
	if news, err := lobbySince(t.Context(), h1, 0); err != nil || len(news.Changes) != 0 {
		t.Errorf("the full table is in the other house's lobby: %+v, %v", news, err)
	}
	const messages = 30
	var all sync.WaitGroup
	for _, side := range []struct {
		h  *house.House
		by play.PlayerID
	}{{h1, ann.ID}, {h2, ben.ID}} {
		all.Go(func() {
			for i := range messages {
				r := live.Request{Table: id, By: side.by, ID: strconv.Itoa(i), Command: play.Say{Channel: play.ToTable, Text: strconv.Itoa(i)}}
				if _, err := side.h.Tables.Do(t.Context(), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	const last = 3 + 2*messages
	all.Go(func() { follow(t, w1, 0, last) })
	all.Go(func() { follow(t, w2, 0, last) })
	all.Wait()
	// Both play for the same turn.
	for i, h := range []*house.House{h1, h2} {
		_, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: ann.ID, Command: play.Play{Move: "a1-a5"}})
		if i == 0 && err != nil {
			t.Error(err)
		}
		if i == 1 {
			wantRefusal(t, err, play.StalePly)
		}
	}
	follow(t, w2, last, last+1)
	if table := s.table(h2, id); table.Messages != 2*messages || table.SeatOf(ben.ID) == game.NoSeat {
		t.Errorf("%d of %d messages arrived", table.Messages, 2*messages)
	}
}
