package sheet_test

import (
	"strings"
	"testing"
	"time"

	"plateau/tournament"
	"plateau/tournament/sheet"
)

// cup is a knockout of three with names in several alphabets.
func cup(t *testing.T) *tournament.Tournament {
	t.Helper()
	s := tournament.Settings{Name: "Cup", Game: "quixo", Form: tournament.Knockout, Begins: tournament.BothSides}.Standard()
	now := &tournament.Tournament{}
	for _, c := range []tournament.Command{
		tournament.Create{Settings: s},
		tournament.Add{Entrant: tournament.Entrant{Name: "Zoë"}},
		tournament.Add{Entrant: tournament.Entrant{Name: "Łukasz"}},
		tournament.Add{Entrant: tournament.Entrant{Name: "Ann"}},
		tournament.Pair{},
		tournament.Enter{Board: 1, Result: tournament.FirstWon, Detail: "1½-½"},
	} {
		d, err := tournament.Decide(now, c, tournament.Moment{Now: time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		now = d.Tournament
	}
	return now
}

func TestSheets(t *testing.T) {
	c := cup(t)
	for got, want := range map[string]string{
		sheet.Pairings(c, 1): "Cup, round 1\n============\n\nBoard  First    Second      Result\n    1  Ann (3)  Łukasz (2)  1-0 (1½-½)\nZoë (1): bye, 1\n",
		sheet.Bracket(c):     "Cup, bracket\n============\n\nSemi-finals\n  Zoë goes on without a game\n  Ann – Łukasz: Ann wins\n\nFinal\n  Zoë – Ann\n",
		sheet.Pairings(c, 2): "",
		sheet.Slips(c, 2):    "",
	} {
		if got != want {
			t.Errorf("the sheet is\n%s\nand should be\n%s", got, want)
		}
	}
	if slips := sheet.Slips(c, 1); !strings.Contains(slips, "2-0   1½-½   1-1") {
		t.Errorf("the slip of a mini-match is\n%s", slips)
	}
}
