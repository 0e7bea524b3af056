package house_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/lobby"
	"plateau/internal/play/pairing"
)

// Players see who is present at other servers.
func TestPresenceAtOtherServers(t *testing.T) {
	c := newCluster(t, 11, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	sub := c.watch(a, table, ann.ID)
	wantHere := func(when string, want ...play.PlayerID) {
		t.Helper()
		news, err := sub.Look(t.Context())
		if err != nil || news.Here == nil || !slices.Equal(news.Here, want) {
			t.Errorf("%s: news of %v, %v, want %v", when, news.Here, err, want)
		}
		if got := a.Tables.Here(table); !slices.Equal(got, want) {
			t.Errorf("%s: %v are here, want %v", when, got, want)
		}
	}
	wantHere("at first", ann.ID)
	other := c.watch(b, table, ben.ID)
	c.faults.deliver(1)
	wantHere("after a notice", ann.ID, ben.ID)
	if !a.Presence.Present(ann.ID) {
		t.Error("Ann is not present at her own server")
	}
	c.faults.lose = 1
	other.Close()
	c.pass(15 * time.Second)
	wantHere("after a lost notice", ann.ID)
	c.watch(b, table, ben.ID)
	c.pass(15 * time.Second)
	wantHere("after another one", ann.ID, ben.ID)
	if !a.Presence.Present(ben.ID) || a.Overview.Live().Online != 2 {
		t.Errorf("%d players are online, want 2", a.Overview.Live().Online)
	}
	c.die(b)
	c.pass(25 * time.Second)
	wantHere("after the death of a server", ann.ID)
}

// A host who is at another server keeps the table in the lobby.
func TestHostsAtOtherServers(t *testing.T) {
	c := newCluster(t, 12, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.open(a, play.Terms{Listed: true})
	c.watch(a, table, ann.ID)
	c.stride = 3 * time.Second
	c.pass(6 * time.Minute)
	c.wantListed(b, table)
	c.wantListed(a, table)
}

// Players at different servers are paired once, whatever becomes of notices.
func TestPairingAcrossServers(t *testing.T) {
	c := newCluster(t, 13, 3)
	c.faults.lose = 1
	terms := pairing.Terms{Game: "quixo", Time: play.Time{Main: 60_000}}
	var seekers []*pairing.Seeker
	for i, p := range people {
		seeker, err := c.houses[i%3].Pairing.Seek(t.Context(), p, terms)
		if err != nil {
			t.Fatal(err)
		}
		defer seeker.Close()
		seekers = append(seekers, seeker)
	}
	c.pass(3 * time.Second)
	tables := map[play.TableID]int{}
	for i, s := range seekers {
		table, _ := s.Look()
		if table == "" {
			t.Errorf("%s was not paired", people[i].Name)
			continue
		}
		tables[table]++
		if got := c.table(c.houses[0], table); got.SeatOf(people[i].ID) == game.NoSeat {
			t.Errorf("%s does not sit at %s", people[i].Name, table)
		}
	}
	if len(tables) != 2 {
		t.Errorf("four players sit at %d tables: %v", len(tables), tables)
	}
	for _, p := range people {
		if n, err := c.store.CountTables(t.Context(), play.TableQuery{Player: p.ID}); err != nil || n != 1 {
			t.Errorf("%s sits at %d tables, %v", p.Name, n, err)
		}
	}
}

// Who has stopped looking, or whose server has died, is not paired.
func TestSeekersWhoHaveGone(t *testing.T) {
	c := newCluster(t, 14, 3)
	c.faults.lose = 1
	terms := pairing.Terms{Game: "quixo", Time: play.Time{Main: 60_000}}
	seek := func(h *house.House, p play.Player) *pairing.Seeker {
		t.Helper()
		s, err := h.Pairing.Seek(t.Context(), p, terms)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	seek(c.houses[0], ann).Close()
	dies := c.houses[1]
	seek(dies, ben)
	c.die(dies)
	c.pass(30 * time.Second)
	cleo := seek(c.houses[1], people[2])
	defer cleo.Close()
	c.pass(2 * time.Second)
	if table, waiting := cleo.Look(); table != "" || waiting != 0 {
		t.Errorf("Cleo sits at %q, %d others wait", table, waiting)
	}
}

// What players look for at other servers is shown as fairly as what they look for here: one
// address with more wishes than are shown hides nobody.
func TestSeekingAtOtherServers(t *testing.T) {
	c := newCluster(t, 15, 2)
	a, b := c.houses[0], c.houses[1]
	c.faults.lose = 1
	seeks := func(h *house.House, player play.PlayerID, from string, seconds int) {
		t.Helper()
		h.Presence.Seen(player, from)
		terms := pairing.Terms{Game: "quixo", Time: play.Time{Main: play.Millis(seconds * 1000)}}
		seeker, err := h.Pairing.Seek(t.Context(), play.Player{ID: player, Name: string(player)}, terms)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(seeker.Close)
	}
	for n := range 50 {
		seeks(b, play.PlayerID(fmt.Sprint("guest", n)), "198.51.100.7/32", 20+n)
	}
	seeks(a, ann.ID, "192.0.2.1/32", 300)
	seeks(b, ben.ID, "192.0.2.2/32", 400)
	c.pass(20 * time.Second)
	for i, h := range []*house.House{a, b} {
		live := h.Overview.Live()
		shows := func(seconds play.Millis) bool {
			return slices.ContainsFunc(live.Seeking, func(s lobby.Seeking) bool { return s.Time.Main == seconds*1000 && s.Players == 1 })
		}
		if len(live.Seeking) != 50 || !shows(300) || !shows(400) {
			t.Errorf("server %d shows %d wishes, Ann's: %v, Ben's: %v", i, len(live.Seeking), shows(300), shows(400))
		}
	}
}
