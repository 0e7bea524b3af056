package lobby

import (
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"plateau/internal/play"
)

// newLobby is empty.
func newLobby(listing Listing) *Lobby {
	return New(Config{Now: time.Now, Random: rand.Reader, Listing: listing})
}

// TestLobbyIsBounded shows the newest tables of too many.
func TestLobbyIsBounded(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	l := newLobby(Listing{})
	for i := range mostListed + 2 {
		l.Update(play.Summary{
			ID: play.TableID(fmt.Sprint("t", i)), Seq: 1, Phase: play.Open, Terms: play.Terms{Listed: true},
			Entered: now.Add(time.Duration(i) * time.Second),
		})
	}
	news, _ := l.Since(0)
	if n := len(news.Changes); n != mostListed {
		t.Fatalf("the list has %d tables, want %d", n, mostListed)
	}
	if first, last := news.Changes[0].Table, news.Changes[mostListed-1].Table; first != "t501" || last != "t2" {
		t.Errorf("the list goes from %s to %s, want t501 to t2", first, last)
	}
}

// TestLobbyIsFair shows everybody before it shows anybody twice: neither many
// tables of one host nor many guests at one address hide the others.
func TestLobbyIsFair(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	l := newLobby(Listing{})
	open := func(id, host, source string) {
		now = now.Add(time.Second)
		if source != "" {
			l.openers[play.TableID(id)] = opener{play.PlayerID(host), source}
		}
		l.Update(play.Summary{
			ID: play.TableID(id), Seq: 1, Phase: play.Open, Terms: play.Terms{Listed: true}, Host: play.PlayerID(host), Entered: now,
		})
	}
	open("ann", "ann", "")
	open("ben", "ben", "school")
	for i := range 5 {
		open(fmt.Sprint("cleo", i), "cleo", "school")
	}
	for i := range mostListed + 100 {
		open(fmt.Sprint("flood", i), fmt.Sprint("guest", i%50), "flood")
	}
	news, _ := l.Since(0)
	var first []string
	places := make(map[play.TableID]int)
	for i, change := range news.Changes {
		places[change.Table] = i
		if i < 5 {
			first = append(first, string(change.Table))
		}
	}
	if got, want := fmt.Sprint(first), "[flood599 cleo4 ann flood598 ben]"; got != want {
		t.Errorf("the lobby begins with %s, want %s", got, want)
	}
	for _, table := range []play.TableID{"ann", "ben", "cleo0", "cleo4"} {
		if _, shown := places[table]; !shown {
			t.Errorf("%s is hidden by others", table)
		}
	}
	// A table that has left the lobby is of no source any more.
	l.Update(play.Summary{ID: "ben", Seq: 2, Phase: play.Running, Terms: play.Terms{Listed: true}})
	if _, known := l.openers["ben"]; known {
		t.Error("the address of a table is remembered after it has left the lobby")
	}
}

// TestTablesThatAppear have their place in the list: the first one of somebody comes
// before the many of somebody else, however new those are.
func TestTablesThatAppear(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	l := newLobby(Listing{})
	open := func(id, host string, seq uint64) {
		now = now.Add(time.Second)
		l.Update(play.Summary{
			ID: play.TableID(id), Seq: seq, Phase: play.Open, Terms: play.Terms{Listed: true}, Host: play.PlayerID(host), Entered: now,
		})
	}
	open("ann", "ann", 1)
	start, _ := l.Since(0)
	open("flood1", "mallory", 1)
	open("flood2", "mallory", 1)
	open("ben", "ben", 1)
	open("ben", "ben", 2)
	l.Update(play.Summary{ID: "ann", Seq: 2, Phase: play.Running, Terms: play.Terms{Listed: true}})
	open("flood3", "mallory", 1)
	news, _ := l.Since(start.Version)
	var got []string
	for _, change := range news.Changes {
		got = append(got, fmt.Sprintf("%s before %q", change.Table, change.Before()))
	}
	want := []string{`ann before ""`, `flood1 before ""`, `flood2 before "flood1"`, `ben before "flood2"`, `flood3 before "ben"`}
	if !slices.Equal(got, want) {
		t.Errorf("the changes are %s\nwant %s", got, want)
	}
}

// TestTablesAboutToBeOpened count, and so do those that are not shown while their host
// is away: neither many at once nor coming and going gets around the limit.
func TestTablesAboutToBeOpened(t *testing.T) {
	l := newLobby(Listing{Guest: 2, Registered: 2, Address: 3})
	lists := func(id, host string, want bool) {
		t.Helper()
		err := l.Reserve(play.TableID(id), play.Player{ID: play.PlayerID(host)}, "school")
		if err == nil != want {
			t.Errorf("%s lists %s: %v", host, id, err)
		}
	}
	opened := func(id, host string) {
		l.Update(play.Summary{ID: play.TableID(id), Seq: 1, Phase: play.Open, Terms: play.Terms{Listed: true}, Host: play.PlayerID(host)})
	}
	lists("a1", "ann", true)
	lists("a2", "ann", true)
	lists("a3", "ann", false)
	lists("b1", "ben", true)
	lists("c1", "cleo", false)
	l.Release("b1") // It could not be opened.
	lists("c1", "cleo", true)
	opened("a1", "ann")
	opened("a2", "ann")
	lists("a3", "ann", false)
	l.ShowPresent(func(host play.PlayerID) bool { return host != "ann" })
	lists("a3", "ann", false)
	lists("b2", "ben", true) // Nobody sees those of Ann, who was at the same address.
}

// TestForgottenInTheList shows no name of somebody who was erased, although the list was
// asked for before.
func TestForgottenInTheList(t *testing.T) {
	l := newLobby(Listing{})
	l.Update(play.Summary{
		ID: "t", Seq: 1, Phase: play.Open, Terms: play.Terms{Listed: true}, Host: "ann", Sitters: []play.Sitter{{Player: "ann", Name: "Ann"}, {}},
	})
	l.Since(0)
	l.Forget("ann")
	if news, _ := l.Since(0); len(news.Changes) != 1 || news.Changes[0].Summary.Sitters[0].Name != "" {
		t.Errorf("the list is %+v", news.Changes)
	}
}
