package tournament

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"plateau/tournament"
)

func TestResultsThatLookLikeFlags(t *testing.T) {
	for args, want := range map[string]string{
		"tournament result F 1 -+":                      "tournament result F 1 −+",
		"tournament result F 1 --":                      "tournament result F 1 −−",
		"tournament result F 1 -- 2 1-0 3 -+":           "tournament result F 1 −− 2 1-0 3 −+",
		"tournament result F 5 +- 6 --":                 "tournament result F 5 +- 6 −−",
		"tournament result F 1 -- --round 2":            "tournament result F 1 −− --round 2",
		"tournament --server U result F --round=2 1 --": "tournament --server U result F --round=2 1 −−",
		"tournament correct F 1 -+ --round 4":           "tournament correct F 1 −+ --round 4",
		"tournament correct F 1 --":                     "tournament correct F 1 −−",
		"tournament report ID -- --code C":              "tournament report ID −− --code C",
		// The end of the flags stays one.
		"tournament result F -- 1 -+":      "tournament result F -- 1 -+",
		"tournament result F -- 1 --":      "tournament result F -- 1 --",
		"tournament result -- F 1 --":      "tournament result -- F 1 --",
		"tournament result F 1 -- -+":      "tournament result F 1 -- -+",
		"tournament result F --round 3 --": "tournament result F --round 3 --",
		"tournament report ID -- 1-0":      "tournament report ID -- 1-0",
		"match 1 --":                       "match 1 --",
		"play --":                          "play --",
	} {
		if got := strings.Join(ReadableResults(strings.Fields(args)), " "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// What comes out of spreadsheets and messages becomes the same entrants.
func TestEntrantList(t *testing.T) {
	ann := tournament.Entrant{Name: "Ann Lee", Rating: 1600, Category: "juniors"}
	for text, want := range map[string][]tournament.Entrant{
		"Ann Lee;1600;juniors":                {ann},
		"\"Ann  Lee\"\t1600\tjuniors\r\n":     {ann},
		"Ann\u00a0Lee,1600,juniors":           {ann},
		"1. Ann Lee; 1600; juniors\n\n2) Ben": {ann, {Name: "Ben"}},
		"1\tAnn Lee\t1600\tjuniors\n2\tBen":   {ann, {Name: "Ben"}},
		"\"Ben \"\"Ace\"\" B\"":               {{Name: `Ben "Ace" B`}},
		// These are no numbers of lines and no ratings.
		"1. FC\nBen":         {{Name: "1. FC"}, {Name: "Ben"}},
		"Lee, Ann\nLee, Bob": {{Name: "Lee, Ann"}, {Name: "Lee, Bob"}},
	} {
		list, err := readEntrantList(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []tournament.Entrant
		for _, l := range list {
			e, err := parseEntrant(l.text)
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			got = append(got, e)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// evening is a tournament of some entrants after commands.
func evening(t *testing.T, names []string, commands ...tournament.Command) *tournament.Tournament {
	t.Helper()
	all := []tournament.Command{tournament.Create{Settings: tournament.Settings{Name: "Evening", Game: "quixo"}.Standard()}}
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

func TestPairsOfNamesWithHyphens(t *testing.T) {
	c := evening(t, []string{"Anne-Marie", "Ben", "Jean-Luc", "Anne", "Marie-Ben"})
	for text, want := range map[string][2]int{
		"Ben-Jean-Luc": {2, 3}, "Anne-Marie - Jean-Luc": {1, 3}, "jean-ben": {3, 2}, "1-2": {1, 2},
	} {
		if got, err := parsePair(c, text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"Anne-Marie-Ben": "may mean several pairs",
		"Ben":            "a pair is two entrants with - between them",
		"Ben-Zoe":        `nobody is called "Zoe"`,
	} {
		if _, err := parsePair(c, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestChangesInWords(t *testing.T) {
	names := []string{"Ann", "Ben"}
	before := evening(t, names, tournament.Pair{})
	for want, c := range map[string]tournament.Command{
		"Ann withdrew":                     tournament.Withdraw{Number: 1},
		"entry of Ben changed":             tournament.Edit{Entrant: tournament.Entrant{Number: 2, Name: "Benno"}},
		"Ann – Ben forbidden":              tournament.Forbid{First: 1, Second: 2},
		"round 1, board 1, Ann – Ben: ½-½": tournament.Enter{Board: 1, Result: tournament.Drawn},
		"round 1 removed":                  tournament.Unpair{},
		"settings changed":                 tournament.Amend{},
	} {
		d, err := tournament.Decide(before, c, tournament.Moment{})
		if err != nil {
			t.Fatal(err)
		}
		if got := inWords(before, &d.Events[0]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
