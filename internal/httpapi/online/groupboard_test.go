package online_test

import (
	"net/http"
	"testing"
)

// The members of a club are ranked among themselves, from their first rated game on.
func TestGroupLeaderboard(t *testing.T) {
	s := newSite(t, nil)
	ann := s.administrator()
	id := ann.class("Club", "Emma", "Ben", "Cleo")
	made := read[cards](ann.post("/groups/"+id+"/cards", "{}"), http.StatusOK).Cards
	players := map[string]*client{}
	for _, card := range made {
		players[card.Name] = s.enters(card.Code)
	}
	emma, ben := players["Emma"], players["Ben"]
	type leaderboard struct {
		Standings []struct {
			Player struct{ Name string }
			Rating struct{ Value float64 }
		}
	}
	board := func() leaderboard {
		return read[leaderboard](emma.get("/groups/"+id+"/leaderboard/quixo"), http.StatusOK)
	}
	if now := board(); len(now.Standings) != 0 {
		t.Errorf("before any game the leaderboard is %+v", now)
	}
	table := emma.open(`"game":"quixo","rated":true`)
	ben.do(table, "sit", "")
	playOn(table, 6, emma, ben)
	emma.do(table, "resign", "")
	now := board()
	if len(now.Standings) != 2 || now.Standings[0].Player.Name != "Ben" || now.Standings[0].Rating.Value <= now.Standings[1].Rating.Value {
		t.Errorf("after one game the leaderboard is %+v", now)
	}
	emma.get("/groups/"+id+"/leaderboard/chess").refused(http.StatusUnprocessableEntity, "game.unknown")
	s.registered("Eve").get("/groups/"+id+"/leaderboard/quixo").refused(http.StatusNotFound, "group.unknown")
}
