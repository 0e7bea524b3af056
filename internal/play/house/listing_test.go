package house_test

import (
	"fmt"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/house"
)

// TestListedTablesAreLimited per player and per address. What has left the lobby
// makes room.
func TestListedTablesAreLimited(t *testing.T) {
	s := newSite(t)
	h := s.house()
	list := func(host play.Player, request string) (house.Answer, error) {
		return h.Open(t.Context(), host, play.Terms{Game: "quixo", Listed: true}, []play.Sitter{{Player: host.ID}, {}}, request)
	}
	opens := func(host play.Player, request string) play.TableID {
		t.Helper()
		answer, err := list(host, request)
		if err != nil {
			t.Fatalf("%s: %v", host.ID, err)
		}
		return answer.Table
	}
	refused := func(host play.Player, want game.Phrase) {
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
	if _, err := h.Open(t.Context(), guest(0), play.Terms{Game: "quixo"}, []play.Sitter{{Player: guest(0).ID}, {}}, ""); err != nil {
		t.Error(err)
	}
	s.do(h, first, guest(0).ID, play.Leave{})
	opens(guest(0), "")
	for range 10 {
		opens(ann, "")
	}
	refused(ann, play.LobbyPlayer)

	for n := range 40 {
		h.Seen(guest(100+n).ID, "192.0.2.1/32")
		opens(guest(100+n), "")
	}
	h.Seen(guest(200).ID, "192.0.2.1/32")
	refused(guest(200), play.LobbyAddress)
	h.Seen(guest(201).ID, "192.0.2.2/32")
	opens(guest(201), "")
	// Their hosts are gone after some minutes, and the tables with them.
	s.wait(6 * time.Minute)
	h.Tick(t.Context())
	h.Seen(guest(200).ID, "192.0.2.1/32")
	opens(guest(200), "")
}
