package text_test

import (
	"errors"
	"strings"
	"testing"

	"plateau/internal/meeting"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

func texts() text.Tables {
	return text.Tables{
		Texts: text.Texts{Language: words.In("en"), NamedLike: full.All().NamedLike()}, Games: full.All().Games(),
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("connection refused"), "The server cannot be reached"},
		{&client.Problem{Problem: api.Problem{Code: "of.a.newer.server", Detail: "said in English"}}, "said in English"},
		{&client.Problem{Problem: api.Problem{Code: meeting.TooManyFriends.Code, Params: map[string]string{"most": "200"}}}, "200"},
	} {
		if got := texts().Problem(c.err); !strings.Contains(got, c.want) {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
	}
}

func TestTimes(t *testing.T) {
	for want, limit := range map[string]play.Time{
		"no clock":        {},
		"5 min":           {Main: 300_000},
		"1.5 min":         {Main: 90_000},
		"5 min + 3 s":     {Main: 300_000, Increment: 3000},
		"30 s":            {Main: 30_000},
		"30 s + 2 s":      {Main: 30_000, Increment: 2000},
		"1 day per move":  {Days: 1},
		"3 days per move": {Days: 3},
	} {
		if got := texts().Time(limit); got != want {
			t.Errorf("%+v is %q, want %q", limit, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	got := texts().Names([]play.Sitter{
		{Player: "a", Name: "Ann"}, {Player: "b", Name: "Bob", Guest: true}, {Player: "c", Name: "Cy", Bot: true}, {Player: "d"}, {Level: "3"}, {},
	})
	want := []string{"Ann", "Bob (guest)", "Cy (bot)", "deleted player", "Computer (3)", "free seat"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("seat %d has %q, want %q", i, got[i], want[i])
		}
	}
	if got := texts().Game("chess"); got != "chess" {
		t.Errorf("a game that this program does not have is %q", got)
	}
	if got := texts().Game("quixo4p"); got != "Quixo for four" {
		t.Errorf("Quixo for four is %q", got)
	}
}

// What others wrote is shown in ASCII characters where there are no others.
func TestNamesInASCII(t *testing.T) {
	ascii := texts()
	ascii.ASCII = true
	ann := play.Sitter{Player: "a", Name: "Änne Øst 安"}
	said := ascii.Said(&api.Table{Sitters: []play.Sitter{ann}}, &play.Event{By: "a", Body: play.Said{Text: "Schön…"}})
	if name := ascii.Sitter(ann); name != "Aenne Ost ?" || said != "Aenne Ost ?: Schoen..." {
		t.Errorf("%q says %q", name, said)
	}
}

// running is a table of Quixo after some moves.
func running(moves ...string) *api.Table {
	g, err := full.All().Games().Find("quixo")
	if err != nil {
		panic(err)
	}
	return &api.Table{
		Phase: client.Running, Terms: play.Terms{Game: "quixo"}, Start: g.Start(0).String(), Moves: moves,
		Sitters: []play.Sitter{{Player: "ann", Name: "Ann"}, {Player: "bob", Name: "Bob"}},
	}
}

func TestMatches(t *testing.T) {
	if m, err := texts().Match(&api.Table{Phase: client.Open}); m != nil || err != nil {
		t.Errorf("a table that has not started has the match %v, %v", m, err)
	}
	m, err := texts().Match(running("a1-a5", "e1-e5"))
	if err != nil || m.Plies() != 2 || m.MoveText(1) != "e1-e5" || m.Verdict().Outcome.Over() {
		t.Errorf("the match is %v, %v", m, err)
	}
	resigned := running("a1-a5")
	resigned.Phase, resigned.Result, resigned.Reason = client.Over, play.SecondWon, game.Resignation.Code
	if m, err := texts().Match(resigned); err != nil || m.Verdict().Outcome != resigned.Result.Outcome() || m.Verdict().Reason.Code != game.Resignation.Code {
		t.Errorf("after a resignation the match is %v, %v", m, err)
	}
	for what, table := range map[string]*api.Table{
		"a move that cannot be": running("c3-c5"),
		"a game of others":      {Start: "x", Terms: play.Terms{Game: "chess"}},
		"no position":           {Start: "x", Terms: play.Terms{Game: "quixo"}},
	} {
		if m, err := texts().Match(table); err == nil {
			t.Errorf("%s leads to the match %v", what, m)
		}
	}
}

// In Quantik the colours are drawn at random.
func TestSwappedTables(t *testing.T) {
	g, err := full.All().Games().Find("quantik")
	if err != nil {
		t.Fatal(err)
	}
	for _, swapped := range []bool{false, true} {
		table := &api.Table{Phase: client.Running, Terms: play.Terms{Game: "quantik"}, Start: g.Start(0).String(), Swapped: swapped}
		if m, err := texts().Match(table); err != nil || m.Game().IsSwapped() != swapped {
			t.Errorf("swapped: %t, and the match is %v, %v", swapped, m, err)
		}
	}
}

func TestMessages(t *testing.T) {
	table := running()
	for want, e := range map[string]play.Event{
		"Ann: Good luck!":   {By: "ann", Body: play.Said{Text: "Good luck!"}},
		"Bob: Thank you!":   {By: "bob", Body: play.Said{Phrase: "thanks"}},
		"deleted player: x": {By: "gone", Body: play.Said{Text: "x"}},
		"":                  {By: "ann", Body: play.Moved{Move: "a1-a5"}},
	} {
		if got := texts().Said(table, &e); got != want {
			t.Errorf("%+v is %q, want %q", e, got, want)
		}
	}
}
