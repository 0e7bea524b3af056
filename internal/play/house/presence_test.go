package house_test

import (
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/house"
)

// wantLobby lets the house do what is due, and compares the tables in the lobby.
func (s *site) wantLobby(h *house.House, when string, want ...play.TableID) {
	s.Helper()
	s.wait(time.Second) // until the next heartbeat
	h.Tick(s.Context())
	news, _ := h.Lobby.Since(0)
	var got []play.TableID
	for _, change := range news.Changes {
		got = append(got, change.Table)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.Errorf("%s, the lobby has %q, want %q", when, got, want)
	}
}

// The lobby does not show tables at which nobody waits.
func TestHostsWhoHaveGoneAreNotInTheLobby(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.wantLobby(h, "at first")
	live := s.open(h, play.Terms{Listed: true, Time: play.Time{Main: 60_000}})
	days := s.open(h, play.Terms{Listed: true, Time: play.Time{Days: 3}})
	watch, err := h.Tables.Watch(t.Context(), live, ann.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(time.Hour)
	s.wantLobby(h, "while the host waits at the table", live, days)
	watch.Close()
	watch.Close() // has no effect the second time
	known, _ := h.Lobby.Since(0)
	s.wait(4 * time.Minute)
	s.wantLobby(h, "soon after the host has left", live, days)
	s.wait(time.Minute)
	s.wantLobby(h, "when the host has been away for long", days)
	news, _ := h.Lobby.Since(known.Version)
	if len(news.Changes) != 1 || news.Changes[0].Table != live || news.Changes[0].Summary != nil {
		t.Errorf("those who follow the lobby get %+v, want that the table has left", news.Changes)
	}

	// The table is still open for those with the link.
	if phase := s.table(h, live).Phase; phase != play.Open {
		t.Errorf("the table is %s, want open", phase)
	}
	own, _, err := h.PlayerWatches.Watch(t.Context(), ann.ID)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(time.Hour)
	s.wantLobby(h, "while the host looks at another page", live, days)
	own.Close()
	s.wait(time.Hour)
	s.wantLobby(h, "when the host has gone again", days)
	h.Presence.Seen(ann.ID, "")
	s.wantLobby(h, "when the host has asked for anything", live, days)
}

// Tables that are not shown change and end like any other.
func TestHiddenTablesChange(t *testing.T) {
	s := newSite(t)
	h := s.house()
	four := s.open(h, play.Terms{Game: "quixo4p", Listed: true})
	full := s.open(h, play.Terms{Listed: true})
	s.wait(time.Hour)
	s.wantLobby(h, "without the host")
	s.do(h, four, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	s.do(h, full, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	s.wantLobby(h, "when others have sat down")
	h.Presence.Seen(ann.ID, "")
	s.wantLobby(h, "when the host is back", four)
	news, _ := h.Lobby.Since(0)
	if seated := news.Changes[0].Summary.Sitters[1].Player; seated != ben.ID {
		t.Errorf("%q sits on the second chair, want Ben", seated)
	}
}

// A server that has just started has not heard of anybody yet.
func TestHostsComeBackAfterAStart(t *testing.T) {
	s := newSite(t)
	id := s.open(s.house(), play.Terms{Listed: true})
	h := s.house()
	s.wantLobby(h, "after a start", id)
	s.wait(5 * time.Minute)
	s.wantLobby(h, "if the host does not come back")
}

// TestSeenTogether has many players seen while the house looks who is here. It is for
// the race detector.
func TestSeenTogether(t *testing.T) {
	s := newSite(t)
	h := s.house()
	var all sync.WaitGroup
	for i := range 8 {
		player := play.PlayerID(strconv.Itoa(i))
		all.Go(func() {
			for range 100 {
				leave := h.Presence.Follow(player)
				h.Presence.Seen(player, "192.0.2.1")
				h.Presence.Gone(player)
				leave()
			}
		})
	}
	for range 100 {
		h.Tick(t.Context())
	}
	all.Wait()
	for i := range 8 {
		if player := play.PlayerID(strconv.Itoa(i)); h.Presence.Connected(player) || h.Presence.Gone(player) {
			t.Errorf("%s has left a moment ago; connected %v, gone %v", player, h.Presence.Connected(player), h.Presence.Gone(player))
		}
	}
}
