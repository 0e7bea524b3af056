package house_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/live"
	"plateau/internal/play/lobby"
	"plateau/internal/play/pairing"
)

// TestListedTablesAreLimited per player and per address. What has left the lobby
// makes room.
func TestListedTablesAreLimited(t *testing.T) {
	s := newSite(t)
	h := s.house()
	list := func(host play.Player, request string) (live.Answer, error) {
		return h.Tables.Open(t.Context(), host, play.Terms{Game: "quixo", Listed: true}, []play.Sitter{{Player: host.ID}, {}}, request)
	}
	opens := func(host play.Player, request string) play.TableID {
		t.Helper()
		answer, err := list(host, request)
		if err != nil {
			t.Fatalf("%s: %v", host.ID, err)
		}
		return answer.Table
	}
	refused := func(host play.Player, want game.Ground) {
		t.Helper()
		_, err := list(host, "")
		wantRefusal(t, err, want)
	}
	guest := func(n int) play.Player { return play.Player{ID: play.PlayerID(fmt.Sprint("guest", n)), Name: "Guest"} }
	first := opens(guest(0), "")
	opens(guest(0), "")
	opens(guest(0), "again")
	refused(guest(0), play.LobbyPlayer)
	// A repeat of a request gets the same answer, and the link needs no list.
	opens(guest(0), "again")
	if _, err := h.Tables.Open(t.Context(), guest(0), play.Terms{Game: "quixo"}, []play.Sitter{{Player: guest(0).ID}, {}}, ""); err != nil {
		t.Error(err)
	}
	s.do(h, first, guest(0).ID, play.Leave{})
	opens(guest(0), "")
	for range 10 {
		opens(ann, "")
	}
	refused(ann, play.LobbyPlayer)

	for n := range 40 {
		h.Presence.Seen(guest(100+n).ID, "192.0.2.1/32")
		opens(guest(100+n), "")
	}
	h.Presence.Seen(guest(200).ID, "192.0.2.1/32")
	refused(guest(200), play.LobbyAddress)
	h.Presence.Seen(guest(201).ID, "192.0.2.2/32")
	opens(guest(201), "")
	// Their hosts are gone after some minutes, and the tables with them.
	s.wait(6 * time.Minute)
	h.Tick(t.Context())
	h.Presence.Seen(guest(200).ID, "192.0.2.1/32")
	opens(guest(200), "")
}

// TestLiveIsFair shows the game and the wish of everybody, although one address has more
// of both than are shown, and spectators for all its games. Somebody with two pages is
// one player.
func TestLiveIsFair(t *testing.T) {
	s := newSite(t)
	h := s.house()
	begins := func(players ...play.Player) play.TableID {
		t.Helper()
		id := play.NewTableID(rand.Reader)
		if _, err := h.Tables.OpenFor(t.Context(), id, play.Terms{Game: "quixo", Listed: true, Spectators: true}, players...); err != nil {
			t.Fatal(err)
		}
		return id
	}
	watches := func(table play.TableID, viewer play.PlayerID) {
		t.Helper()
		sub, err := h.Tables.Watch(t.Context(), table, viewer, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(sub.Close)
	}
	seeks := func(player play.Player, seconds int) {
		t.Helper()
		seeker, err := h.Pairing.Seek(t.Context(), player, pairing.Terms{Game: "quixo", Time: play.Time{Main: play.Millis(seconds * 1000)}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(seeker.Close)
	}
	own := begins(ann, ben)
	watches(own, ann.ID)
	seeks(ann, 300)
	seeks(ann, 300)
	for n := range 51 {
		guest := play.Player{ID: play.PlayerID(fmt.Sprint("guest", n)), Name: "Guest"}
		h.Presence.Seen(guest.ID, "198.51.100.7/32")
		seeks(guest, 20+n)
		flood := begins(guest, play.Player{ID: "with " + guest.ID, Name: "Guest"})
		watches(flood, guest.ID)
		watches(flood, "")
	}
	live := h.Overview.Live()
	if !slices.ContainsFunc(live.Games, func(g lobby.Game) bool { return g.ID == own }) || len(live.Games) != 50 {
		t.Errorf("of %d games that can be watched none is Ann's", len(live.Games))
	}
	if !slices.ContainsFunc(live.Seeking, func(s lobby.Seeking) bool { return s.Time.Main == 300_000 && s.Players == 1 }) || len(live.Seeking) != 50 {
		t.Errorf("what Ann looks for is not among %d wishes, or counted twice: %+v", len(live.Seeking), live.Seeking[0])
	}
}
