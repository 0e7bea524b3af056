package house_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/play/pairing"
)

// people are players whom the store knows.
func (s *site) people(names ...string) {
	s.Helper()
	for _, name := range names {
		p := play.Player{ID: play.PlayerID(name), Name: name, Since: s.Now()}
		access := accounts.Access{ID: name, Hash: play.Token(name).Hash(), Player: p.ID, Kind: accounts.Session}
		if err := s.store.AddPlayer(s.Context(), p, name, access); err != nil {
			s.Fatal(err)
		}
	}
}

func (s *site) block(h *house.House, by, other play.PlayerID, kind blocks.Kind) {
	s.Helper()
	if err := h.Block(s.Context(), blocks.Block{By: by, Player: other, Kind: kind, Since: s.Now()}); err != nil {
		s.Fatal(err)
	}
}

// TestPairingBlocked pairs nobody with somebody whom they have blocked, or who has
// blocked them, and finds others for both.
func TestPairingBlocked(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben", "cleo", "dan")
	s.block(h, "ben", "ann", blocks.Blocked)
	s.block(h, "ann", "cleo", blocks.Muted)
	terms := pairing.Terms{Game: "quixo"}
	ann, ben := s.seek(h, "ann", terms), s.seek(h, "ben", terms)
	wantWaiting(t, ann, 1)
	cleo := s.seek(h, "cleo", terms)
	wantPaired(t, ann, cleo)
	ann = s.seek(h, "ann", terms)
	wantWaiting(t, ann, 1)
	if err := h.Unblock(t.Context(), "ben", "ann"); err != nil {
		t.Fatal(err)
	}
	s.wait(time.Minute)
	h.Tick(t.Context())
	wantPaired(t, ann, ben)
}

// TestBlockedAtTables keeps two players apart at tables, in both directions.
func TestBlockedAtTables(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben", "cleo")
	terms := play.Terms{Game: "quixo"}
	over := s.begin(h, terms)
	s.do(h, over, "ann", play.Resign{})
	s.do(h, over, "ann", play.AskRematch{})
	s.block(h, "ann", "ben", blocks.Blocked)
	s.refuse(h, over, "ben", play.AskRematch{}, play.BlockedAtTable)
	s.refuse(h, s.open(h, terms), "ben", play.Sit{Player: player("ben"), Chair: play.AnyChair}, play.BlockedAtTable)
	if err := h.Unblock(t.Context(), "ann", "ben"); err != nil {
		t.Fatal(err)
	}
	s.block(h, "ben", "ann", blocks.Blocked)
	table := s.open(h, terms)
	s.refuse(h, table, "ben", play.Sit{Player: player("ben"), Chair: play.AnyChair}, play.OwnBlockAtTable)
	s.block(h, "ben", "ann", blocks.Muted)
	s.do(h, table, "ben", play.Sit{Player: player("ben"), Chair: play.AnyChair})
}

// TestBlockedLosesChair has somebody who waits at a table leave it when its host
// blocks them.
func TestBlockedLosesChair(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben")
	id := s.open(h, play.Terms{Game: "quixo4p"})
	s.do(h, id, "ben", play.Sit{Player: player("ben"), Chair: 2})
	s.block(h, "ann", "ben", blocks.Muted)
	if sitters := s.table(h, id).Sitters; sitters[2].Free() {
		t.Errorf("somebody who is muted has lost the chair: %+v", sitters)
	}
	s.block(h, "ann", "ben", blocks.Blocked)
	if sitters := s.table(h, id).Sitters; !sitters[2].Free() || sitters[0].Free() {
		t.Errorf("at the table sit %+v", sitters)
	}
}

