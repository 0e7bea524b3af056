package house_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/pairing"
)

// wantQuit takes Ann out of so many tables.
func (s *site) wantQuit(h *house.House, want int) {
	s.Helper()
	if n, err := h.Quit(s.Context(), ann.ID); err != nil || n != want {
		s.Errorf("Ann left %d tables, %v, want %d", n, err, want)
	}
}

func TestQuit(t *testing.T) {
	s := newSite(t)
	h := s.house()
	running, over := s.begin(h, play.Terms{}), s.begin(h, play.Terms{})
	s.do(h, over, ben.ID, play.Resign{})
	opened := s.open(h, play.Terms{Listed: true})
	answer, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo", Spectators: true}, make([]play.Sitter, 2), "") // She does not sit there.
	if err != nil {
		t.Fatal(err)
	}
	seated, err := h.Tables.Open(t.Context(), ben, play.Terms{Game: "quixo4p"}, make([]play.Sitter, 4), "")
	if err != nil {
		t.Fatal(err)
	}
	s.do(h, seated.Table, ann.ID, play.Sit{Player: ann, Chair: 2})
	if _, err := h.Pairing.Seek(t.Context(), ann, pairing.Terms{Game: "quixo"}); err != nil {
		t.Fatal(err)
	}

	s.wantQuit(h, 4)
	s.wantQuit(h, 0)
	s.wantReason(h, running, "resignation")
	s.wantReason(h, over, "resignation")
	s.wantReason(h, opened, "closed")
	s.wantReason(h, answer.Table, "closed")
	if table := s.table(h, seated.Table); table.Phase != play.Open || !table.Sitters[2].Free() {
		t.Errorf("the table that Ann sat at is %+v", table)
	}
	seeker, err := h.Pairing.Seek(t.Context(), ben, pairing.Terms{Game: "quixo"})
	if err != nil {
		t.Fatal(err)
	}
	if table, waiting := seeker.Look(); table != "" || waiting != 0 {
		t.Errorf("Ben found table %q, and %d others", table, waiting)
	}
}

// TestForget looks for a name in all that a house shows.
func TestForget(t *testing.T) {
	s := newSite(t)
	h := s.house()
	if err := s.store.AddPlayer(t.Context(), ann, "ann", accounts.Access{ID: "a", Player: ann.ID}); err != nil {
		t.Fatal(err)
	}
	news, err := lobbySince(t.Context(), h, 0)
	if err != nil {
		t.Fatal(err)
	}
	over := s.begin(h, play.Terms{Chat: true, Listed: true, Spectators: true})
	s.do(h, over, ann.ID, play.Say{Channel: play.ToTable, Text: "I am Ann"})
	watch, _, err := h.PlayerWatches.Watch(t.Context(), ben.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	s.wantQuit(h, 1)
	watching := s.watch(h, over, ben.ID, 0)
	before, err := watching.Next(t.Context())
	if err != nil || before.Table.Sitters[0].Name != "Ann" {
		t.Fatalf("at first the sitters are %v, %v", before.Table.Sitters, err)
	}

	if err := s.store.Forget(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Forget(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	after, err := watching.Next(t.Context()) // The bell has rung.
	if err != nil || after.Table.Seq != before.Table.Seq || after.Table.Sitters[0].Player != ann.ID {
		t.Fatalf("then the table is %+v, %v", after.Table, err)
	}
	again := s.watch(h, over, "", 0)
	whole, err := again.Next(t.Context())
	if err != nil || len(whole.Events) != int(before.Table.Seq) {
		t.Fatalf("a new watcher gets %v, %v", whole.Events, err)
	}
	news, err = lobbySince(t.Context(), h, news.Version)
	if err != nil {
		t.Fatal(err)
	}
	for what, shown := range map[string]any{
		"the table": after.Table.Sitters, "the events": whole.Events, "the lobby": news, "what Ben gets": watch.Look(),
	} {
		text, err := json.Marshal(shown)
		if err != nil || strings.Contains(string(text), "Ann") {
			t.Errorf("%s: %s, %v", what, text, err)
		}
	}
	if replayed, err := play.Load(t.Context(), s.store, games.All().Games(), over); err != nil || !reflect.DeepEqual(replayed, s.table(h, over)) {
		t.Errorf("the table differs from the replay of its events: %v", err)
	}
}

// noted are tournaments that note who is to be forgotten.
type noted struct {
	mu      sync.Mutex
	players []play.PlayerID
}

func (*noted) Quit(context.Context, play.PlayerID) error { return nil }

func (n *noted) Forget(player play.PlayerID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.players = append(n.players, player)
}

// Other servers may tell a house whom to forget while it is being put together. The race
// detector looks whether that is safe.
func TestForgetWhileStarting(t *testing.T) {
	s := newSite(t)
	h := s.house()
	tournaments := new(noted)
	var all sync.WaitGroup
	all.Go(func() {
		if err := h.Forget(t.Context(), ben.ID); err != nil {
			t.Error(err)
		}
	})
	h.SetTournaments(tournaments)
	all.Wait()
	if err := h.Forget(t.Context(), ann.ID); err != nil || !slices.Contains(tournaments.players, ann.ID) {
		t.Errorf("tournaments have forgotten %q, %v", tournaments.players, err)
	}
}

// TestForgetWhileOthersTalk ends with the table that the store has.
func TestForgetWhileOthersTalk(t *testing.T) {
	s := newSite(t)
	h := s.house()
	over := s.begin(h, play.Terms{Chat: true})
	s.wantQuit(h, 1)
	var all sync.WaitGroup
	all.Go(func() {
		for range 30 {
			s.do(h, over, ben.ID, play.Say{Channel: play.ToTable, Text: "hello"})
		}
	})
	forget := func() {
		if err := s.store.Forget(t.Context(), ann.ID); err != nil {
			t.Error(err)
		}
		if err := h.Forget(t.Context(), ann.ID); err != nil {
			t.Error(err)
		}
	}
	for range 5 {
		forget()
	}
	all.Wait()
	forget() // What was decided before the name went may have brought it back.
	table := s.table(h, over)
	if replayed, err := play.Load(t.Context(), s.store, games.All().Games(), over); err != nil || !reflect.DeepEqual(replayed, table) {
		t.Errorf("the table differs from the replay of its events: %v", err)
	}
	if table.Sitters[0].Name != "" || table.Messages != 30 {
		t.Errorf("the table is %+v", table)
	}
}
