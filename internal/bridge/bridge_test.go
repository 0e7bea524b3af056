package bridge

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact/data"
	"plateau/games"
	"plateau/internal/doctest"
)

func testEngine(id string, use Use) (engine.Engine, error) {
	var src catalogue.Sources
	if use == ToAnalyse {
		src.Data = func(name string) ([]byte, error) {
			return map[string][]byte{games.PivotLosses: data.PivotLosses}[name], nil
		}
	}
	return engineFrom(id, src)
}

func engineFrom(id string, src catalogue.Sources) (engine.Engine, error) {
	e, err := games.All().Find(id)
	if err != nil {
		return nil, err
	}
	newEngine, err := e.Open(src)
	if err != nil {
		return nil, err
	}
	return newEngine(engine.Options{TranspositionBytes: 1 << 20}), nil
}

// answer is an answer with a result of any type.
type answer[R any] struct {
	Result  R        `json:"result"`
	Refusal *Refusal `json:"refusal"`
}

// ask sends a request to a new bridge.
func ask[R any](t *testing.T, method string, params any) (R, *Refusal) {
	t.Helper()
	return askOf[R](t.Context(), t, New(games.All(), testEngine), method, params, nil)
}

func askOf[R any](ctx context.Context, t *testing.T, b *Bridge, method string, params any, report func([]byte)) (R, *Refusal) {
	t.Helper()
	request, err := json.Marshal(map[string]any{"method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	var got answer[R]
	if err := json.Unmarshal(b.Handle(ctx, request, report), &got); err != nil {
		t.Fatal(err)
	}
	return got.Result, got.Refusal
}

// must is the result of a request that must not be refused.
func must[R any](t *testing.T, method string, params any) R {
	t.Helper()
	result, refused := ask[R](t, method, params)
	if refused != nil {
		t.Fatalf("%s %v is refused: %+v", method, params, *refused)
	}
	return result
}

type params = map[string]any

// matchOf is a match from the usual start.
func matchOf(id string, moves ...string) MatchText {
	return MatchText{Game: id, Moves: moves, Players: []string{}}
}

func TestBadRequests(t *testing.T) {
	long := strings.Repeat("x", maxText+1)
	tooMany := make([]string, maxMoves+1)
	closed := func(how string, seat int) MatchText {
		m := matchOf("quantik")
		m.Closing = &Closing{how, seat}
		return m
	}
	for _, test := range []struct {
		method string
		params any
		code   string
	}{
		{"castle", params{}, "bridge.method"},
		{"position", params{"gamme": "quixo"}, "bridge.request"},
		{"position", params{"game": 5}, "bridge.request"},
		{"position", "quixo", "bridge.request"},
		{"position", params{"game": "chess", "text": ""}, "game.unknown"},
		{"position", params{"game": long, "text": ""}, "bridge.large"},
		{"position", params{"game": "quixo", "text": long}, "bridge.large"},
		{"position", params{"game": "quixo", "text": "5/5/5 X"}, "position.rows"},
		{"readMove", params{"game": "quixo", "position": "", "text": long}, "bridge.large"},
		{"readMove", params{"game": "quixo", "position": "", "text": "e4"}, "quixo.syntax"},
		{"preview", params{"game": "quixo", "position": "", "picks": params{"from": "c3"}}, "quixo.inner"},
		{"preview", params{"game": "quixo", "position": "", "picks": params{"from": "c1", "to": "d1"}}, "quixo.end"},
		{"preview", params{"game": "quixo", "position": "", "picks": params{"from": long}}, "bridge.large"},
		{"preview", params{"game": "quixo", "position": "", "picks": params{"from": "a1", "to": "a5", "hat": "9"}}, "bridge.request"},
		{"preview", params{"game": "quixo", "position": "", "picks": params{"from": "\x00"}}, "quixo.syntax"},
		{"refusals", params{"game": "pivot", "position": "", "picks": params{"from": "a1"}}, "pivot.cannot"},
		{"match", params{"match": matchOf("quixo", "a1-a5", "a5-a1")}, "quixo.opposing"},
		{"match", params{"match": matchOf("quixo", long)}, "bridge.large"},
		{"match", params{"match": matchOf("quixo", tooMany...)}, "bridge.large"},
		{"match", params{"match": MatchText{Game: "quixo", Players: []string{"a", "b", "c"}}}, "setup.players"},
		{"match", params{"match": MatchText{Game: "quixo", Players: []string{long}}}, "bridge.large"},
		{"match", params{"match": closed("agreement", 0)}, "match.nodraws"},
		{"match", params{"match": closed("boredom", 0)}, "bridge.closing"},
		{"match", params{"match": closed("resignation", 2)}, "match.seat"},
		{"match", params{"match": closed("timeout", -1)}, "match.seat"},
		{"readRecords", params{"text": "[Game \"quixo\"]\n\n1. a1-a9 *"}, "move.offboard"},
		{"readRecords", params{"text": strings.Repeat(" ", maxRecord+1)}, "bridge.large"},
		{"readRecords", params{"text": "[Game \"quantik\"]\n\n1/2-1/2"}, "match.nodraws"},
		{"writeRecord", params{"match": matchOf("quixo"), "tags": make([][2]string, maxTags+1)}, "bridge.large"},
		{"writeRecord", params{"match": matchOf("quixo"), "tags": [][2]string{{"a b", ""}}}, "bridge.unexpected"},
		{"writeRecord", params{"match": matchOf("chess"), "tags": nil}, "game.unknown"},
		{"book", params{"game": "quixo", "language": "klingon"}, "rulebook.language"},
		{"lesson", params{"game": "chess", "language": "en"}, "game.unknown"},
		{"puzzles", params{"game": "chess"}, "game.unknown"},
		{"puzzleOfTheDay", params{"game": "quantik", "date": "tomorrow"}, "puzzles.day"},
		{"analyse", params{"game": "chess", "position": "", "milliseconds": 1}, "game.unknown"},
		{"choose", params{"match": matchOf("quixo"), "level": "7", "seed": 1, "milliseconds": 1}, "bridge.level"},
		{"choose", params{"match": closed("resignation", 0), "level": "1", "seed": 1, "milliseconds": 1}, "bridge.nomove"},
		{"choose", params{"match": matchOf("quixo"), "level": "1", "seed": -1, "milliseconds": 1}, "bridge.request"},
		{"choose", params{"match": matchOf("quixo", "?"), "level": "1", "seed": 1, "milliseconds": 1}, "quixo.syntax"},
		{"acceptsDraw", params{"match": matchOf("quantik"), "seat": 0}, "match.nodraws"},
		{"acceptsDraw", params{"match": matchOf("quixo"), "seat": 2}, "match.seat"},
		{"acceptsDraw", params{"match": matchOf("quixo", "?"), "seat": 0}, "quixo.syntax"},
		{"review", params{"match": matchOf("quixo", "?"), "milliseconds": 1}, "quixo.syntax"},
	} {
		_, refused := ask[any](t, test.method, test.params)
		if refused == nil || refused.Code != test.code || refused.Text == "" {
			t.Errorf("%s %.80v is answered by %+v, want %s", test.method, test.params, refused, test.code)
		}
	}
}

func TestBrokenRequests(t *testing.T) {
	b := New(games.All(), testEngine)
	for _, request := range []string{"", "null", "[]", "{", `{"method":5}`, `{"methods":"games"}`, "\xff\xfe", strings.Repeat(" ", maxRequest+1)} {
		var got answer[any]
		if err := json.Unmarshal(b.Handle(t.Context(), []byte(request), nil), &got); err != nil || got.Refusal == nil {
			t.Errorf("%.40q is answered by %+v (%v)", request, got, err)
		}
	}
}

// The refusals of the bridge have codes of their own.
func TestPhrases(t *testing.T) {
	for _, p := range doctest.Phrases(t) {
		if strings.HasPrefix(p.Code, "bridge.") != (p.Folder == "internal/bridge") {
			t.Errorf("%s has %s", p.Folder, p.Code)
		}
	}
}

// engineOnce makes each engine once and keeps it, however many games there are.
func engineOnce() func(id string, use Use) (engine.Engine, error) {
	type purpose struct {
		game string
		use  Use
	}
	made := make(map[purpose]engine.Engine)
	return func(id string, use Use) (engine.Engine, error) {
		p := purpose{id, use}
		if made[p] == nil {
			e, err := testEngine(id, use)
			if err != nil {
				return nil, err
			}
			made[p] = e
		}
		return made[p], nil
	}
}

// FuzzHandle sends anything. Every answer is JSON with either a result or a
// refusal.
func FuzzHandle(f *testing.F) {
	ctx, stop := context.WithCancel(f.Context())
	stop() // so that searches end at once
	b := New(games.All(), engineOnce())
	for _, method := range methodNames(f) {
		for _, g := range games.All() {
			request, err := json.Marshal(params{"method": method, "params": params{
				"game": g.Game.ID(), "position": "", "milliseconds": 0,
			}})
			if err != nil {
				f.Fatal(err)
			}
			// Engines open their data now: an input that takes ten seconds, as that may
			// on a busy machine, would count as hung.
			b.Handle(ctx, request, nil)
			f.Add(request)
		}
	}
	for _, request := range []string{
		`{"method":"match","params":{"match":{"game":"quixo","start":"","moves":["a1-a5"],"players":["Ann"],"closing":{"how":"agreement","seat":1}}}}`,
		`{"method":"preview","params":{"game":"pivot","position":"4/1C2/4/4 2","picks":{"from":"b3","to":"b4","face":"S"}}}`,
		`{"method":"refusals","params":{"game":"quixo4p","position":"xxxxx/x3x/x3x/x3x/xxxxx X1","picks":{}}}`,
		`{"method":"readMove","params":{"game":"quantik","position":"","text":"s b3"}}`,
		`{"method":"choose","params":{"match":{"game":"quixo3","start":"","moves":[],"players":[],"closing":null},"level":"4","seed":7,"milliseconds":1}}`,
		`{"method":"readRecords","params":{"text":"[Game \"quixo\"]\n\n1. a1-a5 *"}}`,
		`{"method":"puzzleOfTheDay","params":{"game":"quixo","date":"2026-11-15"}}`,
	} {
		f.Add([]byte(request))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		var got map[string]json.RawMessage
		if err := json.Unmarshal(b.Handle(ctx, request, nil), &got); err != nil {
			t.Fatal(err)
		}
		_, refused := got["refusal"]
		if _, answered := got["result"]; len(got) != 1 || refused == answered {
			t.Errorf("answered by %s", got)
		}
	})
}
