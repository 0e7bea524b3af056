package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
	"plateau/games"
)

func turns(n int) *int { return &n }

// Exact values need no time.
func TestAnalyseExactly(t *testing.T) {
	b := New(games.All(), testEngine)
	for _, test := range []struct {
		game, position string
		want           Worth
	}{
		{"quantik", "n2s/2Y1/1y2/S2C 1", Worth{Outcome: "win", Turns: turns(5)}},
		{"pivot", "Css1/2Cc/1c2/1s2 2", Worth{Outcome: "win", Turns: turns(7)}},
		{"pivot", "Css1/c3/Cs1c/SS1C 1", Worth{Outcome: "draw"}},
	} {
		request := params{"game": test.game, "position": test.position, "milliseconds": 0}
		got, _ := askOf[AnalysisView](t.Context(), t, b, "analyse", request, nil)
		best := got.Moves[0]
		if !got.Settled || !reflect.DeepEqual(got.Worth, test.want) || !reflect.DeepEqual(best.Worth, test.want) {
			t.Errorf("%s %s: %+v, best %+v", test.game, test.position, got.Worth, best)
		}
		if got.Line[0] != best.Move || len(best.Picks) == 0 {
			t.Errorf("%s %s: best is %+v, line %v", test.game, test.position, best, got.Line)
		}
		must[MatchView](t, "match", params{"match": MatchText{Game: test.game, Start: test.position, Moves: got.Line}})
	}
}

func TestAnalyseProves(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	request := params{"game": "quixo", "position": "XXXX1/5/5/5/5 X", "milliseconds": maxMilliseconds}
	got, refused := askOf[AnalysisView](ctx, t, New(games.All(), testEngine), "analyse", request, func([]byte) { stop() })
	if want := (Worth{Outcome: "win", Turns: turns(1)}); refused != nil || got.Settled || !reflect.DeepEqual(got.Worth, want) {
		t.Errorf("%+v %v", got.Worth, refused)
	}
}

func TestAnalyseReportsUntilStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reports := 0
	got, refused := askOf[AnalysisView](ctx, t, New(games.All(), testEngine), "analyse",
		params{"game": "quixo", "position": "", "milliseconds": 1 << 40}, func(report []byte) {
			var progress struct{ Progress AnalysisView }
			if err := json.Unmarshal(report, &progress); err != nil || progress.Progress.Depth != reports+1 {
				t.Errorf("report %d is %s (%v)", reports, report, err)
			}
			if reports++; reports == 2 {
				stop()
			}
		})
	if refused != nil || reports != 2 || got.Depth != 2 || got.Settled || got.Worth.Outcome != "unknown" || got.Worth.Estimate == nil {
		t.Errorf("%d reports, then %+v %v", reports, got, refused)
	}
}

func TestNoTimeIsEnoughForAnAnswer(t *testing.T) {
	got := must[AnalysisView](t, "analyse", params{"game": "quixo4p", "position": "", "milliseconds": -5})
	if got.Depth != 0 || len(got.Moves) != 88 {
		t.Errorf("%+v", got)
	}
	over := must[AnalysisView](t, "analyse", params{"game": "quixo3", "position": "XXX/3/3 O", "milliseconds": 5})
	if over.Worth.Outcome != "loss" || *over.Worth.Turns != 0 || !over.Settled {
		t.Errorf("%+v", over)
	}
}

func TestChoose(t *testing.T) {
	for _, id := range []string{"quantik", "pivot", "quixo", "quixo4p"} {
		b := New(games.All(), testEngine)
		choose := func(level string) string {
			request := params{"match": matchOf(id), "level": level, "seed": 5, "milliseconds": 5}
			move, refused := askOf[string](t.Context(), t, b, "choose", request, nil)
			if refused != nil {
				t.Fatalf("%s at level %s: %+v", id, level, *refused)
			}
			return move
		}
		for _, level := range []string{"1", "2", "3", "4", "5", "perfect"} {
			first := choose(level)
			must[MatchView](t, "match", params{"match": matchOf(id, first)})
			if again := choose(level); level != "perfect" && again != first {
				t.Errorf("%s at level %s chooses %s, then %s", id, level, first, again)
			}
		}
	}
}

// Levels of Pivot need no data, so they can play before it is loaded.
func TestLevelsNeedNoData(t *testing.T) {
	var uses []Use
	b := New(games.All(), func(id string, use Use) (engine.Engine, error) {
		uses = append(uses, use)
		if use == ToAnalyse {
			return nil, errors.New("no data")
		}
		return testEngine(id, ToPlay)
	})
	request := params{"match": matchOf("pivot"), "level": "2", "seed": 1, "milliseconds": 1}
	if _, refused := askOf[string](t.Context(), t, b, "choose", request, nil); refused != nil {
		t.Error(refused)
	}
	request["level"] = "perfect"
	if _, refused := askOf[string](t.Context(), t, b, "choose", request, nil); refused == nil || refused.Code != "bridge.unexpected" {
		t.Errorf("without data the perfect move is %+v", refused)
	}
	if !slices.Equal(uses, []Use{ToPlay, ToAnalyse}) {
		t.Errorf("engines were made for %v", uses)
	}
}

