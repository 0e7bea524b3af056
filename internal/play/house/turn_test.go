package house_test

import (
	"reflect"
	"testing"
	"time"

	"plateau/internal/play"
)

// turns are the turns that players were notified of.
type turns struct{ list []play.Turn }

// take gives the turns since the last call.
func (l *turns) take() []play.Turn {
	list := l.list
	l.list = nil
	return list
}

func (l *turns) want(t *testing.T, when string, players ...play.PlayerID) {
	t.Helper()
	var got []play.PlayerID
	for _, turn := range l.take() {
		got = append(got, turn.Player)
	}
	if !reflect.DeepEqual(got, players) {
		t.Errorf("%s: notified %v, want %v", when, got, players)
	}
}

// With days per move, players learn that it is their turn unless they are at the
// table.
func TestTurnsAreAnnounced(t *testing.T) {
	s := newSite(t)
	var noticed turns
	s.yourTurn = func(turn play.Turn) { noticed.list = append(noticed.list, turn) }
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Days: 3}, Chat: true})
	want := []play.Turn{{Player: "ann", Table: id, Game: "quixo", Opponents: []play.Sitter{{Name: "Ben"}}, Within: 72 * time.Hour}}
	if got := noticed.take(); !reflect.DeepEqual(got, want) {
		t.Errorf("at the start: %+v, want %+v", got, want)
	}
	s.move(h, id, "a1-a5")
	noticed.want(t, "after Ann's move", "ben")
	s.do(h, id, ben.ID, play.Say{Channel: play.ToTable, Text: "hello"})
	noticed.want(t, "after a message")
	watch, err := h.Tables.Watch(t.Context(), id, ann.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.move(h, id, "b1-b5")
	noticed.want(t, "while Ann watches")
	if h.Tables.Awaits(t.Context(), want[0]) {
		t.Error("Ann is there, and needs no other notice")
	}
	watch.Close()
	if !h.Tables.Awaits(t.Context(), want[0]) {
		t.Error("it is Ann's turn")
	}
	s.do(h, id, ben.ID, play.AskTakeBack{})
	noticed.want(t, "after a request")
	s.do(h, id, ann.ID, play.AnswerTakeBack{Accept: true})
	noticed.want(t, "after a take-back", "ben")
	if h.Tables.Awaits(t.Context(), want[0]) {
		t.Error("it is no longer Ann's turn")
	}
	s.do(h, id, ann.ID, play.Resign{})
	noticed.want(t, "at the end")
	if turn := want[0]; h.Tables.Awaits(t.Context(), turn) || h.Tables.Awaits(t.Context(), play.Turn{Player: "ann", Table: "none"}) {
		t.Error("a table that is over waits for nobody")
	}
}

// Nobody is notified of games that are played in one go, nor of a turn that begins
// with what they do themselves.
func TestTurnsThatAreNot(t *testing.T) {
	s := newSite(t)
	var noticed turns
	s.yourTurn = func(turn play.Turn) { noticed.list = append(noticed.list, turn) }
	h := s.house()
	for _, clock := range []play.Time{{}, {Main: 600_000}} {
		s.move(h, s.begin(h, play.Terms{Time: clock}), "a1-a5")
	}
	noticed.want(t, "with a clock, or without")
	id := s.open(h, play.Terms{Time: play.Time{Days: 1}})
	s.do(h, id, ann.ID, play.Leave{})
	noticed.want(t, "without a game")
	id = s.begin(h, play.Terms{Time: play.Time{Days: 1}})
	noticed.take()
	s.do(h, id, ann.ID, play.Resign{})
	s.do(h, id, ann.ID, play.AskRematch{})
	s.do(h, id, ben.ID, play.AskRematch{})
	noticed.want(t, "with a rematch, for which both asked just now")
}

// In a game for four, partners are no opponents.
func TestTurnsOfFour(t *testing.T) {
	s := newSite(t)
	var noticed turns
	s.yourTurn = func(turn play.Turn) { noticed.list = append(noticed.list, turn) }
	h := s.house()
	id := s.open(h, play.Terms{Game: "quixo4p", Time: play.Time{Days: 1}})
	for _, name := range []string{"Ben", "Cleo", "Dan"} {
		p := play.Player{ID: play.PlayerID(name), Name: name}
		s.do(h, id, p.ID, play.Sit{Player: p, Chair: play.AnyChair})
	}
	want := []play.Sitter{{Name: "Ben"}, {Name: "Dan"}}
	if got := noticed.take(); len(got) != 1 || got[0].Player != ann.ID || !reflect.DeepEqual(got[0].Opponents, want) {
		t.Errorf("at the start: %+v", got)
	}
}
