package text_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook"
	"plateau/rulebook/words"
)

func TestPlayersAreNamedInEveryLanguage(t *testing.T) {
	for code, want := range map[string][2]string{
		"en": {"Ann (X, crosses)", "Player O (circles)"}, "fr": {"Ann (X, croix)", "Joueur O (ronds)"},
		"de": {"Ann (X, Kreuze)", "Spieler O (Kreise)"}, "pl": {"Ann (X, krzyżyki)", "Gracz O (kółka)"},
	} {
		g := find(t, "quixo3")
		players := []string{"Ann", ""}
		if got := [2]string{in(code).Player(g, players, 0), in(code).Player(g, players, 1)}; got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	if got := in("pl").Player(find(t, "pivot"), nil, 0); got != "Gracz 1 (koła)" {
		t.Errorf("circles of another game are %q", got)
	}
}

func TestWorth(t *testing.T) {
	for _, test := range []struct {
		verdict engine.Verdict
		want    string
	}{
		{engine.Verdict{Value: game.WinIn(1)}, "wins in 1 turn"},
		{engine.Verdict{Value: game.WinIn(3)}, "wins in 3 turns"},
		{engine.Verdict{Value: game.LossIn(2)}, "loses in 2 turns"},
		{engine.Verdict{Value: game.Win}, "wins"},
		{engine.Verdict{Value: game.Loss}, "loses"},
		{engine.Verdict{Value: game.Draw}, "draws"},
		{engine.Verdict{Estimate: 1000}, "estimate: clearly better"},
		{engine.Verdict{Estimate: 100}, "estimate: slightly better"},
		{engine.Verdict{Estimate: 10}, "estimate: roughly even"},
		{engine.Verdict{Estimate: -100}, "estimate: slightly worse"},
		{engine.Verdict{Estimate: -1000}, "estimate: clearly worse"},
	} {
		if got := english.Worth(test.verdict); got != test.want {
			t.Errorf("%+v is %q, want %q", test.verdict, got, test.want)
		}
	}
}

func TestPositionsAndMovesInWords(t *testing.T) {
	for _, test := range []struct {
		game, position, move, inWords string
		want                          []string
	}{
		{"quixo3", "3/3/3 X", "a1-a3", "a1 pushed in at a3", []string{"All cells: neutral."}},
		{
			"quixo3", "XO1/3/2X O", "c2-a2", "c2 pushed in at a2",
			[]string{"Row 3: a3 cross; b3 circle.", "Row 1: c1 cross.", "All other cells: neutral."},
		},
		{
			"quantik", "4/4/1S2/4 2", "c@d4", "dark cube to d4",
			[]string{
				"Row 2: b2 light sphere.", "All other cells: empty.",
				"Player 1 (light), left to place: light cube 2, light cone 2, light sphere 1, light cylinder 2.",
				"Player 2 (dark), left to place: dark cube 2, dark cone 2, dark sphere 2, dark cylinder 2.",
			},
		},
		{
			"pivot", "4/1C2/4/4 2", "b3-c3+S@b3", "b3 pivots to c3, now silver circle, black square to b3",
			[]string{
				"Row 3: b3 black circle.", "All other cells: empty.",
				"Player 1 (circles), left to place: 7.", "Player 2 (squares), left to place: 8.",
			},
		},
		{
			"quixo4p", "5/5/5/5/Xo3 X1", "c1-c5.2", "c1 pushed in at c5 as cross, dot facing X2",
			[]string{"Row 1: a1 cross, dot facing X1; b1 circle, dot facing O2.", "All other cells: neutral."},
		},
	} {
		p, err := find(t, test.game).Parse(test.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := english.Position(p, nil); !slices.Equal(got, test.want) {
			t.Errorf("%s %s is\n%s\nwant\n%s", test.game, test.position, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
		m, err := p.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := english.Move(p, m); got != test.inWords {
			t.Errorf("%s %s is %q, want %q", test.game, test.move, got, test.inWords)
		}
	}
}

func TestErrorsAreTranslated(t *testing.T) {
	_, err := find(t, "quixo").Parse("5/5 X")
	for _, test := range []struct {
		code, want string
		err        error
	}{
		{"en", "5/5 X: A board has 5 rows separated by /, but this one has 2.", err},
		{"de", "a.plateau: 5/5 X: Ein Brett hat 5 Reihen", fmt.Errorf("a.plateau: %w", err)},
		{"fr", "Open none.", errors.New("open none")},
	} {
		if got := in(test.code).Error(test.err); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %q, want %q", test.code, got, test.want)
		}
	}
}

// TestASCII writes all words of all languages without accents.
func TestASCII(t *testing.T) {
	for _, l := range rulebook.Languages() {
		ascii := words.In(l.Code).Adapt(text.ASCII)
		for _, key := range []string{
			"terminal.answerDraw", "terminal.cannotSave", "terminal.unfinished", "terminal.help.review", "play.result.name",
			"terminal.noSuchMove", "phrase.quantik.syntax", "phrase.repetition", "game.quixo3",
		} {
			text := ascii.Text(key)
			if at := strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }); at >= 0 {
				t.Errorf("%s: %s: %q", l.Code, key, text)
			}
		}
	}
}
