package house_test

import (
	"testing"

	"plateau/internal/play"
)

func TestStats(t *testing.T) {
	s := newSite(t)
	h := s.house()
	table := s.begin(h, play.Terms{})
	s.do(h, table, ann.ID, play.Play{Ply: 0, Move: "a1-a5"})
	s.do(h, table, ben.ID, play.Play{Ply: 1, Move: "b1-b5"})
	s.refuse(h, table, ben.ID, play.Play{Ply: 2, Move: "b1-b5"}, play.NotYourTurn)
	if n := h.Tables.Stats(); n.Tables != 1 || n.Moves != 2 || !h.Cluster.LastHeartbeat().Equal(s.Now()) {
		t.Errorf("the counts are %+v", n)
	}
}