// TestMutedAreNotRead delivers no message of somebody who is muted, neither earlier
// nor later ones, to the one who muted them, and all of them to everybody else.
func TestMutedAreNotRead(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben", "cleo")
	id := s.begin(h, play.Terms{Game: "quixo", Chat: true, Spectators: true})
	say := func(by play.PlayerID, text string) {
		s.do(h, id, by, play.Say{Channel: play.ToTable, Text: text})
	}
	read := func(viewer play.PlayerID) (texts []string) {
		t.Helper()
		sub, err := h.Tables.Watch(t.Context(), id, viewer, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		news, err := sub.Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range news.Events {
			if e.Seq != uint64(i)+1 {
				t.Errorf("event %d has the number %d", i, e.Seq)
			}
			if said, ok := e.Body.(play.Said); ok {
				texts = append(texts, said.Text)
			}
		}
		return texts
	}
	want := func(viewer play.PlayerID, want ...string) {
		t.Helper()
		if got := read(viewer); !slices.Equal(got, want) {
			t.Errorf("%s reads %q, want %q", viewer, got, want)
		}
	}
	say("ben", "first")
	say("ann", "well")
	want("ann", "first", "well")
	s.block(h, "ann", "ben", blocks.Muted)
	say("ben", "second")
	want("ann", "well")
	want("ben", "first", "well", "second")
	want("cleo", "first", "well", "second")
	s.block(h, "ann", "ben", blocks.Blocked)
	want("ann", "well")
	if err := h.Unblock(t.Context(), "ann", "ben"); err != nil {
		t.Fatal(err)
	}
	want("ann", "first", "well", "second")
}

// TestPlacesWithoutHiddenTables has somebody who follows the lobby put a new table before
// one that they know, and not before those that a block hides from them.
func TestPlacesWithoutHiddenTables(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben", "cleo", "dan", "eve")
	s.block(h, "eve", "ben", blocks.Blocked)
	s.block(h, "cleo", "eve", blocks.Blocked)
	open := func(host string) play.TableID {
		t.Helper()
		s.wait(time.Second) // The newest comes first.
		p := player(host)
		answer, err := h.Tables.Open(t.Context(), p, play.Terms{Game: "quixo", Listed: true}, []play.Sitter{{Player: p.ID}, {}}, "")
		if err != nil {
			t.Fatal(err)
		}
		return answer.Table
	}
	last := open("ann")
	hidden := []play.TableID{open("ben"), open("cleo")}
	known, _ := h.Lobby.Since(0)
	table := open("dan")
	news, _ := h.Lobby.Since(known.Version)
	for viewer, want := range map[play.PlayerID]play.TableID{"eve": last, "dan": hidden[1], "": hidden[1]} {
		own, _, err := h.Lobby.For(t.Context(), play.Player{ID: viewer}, news)
		if err != nil {
			t.Fatal(err)
		}
		if len(own.Changes) != 1 || own.Changes[0].Table != table || own.Changes[0].Before() != want {
			t.Errorf("to %q the changes are %+v, want %s before %s", viewer, own.Changes, table, want)
		}
	}
}

// slowBlocks lets something happen between reading blocks and their arrival.
type slowBlocks struct {
	Store
	meanwhile func()
}

func (s *slowBlocks) Blocks(ctx context.Context, by play.PlayerID) ([]blocks.Block, error) {
	list, err := s.Store.Blocks(ctx, by)
	if meanwhile := s.meanwhile; meanwhile != nil {
		s.meanwhile = nil
		meanwhile()
	}
	return list, err
}

// TestOldBlocksAreNotRemembered has a player blocked while an older list of blocks is
// on its way.
func TestOldBlocksAreNotRemembered(t *testing.T) {
	s := newSite(t)
	store := &slowBlocks{Store: s.store}
	s.store = store
	h := s.house()
	s.people("ann", "ben")
	id := s.begin(h, play.Terms{Game: "quixo", Chat: true})
	s.do(h, id, "ben", play.Say{Channel: play.ToTable, Text: "hello"})
	reads := func() (messages int) {
		t.Helper()
		sub, err := h.Tables.Watch(t.Context(), id, "ann", 0)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		news, err := sub.Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range news.Events {
			if said, ok := e.Body.(play.Said); ok && said.Text != "" {
				messages++
			}
		}
		return messages
	}
	store.meanwhile = func() { s.block(h, "ann", "ben", blocks.Muted) }
	reads()
	if store.meanwhile != nil {
		t.Fatal("nobody has read the blocks")
	}
	if n := reads(); n != 0 {
		t.Errorf("after the mute, ann reads %d messages of ben", n)
	}
}

// TestLateReadOfBlocks has a player muted at another server while an older list of blocks
// is on its way, which does not take the place of a newer one.
func TestLateReadOfBlocks(t *testing.T) {
	s := newSite(t)
	store := &slowBlocks{Store: s.store}
	s.store = store
	h := s.house()
	s.people("ann", "ben")
	id := s.begin(h, play.Terms{Game: "quixo", Chat: true})
	s.do(h, id, "ben", play.Say{Channel: play.ToTable, Text: "hello"})
	watch := func() *live.Subscription {
		t.Helper()
		sub, err := h.Tables.Watch(t.Context(), id, "ann", 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(sub.Close)
		return sub
	}
	reads := func(sub *live.Subscription, want int) {
		t.Helper()
		news, err := sub.Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := messages(news); got != want {
			t.Errorf("ann reads %d messages, want %d", got, want)
		}
	}
	sub := watch()
	store.meanwhile = func() {
		b := blocks.Block{By: "ann", Player: "ben", Kind: blocks.Muted, Since: s.Now()}
		if err := store.SetBlock(t.Context(), b, blocks.MaxBlocks); err != nil {
			t.Error(err)
		}
		reads(watch(), 0)
	}
	reads(sub, 1)
	s.do(h, id, "ben", play.Say{Channel: play.ToTable, Text: "again"})
	reads(sub, 0)
}
