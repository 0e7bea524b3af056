package sheet_test

import (
	"strings"
	"testing"
	"time"

	"plateau/tournament"
	"plateau/tournament/sheet"
)

// after is a tournament of some players after commands.
func after(t *testing.T, s tournament.Settings, names []string, commands ...tournament.Command) *tournament.Tournament {
	t.Helper()
	all := []tournament.Command{tournament.Create{Settings: s.Standard()}}
	for _, name := range names {
		all = append(all, tournament.Add{Entrant: tournament.Entrant{Name: name}})
	}
	now := &tournament.Tournament{}
	for _, c := range append(all, commands...) {
		d, err := tournament.Decide(now, c, tournament.Moment{Now: time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		now = d.Tournament
	}
	return now
}

// cup is a knockout of three with names in several alphabets.
func cup(t *testing.T) *tournament.Tournament {
	t.Helper()
	return after(t, tournament.Settings{Name: "Cup", Game: "quixo", Form: tournament.Knockout, Begins: tournament.BothSides}, []string{"Zoë", "Łukasz", "Ann"},
		tournament.Pair{},
		tournament.Enter{Board: 1, Result: tournament.FirstWon, Detail: "1½-½"},
	)
}

// league is a double round robin of three in which somebody withdraws.
func league(t *testing.T) *tournament.Tournament {
	t.Helper()
	return after(t, tournament.Settings{Name: "League", Game: "quixo", Form: tournament.RoundRobin, Double: true}, []string{"Ann", "Ben", "Cleo"},
		tournament.Pair{},
		tournament.Enter{Board: 1, Result: tournament.FirstWon},
		tournament.Pair{},
		tournament.Enter{Board: 1, Result: tournament.Drawn},
		tournament.Pair{},
		tournament.Enter{Board: 1, Result: tournament.SecondWon},
		tournament.Pair{},
		tournament.Withdraw{Number: 1},
		tournament.Pair{},
	)
}

func TestSheets(t *testing.T) {
	c := cup(t)
	for got, want := range map[string]string{
		sheet.Pairings(c, 1): "Cup, round 1\n============\n\nBoard  First       Second   Result\n    1  Łukasz (2)  Ann (3)  1-0 (1½-½)\nZoë (1): bye, 1\n",
		sheet.Bracket(c):     "Cup, bracket\n============\n\nSemi-finals\n  Zoë goes on without a game\n  Ann – Łukasz: Łukasz wins\n\nFinal\n  Zoë – Łukasz\n",
		sheet.Pairings(c, 2): "",
		sheet.Slips(c, 2):    "",
	} {
		if got != want {
			t.Errorf("the sheet is\n%s\nand should be\n%s", got, want)
		}
	}
	if slips := sheet.Slips(c, 1); !strings.Contains(slips, " 2-0   1½-½   ½-1½   0-2\n") {
		t.Errorf("the slip of a mini-match that needs a winner is\n%s", slips)
	}
}

func TestCrosstableOfRoundRobin(t *testing.T) {
	const want = `League, crosstable
==================

Place  Name  1    2     3    Points
    1  Ben   ×    ½ 1f  1 …      2½
    2  Ann   ½    ×     1        1½
    3  Cleo  0 …  0     ×         0
`
	if got := sheet.Crosstable(league(t)); got != want {
		t.Errorf("the crosstable is\n%s\nand should be\n%s", got, want)
	}
}

// Before the first round there are no ranks yet.
func TestStandingsBeforeTheFirstRound(t *testing.T) {
	c := after(t, tournament.Settings{Name: "Cup", Game: "quixo"}, []string{"Ann"},
		tournament.Add{Entrant: tournament.Entrant{Name: "Ben", Rating: 1500}})
	const want = "Cup, before round 1\n===================\n\nName     Rating\nBen (2)    1500\nAnn (1)\n"
	if got := sheet.Standings(c, ""); got != want {
		t.Errorf("the standings are\n%s", got)
	}
}

func TestNoBracket(t *testing.T) {
	for c, want := range map[*tournament.Tournament]string{
		league(t): "only knockouts have a bracket",
		after(t, tournament.Settings{Name: "Cup", Game: "quixo", Form: tournament.Knockout}, nil): "there is no round 1",
	} {
		if text, err := sheet.Print(c, "bracket", 0, ""); err == nil || err.Error() != want {
			t.Errorf("%q, %v", text, err)
		}
	}
}
