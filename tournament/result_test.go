package tournament_test

import (
	"slices"
	"testing"

	"plateau/tournament"
)

func TestParseResult(t *testing.T) {
	for _, test := range []struct {
		text      string
		miniMatch bool
		want      tournament.Result
		detail    string
	}{
		{"1-0", false, tournament.FirstWon, ""},
		{" 0 : 1 ", false, tournament.SecondWon, ""},
		{"½-½", false, tournament.Drawn, ""},
		{"1/2", true, tournament.Drawn, ""},
		{"+-", false, tournament.FirstCame, ""},
		{"--", true, tournament.NobodyCame, ""},
		{"2-0", true, tournament.FirstWon, "2-0"},
		{"1½-½", true, tournament.FirstWon, "1½-½"},
		{"0.5-1.5", true, tournament.SecondWon, "½-1½"},
		{"1-1", true, tournament.Drawn, "1-1"},
	} {
		result, detail, err := tournament.ParseResult(test.text, test.miniMatch)
		if err != nil || result != test.want || detail != test.detail {
			t.Errorf("%q: %q, %q, %v", test.text, result, detail, err)
		}
	}
	for _, text := range []string{"", "2-0", "1-1", "x", "1-0-0"} {
		if result, _, err := tournament.ParseResult(text, false); err == nil {
			t.Errorf("%q was read as %q", text, result)
		}
	}
}

// Two who report different scores of a mini-match do not agree, even on who won it.
func TestReportedMiniMatch(t *testing.T) {
	e := newEvening(t, tournament.Settings{Begins: tournament.BothSides, Reports: tournament.BothAgree}, "Ann", "Ben")
	e.do(tournament.Pair{})
	first, second := e.Last().Games[0].First, e.Last().Games[0].Second
	say := func(number int, detail string) {
		e.do(tournament.ReportResult{Board: 1, Number: number, Result: tournament.FirstWon, Detail: detail})
	}
	say(first, "2-0")
	say(second, "1½-½")
	g := e.Report().Rounds[0].Games[0]
	if g.Result.Known() || !slices.Equal(g.ReportedDetails, []string{"2-0", "1½-½"}) {
		t.Errorf("after different reports it is %+v", g)
	}
	say(second, "2-0")
	if g := e.Last().Games[0]; g.Result != tournament.FirstWon || g.Detail != "2-0" {
		t.Errorf("after the same reports it is %+v", g)
	}
}

// A player who says that the opponent did not show up wins nothing by that alone.
func TestClaimOfNoShow(t *testing.T) {
	for _, reports := range []tournament.Reporting{tournament.BothAgree, tournament.Confirmed} {
		e := newEvening(t, tournament.Settings{Reports: reports}, "Ann", "Ben")
		e.do(tournament.Pair{}, tournament.ReportResult{Board: 1, Number: 1, Result: tournament.FirstCame})
		if e.Last().Open() != 1 {
			t.Errorf("with %s, one claim is a result", reports)
		}
		e.do(tournament.ReportResult{Board: 1, Number: 2, Result: tournament.FirstCame})
		if open := e.Last().Open(); (open == 0) != (reports == tournament.BothAgree) {
			t.Errorf("with %s, after both claims %d results are missing", reports, open)
		}
	}
}
