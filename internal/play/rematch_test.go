package play_test

import (
	"slices"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

func TestRematchChangesSides(t *testing.T) {
	for _, id := range []string{"quantik", "quixo", "quixo4p"} {
		s := started(t, play.Terms{Game: id})
		s.refuse(ann.ID, play.AskRematch{}, play.NotOver)
		s.do(ann.ID, play.Resign{})
		s.moment.NextTable = "next"
		s.refuse(eve.ID, play.AskRematch{}, play.NotSeated)
		for _, p := range s.table.Sitters {
			s.do(p.Player, play.AskRematch{})
			if s.table.Next == "" {
				s.refuse(p.Player, play.AskRematch{}, play.RematchTwice)
			}
		}
		s.refuse(ann.ID, play.AskRematch{}, play.RematchMade)
		s.replays()

		next := newSheet(t)
		next.do(ann.ID, play.OpenRematch{Old: s.table})
		next.want(play.Running, "", "")
		if next.table.ID != "next" || next.table.Previous != "t" {
			t.Errorf("the tables are not linked: %s, %s", next.table.ID, next.table.Previous)
		}
		for _, sitter := range s.table.Sitters {
			if before, after := s.table.SeatOf(sitter.Player), next.table.SeatOf(sitter.Player); after != before^1 {
				t.Errorf("%s: %s had seat %d and has seat %d", id, sitter.Name, before, after)
			}
		}
		if beginner := next.table.Sitters[next.table.ToMove()].Name; beginner != "Ben" {
			t.Errorf("%s: %s begins, want Ben", id, beginner)
		}
		next.replays()
	}
}

// TestColoursInARematch: who had light has dark in the next game, no matter who begins.
func TestColoursInARematch(t *testing.T) {
	for _, begins := range []play.Choice{play.FirstParty, play.SecondParty} {
		s := started(t, play.Terms{Game: "quantik", FirstSide: play.FirstParty, Begins: begins})
		before := colourOf(s.table, ann.ID)
		s.do(ann.ID, play.Resign{})
		s.moment.NextTable = "next"
		for _, p := range s.table.Sitters {
			s.do(p.Player, play.AskRematch{})
		}
		next := newSheet(t)
		next.do(ann.ID, play.OpenRematch{Old: s.table})
		if after := colourOf(next.table, ann.ID); before != "light" || after != "dark" {
			t.Errorf("%s begins: Ann has %s and then %s", begins, before, after)
		}
		next.replays()
	}
}

func colourOf(table *play.Table, player play.PlayerID) string {
	return table.Start().Game().Seats()[table.SeatOf(player)].Colour
}

// TestRematchRequestExpires when nobody has answered it for a while.
func TestRematchRequestExpires(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.do(ann.ID, play.Resign{})
	s.moment.NextTable = "next"
	s.do(ann.ID, play.AskRematch{})
	s.wait(5*time.Minute - time.Millisecond)
	s.refuse(ann.ID, play.AskRematch{}, play.RematchTwice)
	s.wait(time.Millisecond)
	s.do(ben.ID, play.AskRematch{})
	if s.table.Next != "" || !slices.Equal(s.table.RematchBy, []game.Seat{1}) {
		t.Errorf("%v want another game, and the next one is %q", s.table.RematchBy, s.table.Next)
	}
	s.do(ann.ID, play.AskRematch{})
	if s.table.Next != "next" {
		t.Error("both have asked, and there is no next game")
	}
	s.replays()
}
