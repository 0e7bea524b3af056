package tournament_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/tournament"
	"plateau/tournament/trf"
)

// wantRefused checks that something is refused; the zero ground is that it is not.
func wantRefused(t *testing.T, what string, err error, want game.Ground) {
	t.Helper()
	r, refused := errors.AsType[*game.Refusal](err)
	switch {
	case want.Code == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case want.Code != "" && (!refused || r.Code != want.Code):
		t.Errorf("%s: %v, want %s", what, err, want.Code)
	}
}

// Settings are accepted up to their bounds, and not beyond.
func TestBoundsOfSettings(t *testing.T) {
	swiss := tournament.Settings{Name: "T", Game: "quixo"}
	for what, c := range map[string]struct {
		change func(s *tournament.Settings, beyond tournament.Millis)
		want   game.Ground
	}{
		"a short pace": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Advance, s.Every = tournament.OnSchedule, tournament.MinEvery-beyond
		}, tournament.BadTimes},
		"a long pace": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Advance, s.Every = tournament.OnSchedule, tournament.MaxEvery+beyond
		}, tournament.BadTimes},
		"long rounds": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Advance, s.DaysPerRound = tournament.ByDays, tournament.MaxDays+int(beyond)
		}, tournament.BadTimes},
		"a long grace": {func(s *tournament.Settings, beyond tournament.Millis) { s.Grace = tournament.MaxGrace + beyond }, tournament.BadTimes},
		"a long clock": {func(s *tournament.Settings, beyond tournament.Millis) { s.Clock.Main = tournament.MaxMain + beyond }, tournament.BadTimes},
		"a long increment": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Clock.Increment = tournament.MaxIncrement + beyond
		}, tournament.BadTimes},
		"long moves": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Clock.Days = tournament.MaxDays + int(beyond)
		}, tournament.BadTimes},
		"many rounds": {func(s *tournament.Settings, beyond tournament.Millis) { s.Rounds = tournament.MaxRounds + int(beyond) }, tournament.BadRounds},
		"late entries": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.LateUntil = tournament.MaxRounds + int(beyond)
		}, tournament.BadRounds},
		"many byes": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.HalfByes = tournament.MaxRounds + int(beyond)
		}, tournament.BadRounds},
		"a long arena": {func(s *tournament.Settings, beyond tournament.Millis) {
			s.Form, s.Minutes = tournament.Arena, tournament.MaxMinutes+int(beyond)
		}, tournament.BadMinutes},
	} {
		for beyond, want := range map[tournament.Millis]game.Ground{0: {}, 1: c.want} {
			s := swiss
			c.change(&s, beyond)
			_, err := tournament.Decide(&tournament.Tournament{}, tournament.Create{Settings: s.Standard()}, tournament.Moment{})
			wantRefused(t, fmt.Sprint(what, " by ", beyond), err, want)
		}
	}
}

