package words_test

import (
	"testing"
	"testing/fstest"

	"plateau/game"
	"plateau/rulebook"
	"plateau/rulebook/words"
)

// TestLanguagesSpeakAsThePagesDo has the cases of the pages' own test.
func TestLanguagesSpeakAsThePagesDo(t *testing.T) {
	circles := words.Side{Game: "pivot", Seat: 0}
	for _, test := range []struct {
		code, want, key string
		params          []any
	}{
		{"en", "Rules of Pivot", "home.rulesGame", []any{"game", "Pivot"}},
		{"en", "Circles win!", "play.result.name", []any{"name", circles}},
		{"en", "bob wins!", "play.result.name", []any{"name", words.Name("bob")}},
		{"en", "Ann and bob win!", "play.result.name", []any{"name", words.Partners{"Ann", "bob"}}},
		{"en", "bob wins!", "play.result.name", []any{"name", words.Partners{"bob"}}},
		{"en", "Ann and Cid (X, crosses) win!", "play.result.name", []any{"name", words.Together("Ann and Cid (X, crosses)")}},
		{"en", "That loses: circles can win with a1.", "puzzles.loses", []any{"seat", circles, "move", "a1"}},
		{"en", "Player: Circles", "play.new.seatOf", []any{"side", circles}},
		{"en", "That loses: O1 can win with a1.", "puzzles.loses", []any{"seat", words.Side{Game: "quixo4p", Seat: 1}, "move", "a1"}},
		{"es", "¡Ganan los círculos!", "play.result.name", []any{"name", circles}},
		{"es", "¡Gana bob!", "play.result.name", []any{"name", words.Name("bob")}},
		{"fr", "À Ann de jouer", "analysis.toMove", []any{"side", words.Name("Ann")}},
		{"en", "Quixo, 1 move played", "home.goOnHint", []any{"game", "Quixo", "n", 1}},
		{"en", "Quixo, 0 moves played", "home.goOnHint", []any{"game", "Quixo", "n", 0}},
		{"fr", "Quixo, 0 coup joué", "home.goOnHint", []any{"game", "Quixo", "n", 0}},
		{"pl", "1 ruch", "play.load.moves", []any{"n", 1}},
		{"pl", "22 ruchy", "play.load.moves", []any{"n", 22}},
		{"pl", "12 ruchów", "play.load.moves", []any{"n", 12}},
		{"pl", "25 ruchów", "play.load.moves", []any{"n", 25}},
		{"en", "Rules of cone", "home.rulesGame", []any{"game", "cone"}},
		{"en", "nobody.knows", "nobody.knows", nil},
	} {
		if got := words.In(test.code).Text(test.key, test.params...); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.code, test.key, got, test.want)
		}
	}
}

func TestPhrases(t *testing.T) {
	opposed := game.Phrase{Code: "quantik.opposed", English: "your opponent's {shape} on {cell} is in the same {unit}"}
	params := []game.Param{{Name: "shape", Value: "cone"}, {Name: "cell", Value: "b1"}, {Name: "unit", Value: "region"}}
	occupied := game.Phrase{Code: "quantik.occupied"}
	for _, test := range []struct {
		code, want string
		phrase     game.Phrase
		params     []game.Param
	}{
		{"en", "Your opponent’s cone on b1 is in the same region.", opposed, params},
		{"de", "Der gegnerische Kegel auf b1 steht in demselben Gebiet.", opposed, params},
		{"fr", "La case b1 est déjà occupée (sphère).", occupied, []game.Param{{Name: "cell", Value: "b1"}, {Name: "shape", Value: "sphere"}}},
		{"fr", "Nobody knows c1", game.Phrase{Code: "nobody.knows", English: "nobody knows {cell}"}, []game.Param{{Name: "cell", Value: "c1"}}},
	} {
		if got := words.In(test.code).Phrase(test.phrase, test.params...); got != test.want {
			t.Errorf("%s: %q, want %q", test.code, got, test.want)
		}
	}
}

func TestTheReasonNamesTheLine(t *testing.T) {
	row := []game.Cell{{Col: 0, Row: 2}, {Col: 1, Row: 2}, {Col: 2, Row: 2}, {Col: 3, Row: 2}}
	v := game.Verdict{Outcome: game.WonByFirst, Reason: game.Phrase{Code: "four-shapes"}, Line: row}
	if got, want := words.In("en").Reason(v), "Four different shapes in row 3 (a3 b3 c3 d3)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := words.In("en").Reason(game.Verdict{}); got != "" {
		t.Errorf("a running game ended because of %q", got)
	}
}

func TestEveryLanguageIsRead(t *testing.T) {
	seen := map[string]string{}
	for _, l := range rulebook.Languages() {
		text := words.In(l.Code).Text("terminal.help.hint")
		if other, twice := seen[text]; twice {
			t.Errorf("%s and %s both say %q", l.Code, other, text)
		}
		seen[text] = l.Code
	}
	if words.In("fr").Piece("quixo", 0) != "neutre" || words.In("en").Piece("chess", 'K') != "K" {
		t.Error("pieces have the wrong names")
	}
}

// A game that is not ours brings its own words; what it lacks is in English.
func TestWordsOfOtherGames(t *testing.T) {
	more := fstest.MapFS{
		"en/chess.json": {Data: []byte(`{"piece.chess.K": "king", "piece.chess.Q": "queen"}`)},
		"fr/chess.json": {Data: []byte(`{"piece.chess.K": "roi"}`)},
	}
	french := words.In("fr").With(more)
	if king, queen := french.Piece("chess", 'K'), french.Piece("chess", 'Q'); king != "roi" || queen != "queen" {
		t.Errorf("%s, %s", king, queen)
	}
	if words.In("fr").Has("piece.chess.K") {
		t.Error("the language itself was changed")
	}
	loud := french.Adapt(func(text string) string { return text + "!" })
	if got := loud.Piece("chess", 'K'); got != "roi!" {
		t.Errorf("adapted: %s", got)
	}
}

func TestPortugalCountsNothingInThePlural(t *testing.T) {
	for code, want := range map[string]string{"pt": "0 jogadas", "pt-BR": "0 jogada"} {
		if got := words.In(code).Text("play.load.moves", "n", 0); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
