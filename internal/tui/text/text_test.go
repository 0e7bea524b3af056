package text_test

import (
	"testing"

	"plateau/game"
	"plateau/games"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

func find(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// in speaks a language.
func in(code string) text.Texts {
	return text.Texts{Language: words.In(code), NamedLike: games.All().NamedLike()}
}

var english = in("en")

func TestVerdict(t *testing.T) {
	line := []game.Cell{{Col: 0, Row: 2}, {Col: 1, Row: 2}, {Col: 2, Row: 2}}
	byLine := game.Phrase{Code: "x", English: "a line in {line}"}
	four := []string{"Ann", "Ben", "Cid", "Dea"}
	tests := []struct {
		game    string
		players []string
		verdict game.Verdict
		want    string
	}{
		{"quixo3", nil, game.Verdict{}, ""},
		{
			"quixo3", nil,
			game.Verdict{Outcome: game.WonByFirst, Reason: byLine, Line: line},
			"Player X (crosses) wins! A line in row 3 (a3 b3 c3)",
		},
		{
			"quantik",
			[]string{"ann", ""},
			game.Verdict{Outcome: game.WonByFirst, Reason: game.Resignation},
			"ann (1, light) wins! The other side resigned.",
		},
		{
			"quixo", nil,
			game.Verdict{Outcome: game.Drawn, Reason: game.Agreement},
			"The game is a draw. The players agreed to a draw.",
		},
		{"quixo", nil, game.Verdict{Outcome: game.Drawn}, "The game is a draw."},
		{
			"quixo4p", four,
			game.Verdict{Outcome: game.WonBySecond, Reason: game.Timeout},
			"Ben and Dea (O, circles) win! The other side ran out of time.",
		},
		{
			"quixo4p", four[:3],
			game.Verdict{Outcome: game.WonBySecond, Reason: game.Timeout},
			"Team O (circles) wins! The other side ran out of time.",
		},
	}
	for _, test := range tests {
		if got := english.Verdict(find(t, test.game), test.players, test.verdict); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	list := []string{"one", "two", "threefour", "verylongword", "é"}
	want := "  one two\n  threefour\n  verylongword\n  é\n"
	if got := text.Wrap(list, 12, "  "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := text.Wrap(nil, 12, "  "); got != "" {
		t.Errorf("no words make %q", got)
	}
}