// with is a tournament with so many entrants.
func with(t *testing.T, form tournament.Form, entrants int) *tournament.Tournament {
	t.Helper()
	events := []tournament.Event{{Seq: 1, Body: tournament.Created{Settings: tournament.Settings{Name: "T", Game: "quixo", Form: form}.Standard()}}}
	for i := range entrants {
		events = append(events, tournament.Event{Seq: uint64(i + 2), Body: tournament.Added{Entrant: tournament.Entrant{Number: i + 1, Name: fmt.Sprint("E", i+1)}}})
	}
	made, err := tournament.Replay(&tournament.Tournament{}, events)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A round robin has fewer entrants than other forms, whichever way they come.
func TestBoundsOfEntrants(t *testing.T) {
	for form, most := range map[tournament.Form]int{tournament.Swiss: tournament.MaxEntrants, tournament.RoundRobin: tournament.MaxRoundRobin} {
		for entrants, want := range map[int]game.Ground{most - 1: {}, most: tournament.TooMany} {
			_, err := tournament.Decide(with(t, form, entrants), tournament.Add{Entrant: tournament.Entrant{Name: "New"}}, tournament.Moment{})
			wantRefused(t, fmt.Sprint(form, " with ", entrants), err, want)
		}
	}
	robin := tournament.Settings{Name: "T", Game: "quixo", Form: tournament.RoundRobin}.Standard()
	for entrants, want := range map[int]game.Ground{tournament.MaxRoundRobin: {}, tournament.MaxRoundRobin + 1: tournament.TooMany} {
		_, err := tournament.Decide(with(t, tournament.Swiss, entrants), tournament.ChangeSettings{Settings: robin}, tournament.Moment{})
		wantRefused(t, fmt.Sprint("a Swiss tournament with ", entrants, " as a round robin"), err, want)
		_, err = tournament.Decide(with(t, tournament.RoundRobin, entrants), tournament.Pair{}, tournament.Moment{})
		wantRefused(t, fmt.Sprint("a round robin from before with ", entrants), err, want)
	}
	for players, want := range map[int]game.Ground{tournament.MaxEntrants: {}, tournament.MaxEntrants + 1: tournament.TooMany} {
		report := &trf.File{Name: "T"}
		for i := range players {
			report.Players = append(report.Players, trf.Player{Number: i + 1, Name: fmt.Sprint("E", i+1)})
		}
		_, err := tournament.FromTRF(report, tournament.Settings{Game: "quixo"}, time.Unix(0, 0))
		wantRefused(t, fmt.Sprint("a report with ", players), err, want)
	}
}

// A tournament in which too much has happened comes to its end, and only that.
func TestBoundOfEvents(t *testing.T) {
	full := with(t, tournament.Swiss, 4)
	d, err := tournament.Decide(full, tournament.Pair{}, tournament.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	full = d.Tournament
	full.Seq = tournament.MaxEvents
	for what, c := range map[string]struct {
		command tournament.Command
		want    game.Ground
	}{
		"a result":        {tournament.Enter{Board: 1, Result: tournament.FirstWon}, game.Ground{}},
		"a withdrawal":    {tournament.Withdraw{Number: 1}, game.Ground{}},
		"another entrant": {tournament.Add{Entrant: tournament.Entrant{Name: "New"}}, tournament.TooEventful},
		"a correction":    {tournament.Correct{Board: 1}, tournament.TooEventful},
		"a round":         {tournament.Pair{}, tournament.TooEventful},
		"its removal":     {tournament.Unpair{}, tournament.TooEventful},
		"a forbidden one": {tournament.Forbid{First: 1, Second: 2}, tournament.TooEventful},
	} {
		_, err := tournament.Decide(full, c.command, tournament.Moment{})
		wantRefused(t, what, err, c.want)
	}
}

func TestBoundOfForbiddenPairs(t *testing.T) {
	made := with(t, tournament.Swiss, tournament.MaxForbidden+2)
	for i := range tournament.MaxForbidden + 1 {
		d, err := tournament.Decide(made, tournament.Forbid{First: 1, Second: i + 2}, tournament.Moment{})
		if i == tournament.MaxForbidden {
			wantRefused(t, "one more pair", err, tournament.ForbiddenMany)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		made = d.Tournament
	}
}

// What entrants change about their own part is counted, and nothing else.
func TestOwnChanges(t *testing.T) {
	made := with(t, tournament.Swiss, 2)
	made.HalfByes, made.Reports = 3, tournament.BothAgree
	for _, c := range []tournament.Command{
		tournament.Withdraw{Number: 1},
		tournament.Return{Number: 1},
		tournament.RequestBye{Number: 1, Round: 2},
		tournament.CancelBye{Number: 1, Round: 2},
		tournament.Pair{},
		tournament.ReportResult{Board: 1, Number: 1, Result: tournament.FirstWon},
		tournament.ReportResult{Board: 1, Number: 1, Result: tournament.SecondWon},
	} {
		d, err := tournament.Decide(made, c, tournament.Moment{})
		if err != nil {
			t.Fatal(err)
		}
		made = d.Tournament
	}
	if made.Entrants[0].Changes != 3 || made.Entrants[1].Changes != 0 {
		t.Errorf("the changes are %d and %d", made.Entrants[0].Changes, made.Entrants[1].Changes)
	}
}

// Times that were stored before there were bounds do not overflow, and make no round
// follow the other at once.
func TestTimesFromBefore(t *testing.T) {
	if d := tournament.Millis(math.MaxInt64).Duration(); d < 200*365*24*time.Hour {
		t.Errorf("the longest time is %v", d)
	}
	for s, want := range map[*tournament.Settings]time.Duration{
		{Advance: tournament.OnSchedule, Every: 1}:                       time.Minute,
		{Advance: tournament.ByDays, DaysPerRound: math.MaxInt}:          tournament.MaxDays * 24 * time.Hour,
		{Advance: tournament.WhenDone, Every: 1, DaysPerRound: 1}:        0,
		{Advance: tournament.OnSchedule, Every: tournament.MinEvery * 3}: 3 * time.Minute,
	} {
		if got := s.Pace(); got != want {
			t.Errorf("the pace of %+v is %v, want %v", s, got, want)
		}
	}
}

// The bounds are in the document.
func TestDocumentedBounds(t *testing.T) {
	text, err := os.ReadFile("../docs/tournaments.md")
	if err != nil {
		t.Fatal(err)
	}
	_, row, _ := strings.Cut(string(text), "\n**Bounds.** ")
	row, _, _ = strings.Cut(row, "\n\n")
	row = strings.Join(strings.Fields(row), " ")
	for _, want := range []string{
		fmt.Sprintf("2,%03d entrants", tournament.MaxEntrants-2000), fmt.Sprintf("a round robin %d", tournament.MaxRoundRobin),
		fmt.Sprintf("%d Swiss rounds", tournament.MaxRounds), fmt.Sprintf("%d forbidden pairs", tournament.MaxForbidden),
		fmt.Sprintf("%d,000 events", tournament.MaxEvents/1000), fmt.Sprintf("up to %d times", tournament.MaxOwnChanges),
		fmt.Sprintf("a minute (%d ms) to a year", tournament.MinEvery),
	} {
		if !strings.Contains(row, want) {
			t.Errorf("the bounds do not say %q: %s", want, row)
		}
	}
}
