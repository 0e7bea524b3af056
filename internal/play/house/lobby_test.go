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
	l := newLobby(now)
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
