package tournament_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"plateau/tournament"
)

// shape is a tournament without what an undo does not bring back: how many events
// there were and when, and what players had reported before the result.
func shape(t *testing.T, c *tournament.Tournament) string {
	t.Helper()
	r := c.Report()
	r.Seq = 0
	for i := range r.Rounds {
		r.Rounds[i].At = time.Time{}
		for j := range r.Rounds[i].Games {
			r.Rounds[i].Games[j].Reported = nil
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Whatever happens can be taken back, and done again.
func TestUndo(t *testing.T) {
	now := time.Date(2026, 11, 16, 19, 0, 0, 0, time.UTC)
	moment := tournament.Moment{Now: now}
	commands := []tournament.Command{
		tournament.Create{Settings: tournament.Settings{Name: "Cup", Game: "quixo", Rounds: 3, HalfByes: 1, Reports: tournament.BothAgree}.Standard()},
		tournament.Add{Entrant: tournament.Entrant{Name: "Ann"}},
		tournament.Add{Entrant: tournament.Entrant{Name: "Ben"}},
		tournament.Add{Entrant: tournament.Entrant{Name: "Cleo"}},
		tournament.Add{Entrant: tournament.Entrant{Name: "Dan"}},
		tournament.Edit{Entrant: tournament.Entrant{Number: 2, Name: "Benno", Rating: 1500}},
		tournament.Withdraw{Number: 4},
		tournament.Return{Number: 4},
		tournament.RequestBye{Number: 4, Round: 2},
		tournament.CancelBye{Number: 4, Round: 2},
		tournament.Forbid{First: 1, Second: 2},
		tournament.Allow{First: 1, Second: 2},
		tournament.Amend{TieBreaks: []tournament.TieBreak{tournament.Wins}, Rounds: 2},
		tournament.Pair{},
		tournament.Repair{Pairs: [][2]int{{1, 2}, {3, 4}}},
		tournament.Enter{Board: 1, Result: tournament.FirstWon},
		tournament.ReportResult{Board: 2, Number: 3, Result: tournament.Drawn},
		tournament.ReportResult{Board: 2, Number: 4, Result: tournament.Drawn},
		tournament.Correct{Round: 1, Board: 1, Result: tournament.SecondWon},
		tournament.Unpair{WithResults: true},
		tournament.Pair{},
		tournament.NoShow{Board: 1, First: true},
		tournament.Enter{Board: 2, Result: tournament.Drawn},
		tournament.Finish{Early: true},
		tournament.Reopen{},
	}
	state := &tournament.Tournament{}
	var events []tournament.Event
	do := func(c tournament.Command) {
		t.Helper()
		d, err := tournament.Decide(state, c, moment)
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		state, events = d.Tournament, append(events, d.Events...)
	}
	undo := func() {
		t.Helper()
		before, err := tournament.Replay(&tournament.Tournament{}, events[:len(events)-1])
		if err != nil {
			t.Fatal(err)
		}
		last := events[len(events)-1]
		do(tournament.Undo{Before: before, Last: last})
		if got, want := shape(t, state), shape(t, before); got != want {
			t.Errorf("after the undo of %s it is\n%s, want\n%s", last.Kind(), got, want)
		}
	}
	for i, c := range commands {
		do(c)
		if i == 0 {
			continue
		}
		after, count := shape(t, state), len(events)
		undo()
		if len(events) > count+1 {
			do(c) // Several events took it back, of which the next undo would take one.
			continue
		}
		undo()
		if got := shape(t, state); got != after {
			t.Errorf("%T done again is\n%s, want\n%s", c, got, after)
		}
	}
	if _, err := tournament.Decide(&tournament.Tournament{}, tournament.Undo{Before: &tournament.Tournament{}}, moment); err == nil {
		t.Error("nothing can be undone")
	}
}

// Every command of an organiser is an order, and the order means it.
func TestOrders(t *testing.T) {
	settings := tournament.Settings{Name: "Cup"}
	entrant := tournament.Entrant{Name: "Ann"}
	for _, c := range []tournament.Command{
		tournament.Add{Entrant: entrant},
		tournament.Edit{Entrant: entrant},
		tournament.Withdraw{Number: 1},
		tournament.Return{Number: 1},
		tournament.RequestBye{Number: 1, Round: 2},
		tournament.CancelBye{Number: 1, Round: 2},
		tournament.Forbid{First: 1, Second: 2},
		tournament.Allow{First: 1, Second: 2},
		tournament.Amend{Rounds: 3},
		tournament.ChangeSettings{Settings: settings},
		tournament.Finish{Early: true},
		tournament.Reopen{},
		tournament.RenewCodes{},
		tournament.Pair{},
		tournament.Repair{Pairs: [][2]int{{1, 2}}},
		tournament.Unpair{WithResults: true},
		tournament.Enter{Round: 1, Board: 2, Result: tournament.Drawn, Detail: "1-1"},
		tournament.Correct{Round: 1, Board: 2},
		tournament.NoShow{Board: 1, First: true},
		tournament.NoShow{Board: 1, First: true, Second: true},
	} {
		o, err := tournament.OrderOf(c)
		if err != nil {
			t.Errorf("%T: %v", c, err)
			continue
		}
		if back, err := o.Command(); err != nil || !reflect.DeepEqual(back, c) {
			t.Errorf("%+v became %+v, %v", c, back, err)
		}
	}
	for _, o := range []tournament.Order{{}, {Do: "add"}, {Do: "settings"}, {Do: "undo"}} {
		if c, err := o.Command(); err == nil {
			t.Errorf("%+v means %+v", o, c)
		}
	}
}