// Engines are kept for one game at a time.
func TestEngineCache(t *testing.T) {
	var made []string
	b := New(games.All(), func(id string, use Use) (engine.Engine, error) {
		made = append(made, id)
		return testEngine(id, use)
	})
	for _, id := range []string{"quixo3", "quixo3", "quixo4", "quixo3"} {
		askOf[AnalysisView](t.Context(), t, b, "analyse", params{"game": id, "position": "", "milliseconds": 0}, nil)
	}
	if !slices.Equal(made, []string{"quixo3", "quixo4", "quixo3"}) {
		t.Errorf("engines were made for %v", made)
	}
}

func TestAcceptsDraw(t *testing.T) {
	// The crosses win with their next move.
	match := MatchText{Game: "quixo3", Start: "XX1/3/O2 X", Moves: []string{}}
	if must[bool](t, "acceptsDraw", params{"match": match, "seat": 0}) {
		t.Error("a draw is accepted by the side that wins")
	}
	if !must[bool](t, "acceptsDraw", params{"match": match, "seat": 1}) {
		t.Error("a draw is declined by the side that loses")
	}
}

func TestReview(t *testing.T) {
	match := MatchText{Game: "quantik", Start: "n2s/2Y1/1y2/S2C 1", Moves: []string{"C@a2", "N@b1"}}
	var reported []int
	got, refused := askOf[[]ReviewPly](t.Context(), t, New(games.All(), testEngine), "review",
		params{"match": match, "milliseconds": 0}, func(report []byte) {
			var progress struct{ Progress ReviewPly }
			if err := json.Unmarshal(report, &progress); err != nil {
				t.Error(err)
			}
			reported = append(reported, progress.Progress.Ply)
		})
	if refused != nil {
		t.Fatal(refused)
	}
	want := []ReviewPly{
		{0, Worth{Outcome: "win", Turns: turns(5)}, Worth{Outcome: "loss", Turns: turns(2)}, "C@b4", "blunder"},
		{1, Worth{Outcome: "win", Turns: turns(1)}, Worth{Outcome: "win", Turns: turns(1)}, "N@b1", "none"},
	}
	if !slices.Equal(reported, []int{1, 0}) || !reflect.DeepEqual(got, want) {
		t.Errorf("plies %v, then\n%+v\nwant\n%+v", reported, got, want)
	}
}

// Where more than good moves decides a game, no move is graded.
func TestCasualGamesAreNotReviewed(t *testing.T) {
	request := params{"match": matchOf("quixo-announced", "c1-c5"), "milliseconds": 0}
	_, refused := askOf[[]ReviewPly](t.Context(), t, New(games.All(), testEngine), "review", request, func([]byte) {})
	if refused == nil || refused.Code != BadRequest.Code {
		t.Errorf("the review is refused with %+v", refused)
	}
}

func TestStoppedReview(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	request := params{"match": matchOf("quantik", "S@a1", "s@d4", "C@a2"), "milliseconds": 0}
	got, _ := askOf[[]ReviewPly](ctx, t, New(games.All(), testEngine), "review", request, func([]byte) { stop() })
	if len(got) != 1 || got[0].Ply != 2 {
		t.Errorf("%+v", got)
	}
}

// lookups is a tablebase that calls every position drawn and fails after a number
// of look-ups.
type lookups struct {
	exact.Tablebase
	left int
}

func (l *lookups) ValueOf(uint64) (game.Value, error) {
	if l.left--; l.left < 0 {
		return game.Unknown, errors.New("a bad disk")
	}
	return game.Draw, nil
}

func bridgeWith(tablebase exact.Tablebase) *Bridge {
	return New(games.All(), func(id string, _ Use) (engine.Engine, error) {
		return engineFrom(id, catalogue.Sources{Tablebase: tablebase})
	})
}

// A request for exact values gets exact values or an error.
func TestExactValuesOnly(t *testing.T) {
	match := matchOf("quixo3", "a1-a3", "c3-c1")
	for known, readable := range map[bool]int{true: 100_000, false: 0} {
		b := bridgeWith(&lookups{left: readable})
		_, analysed := b.Analyse(t.Context(), AnalyseRequest{Game: "quixo3", Exact: true}, nil)
		_, chosen := b.Choose(t.Context(), ChooseRequest{Match: match, Level: "perfect", Exact: true})
		_, accepted := b.AcceptsDraw(t.Context(), DrawRequest{Match: match, Exact: true})
		_, reviewed := b.Review(t.Context(), ReviewRequest{Match: match, Exact: true}, nil)
		for name, err := range map[string]error{"analyse": analysed, "choose": chosen, "draw": accepted, "review": reviewed} {
			if known && err != nil || !known && !errors.Is(err, ErrNotExact) {
				t.Errorf("%s, values known %t: %v", name, known, err)
			}
		}
	}
}

// The judged end of a game is not thrown away when an earlier value is unknown.
func TestReviewKeepsExactPlies(t *testing.T) {
	match := matchOf("quixo3", "a1-a3", "c3-c1", "a1-a3", "b3-b1")
	plies, err := bridgeWith(&lookups{left: 40}).Review(t.Context(), ReviewRequest{Match: match, Exact: true}, nil)
	if err != nil || len(plies) == 0 || len(plies) == 4 || plies[len(plies)-1].Ply != 3 {
		t.Errorf("%+v, %v", plies, err)
	}
}
