package house

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/play"
)

// TestLobbyIsBounded shows the newest tables of too many.
func TestLobbyIsBounded(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	l := newLobby(1 << 60)
	for i := range mostListed + 2 {
		l.update(play.Summary{
			ID: play.TableID(fmt.Sprint("t", i)), Seq: 1, Phase: play.Open, Terms: play.Terms{Listed: true},
			Entered: now.Add(time.Duration(i) * time.Second),
		})
	}
	news, _ := l.since(0)
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
	l := newLobby(1 << 60)
	open := func(id, host, source string) {
		now = now.Add(time.Second)
		if source != "" {
			l.sources[play.TableID(id)] = source
		}
		l.update(play.Summary{
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
	news, _ := l.since(0)
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
	l.update(play.Summary{ID: "ben", Seq: 2, Phase: play.Running, Terms: play.Terms{Listed: true}})
	if _, known := l.sources["ben"]; known {
		t.Error("the address of a table is remembered after it has left the lobby")
	}
}
