package play_test

import (
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

func TestSeating(t *testing.T) {
	s := newSheet(t)
	open := play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo4p"}, Host: ann}
	s.refuse(ben.ID, play.Sit{Player: ben}, play.NoSuchTable)
	s.refuse(ben.ID, open, play.NotForOthers)
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Player: "ann"}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ben"}, {}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann", Level: "3"}, {}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Level: "9"}, {}, {}}
	s.refuse(ann.ID, open, play.BadLevel)
	open.Chairs = []play.Sitter{{Level: "1"}, {Level: "2"}, {Level: "3"}, {Level: "perfect"}}
	s.refuse(ann.ID, open, play.NoPeople)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Level: "2"}, {}, {}}
	s.do(ann.ID, open)
	s.refuse(ann.ID, play.Sit{Player: ann, Chair: 2}, play.Seated)
	s.refuse(dan.ID, play.Sit{Player: ben, Chair: 2}, play.NotForOthers)
	s.refuse("", play.Sit{Chair: 2}, play.NotForOthers)
	s.refuse(ben.ID, play.Sit{Player: ben, Chair: 1}, play.ChairTaken)
	s.refuse(ben.ID, play.Sit{Player: ben, Chair: 4}, game.NoSuchSeat)
	s.refuse(ben.ID, play.Leave{}, play.NotSeated)
	s.do(ben.ID, play.Sit{Player: ben, Chair: 3})
	s.refuse(ben.ID, play.Resign{}, play.NotRunning)
	s.do(ben.ID, play.Leave{})
	s.do(cleo.ID, play.Sit{Player: cleo, Chair: play.AnyChair})
	s.want(play.Open, "", "")
	s.do(ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	s.want(play.Running, "", "")
	s.refuse(dan.ID, play.Sit{Player: dan, Chair: play.AnyChair}, play.NotOpen)
	s.refuse(ann.ID, play.Leave{}, play.NotOpen)
	if a, c := s.table.SeatOf(ann.ID), s.table.SeatOf(cleo.ID); a^c != 2 {
		t.Errorf("Ann and Cleo, who are partners, have the seats %d and %d", a, c)
	}
	s.replays()
}

func TestHostClosesTable(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "pivot"}, Chairs: make([]play.Sitter, 2), Host: ann})
	s.do(ben.ID, play.Sit{Player: ben, Chair: 1})
	s.do(ann.ID, play.Leave{})
	s.want(play.Over, play.Void, "closed")
	s.refuse(cleo.ID, play.Sit{Player: cleo}, play.NotOpen)
	s.refuse(ben.ID, play.AskRematch{}, play.NotOver)
	s.replays()
}

func TestTermsThatContradict(t *testing.T) {
	two := []play.Sitter{{Player: "ann"}, {}}
	for _, c := range []struct {
		terms  play.Terms
		chairs []play.Sitter
		want   game.Ground
	}{
		{play.Terms{Game: "chess"}, two, game.UnknownGame},
		{play.Terms{Game: "pivot", FirstSide: "first", Begins: "second"}, two, game.SideBegins},
		{play.Terms{Game: "quixo", FirstSide: "third"}, two, play.BadChoice},
		{play.Terms{Game: "quixo", Begins: "third"}, two, play.BadChoice},
		{play.Terms{Game: "quixo", Advice: true}, two, play.NoPartners},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 9999}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Increment: 1000}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 10000, Increment: -1}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 10000, Days: 1}}, two, play.BadDays},
		{play.Terms{Game: "quixo", Time: play.Time{Days: 15}}, two, play.BadDays},
		{play.Terms{Game: "quixo", Rated: true}, []play.Sitter{{Player: "ann"}, {Level: "1"}}, play.RatedComputer},
		{play.Terms{Game: "quixo-announced", Rated: true}, two, play.RatedCasual},
	} {
		newSheet(t).refuse(ann.ID, play.OpenTable{ID: "t", Terms: c.terms, Chairs: c.chairs, Host: ann}, c.want)
	}
	s := newSheet(t)
	s.refuse(eve.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo", Rated: true}, Chairs: make([]play.Sitter, 2), Host: eve}, play.RatedGuest)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo", Rated: true}, Chairs: two, Host: ann})
	s.refuse(eve.ID, play.Sit{Player: eve, Chair: 1}, play.RatedGuest)
}

// TestRandomSides sees every distribution of the sides that a game allows.
func TestRandomSides(t *testing.T) {
	seed := rand.New(rand.NewPCG(testaid.Seed(t, rand.Uint64()), 0))
	for id, want := range map[string]int{"quantik": 2, "pivot": 2, "quixo": 4, "quixo4p": 4} {
		seen := map[[2]game.Seat]bool{}
		colours := map[bool]bool{}
		for range 64 {
			s := newSheet(t)
			s.moment.Random = rand.New(rand.NewPCG(seed.Uint64(), 0))
			chairs := []play.Sitter{{Player: "ann"}, {Level: "1"}}
			if id == "quixo4p" {
				chairs = append(chairs, chairs[1], chairs[1])
			}
			s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: id}, Chairs: chairs, Host: ann})
			seen[[2]game.Seat{s.table.SeatOf(ann.ID), s.table.ToMove()}] = true
			colours[s.table.Start().Game().IsSwapped()] = true
			s.replays()
		}
		if free := id == "quantik"; free != (len(colours) == 2) {
			t.Errorf("%s: swapped colours: %v", id, colours)
		}
		if len(seen) != want {
			t.Errorf("%s: the start gave %v, want %d ways", id, seen, want)
		}
	}
}

func TestWhoMayWatch(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "pivot"}, Chairs: []play.Sitter{{Player: "ann"}, {}}, Host: ann})
	if !s.table.MayWatch(eve.ID) {
		t.Error("somebody who might sit down may not look")
	}
	s.do(ben.ID, play.Sit{Player: ben, Chair: 1})
	if s.table.MayWatch(eve.ID) || s.table.MayWatch("") || !s.table.MayWatch(ben.ID) {
		t.Error("others than the players watch")
	}
	if !started(t, play.Terms{Game: "pivot", Spectators: true}).table.MayWatch("") {
		t.Error("spectators may not watch where they are allowed")
	}
}
