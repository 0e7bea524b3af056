package bridge

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"plateau/game"
	"plateau/games"
)

func TestGames(t *testing.T) {
	infos := must[[]GameInfo](t, "games", params{})
	if len(infos) != len(games.All()) {
		t.Fatalf("%d games", len(infos))
	}
	for i, g := range games.All() {
		info := infos[i]
		if info.ID != g.Game.ID() || info.Size != g.Game.Size() || len(info.Seats) != len(g.Game.Seats()) || len(info.Starts) != len(info.Seats) {
			t.Errorf("%+v", info)
		}
		for seat, start := range info.Starts {
			if opens := slices.Contains(info.Openers, seat); opens != (start != "") {
				t.Errorf("%s: seat %d begins with %q", g.Game.ID(), seat, start)
			} else if opens {
				if p, err := g.Game.Parse(start); err != nil || int(p.ToMove()) != seat {
					t.Errorf("%s: seat %d begins with %q (%v)", g.Game.ID(), seat, start, err)
				}
			}
		}
		if exact := g.Game.ID() == "quantik" || g.Game.ID() == "pivot"; info.Exact != exact {
			t.Errorf("%s is said to be exact: %v", g.Game.ID(), info.Exact)
		}
	}
	want := GameInfo{
		ID: "quixo4p", Look: "quixo4p", Name: "Quixo for four", Size: 5,
		Seats:   []SeatInfo{{"X1", 0, "crosses"}, {"O1", 1, "circles"}, {"X2", 0, "crosses"}, {"O2", 1, "circles"}},
		Openers: []int{0, 1}, Starts: []string{"5/5/5/5/5 X1", "5/5/5/5/5 O1", "", ""},
		Repeats: true, Letters: []string{"X", "O", "x", "o"},
		Slots: []Slot{{"from", "board"}, {"to", "board"}, {"dot", "tray"}},
	}
	if got := infos[3]; !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestPosition(t *testing.T) {
	got := must[PositionView](t, "position", params{"game": "quantik", "text": "Y3/4/1c2/S3"})
	if got.Text != "Y3/4/1c2/S3 2" || got.ToMove != 1 || got.Verdict.Over || len(got.Moves) == 0 {
		t.Errorf("%+v", got)
	}
	if want := map[string]string{"a4": "Y", "b2": "c", "a1": "S"}; !maps.Equal(got.Cells, want) {
		t.Errorf("cells %v, want %v", got.Cells, want)
	}
	if want := []string{"CCNNSY", "cnnssyy"}; !slices.Equal(got.Reserves, want) {
		t.Errorf("reserves %v, want %v", got.Reserves, want)
	}
	// Pasted in the notation of another program.
	qfen := must[PositionView](t, "position", params{"game": "quantik", "text": "B.../..../.c../A..."})
	if !reflect.DeepEqual(qfen, got) {
		t.Errorf("QFEN is read as %s", qfen.Text)
	}
	over := must[PositionView](t, "position", params{"game": "quixo3", "text": "XXX/3/3 O"})
	winner := 0
	want := Verdict{
		Over: true, Winner: &winner, Line: []string{"a3", "b3", "c3"}, LineKind: "row",
		Reason: &Phrase{
			Code: "own-line", Params: map[string]string{"line": "row 3 (a3 b3 c3)"},
			Text: "a line of their own mark in row 3 (a3 b3 c3)",
		},
	}
	if !reflect.DeepEqual(over.Verdict, want) || len(over.Moves) != 0 {
		t.Errorf("got\n%+v\nwant\n%+v", over, want)
	}
}

func TestReadMove(t *testing.T) {
	if got := must[string](t, "readMove", params{"game": "Quixo", "position": "", "text": " C1 > c5 "}); got != "c1-c5" {
		t.Errorf("got %q", got)
	}
}

// randomMatch plays some random turns.
func randomMatch(t *testing.T, g game.Game, rng *rand.Rand) *game.Match {
	t.Helper()
	m, err := game.NewMatch(g, game.Setup{}, rng)
	if err != nil {
		t.Fatal(err)
	}
	for plies := rng.IntN(30); m.Plies() < plies && !m.Verdict().Outcome.Over(); {
		moves := m.Position().Moves()
		if err := m.PlayMove(moves[rng.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func textOf(m *game.Match) MatchText {
	text := MatchText{Game: m.Game().ID(), Start: m.Start().String(), Moves: []string{}, Players: m.Players()}
	for i := range m.Plies() {
		text.Moves = append(text.Moves, m.MoveText(i))
	}
	return text
}

// A screen that only carries out motions always shows the right board.
func TestMotionsLeadToTheBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, g := range games.All() {
		for range 10 {
			m := randomMatch(t, g.Game, rng)
			view := must[MatchView](t, "match", params{"match": textOf(m)})
			cells := map[string]string{}
			for i, ply := range view.Plies {
				carry(cells, ply.Motions)
				if want := cellTexts(lettersOf(m.PositionAfter(i + 1))); !maps.Equal(cells, want) {
					t.Fatalf("%s: after %s the board is %v, want %v", g.Game.ID(), ply.Text, cells, want)
				}
				if ply.Position != m.PositionAfter(i+1).String() || ply.Text != m.MoveText(i) || ply.Seat != int(m.PositionAfter(i).ToMove()) {
					t.Errorf("%s: ply %d is %+v", g.Game.ID(), i, ply)
				}
				for _, cell := range ply.Cells {
					if !strings.Contains(ply.Text, cell) {
						t.Errorf("%s: %s does not name %s", g.Game.ID(), ply.Text, cell)
					}
				}
			}
			if view.Now.Text != m.Position().String() || len(view.Plies) != m.Plies() {
				t.Errorf("%s: after %d plies at %s", g.Game.ID(), len(view.Plies), view.Now.Text)
			}
		}
	}
}

// carry applies motions to a board as a screen does.
func carry(cells map[string]string, motions []Motion) {
	for _, m := range motions {
		delete(cells, m.From)
	}
	for _, m := range motions {
		cells[m.To] = m.Letter
		if m.Letter == "" {
			delete(cells, m.To)
		}
	}
}

func TestMatchEnds(t *testing.T) {
	shuffle := []string{"a1-a3", "b1-b3", "a3-a1", "b3-b1"}
	repeated := slices.Concat(shuffle, shuffle, shuffle, shuffle)
	for _, test := range []struct {
		match  MatchText
		reason string
		winner int
	}{
		{MatchText{Game: "quixo", Closing: &Closing{"resignation", 0}}, "resignation", 1},
		{MatchText{Game: "quixo4p", Closing: &Closing{"timeout", 3}}, "timeout", 0},
		{MatchText{Game: "quixo", Closing: &Closing{"agreement", 1}}, "agreement", -1},
		{MatchText{Game: "quixo", Closing: &Closing{"crash", 1}}, "crash", 0},
		{MatchText{Game: "quixo4p", Closing: &Closing{"illegal-move", 2}}, "illegal-move", 1},
		{MatchText{Game: "quixo", Closing: &Closing{"adjudication", 0}}, "adjudication", 1},
		{MatchText{Game: "quixo", Closing: &Closing{"adjudication-draw", 0}}, "adjudication", -1},
		{MatchText{Game: "quixo", Closing: &Closing{"too-long", 0}}, "too-long", -1},
		{matchOf("quixo3", "a1-a3", "b1-b3", "a1-a3", "b1-b3", "a1-a3"), "own-line", 0},
	} {
		v := must[MatchView](t, "match", params{"match": test.match}).Now
		winner := -1
		if v.Verdict.Winner != nil {
			winner = *v.Verdict.Winner
		}
		if !v.Verdict.Over || v.Verdict.Reason.Code != test.reason || winner != test.winner || len(v.Moves) != 0 {
			t.Errorf("%+v ends as %+v", test.match, v)
		}
	}
	for plies := len(repeated); ; plies-- {
		view, refused := ask[MatchView](t, "match", params{"match": matchOf("quixo3", repeated[:plies]...)})
		if refused != nil {
			if refused.Code != "game.over" || refused.Ply < 0 {
				t.Fatalf("after %d plies refused: %+v", plies, refused)
			}
			continue
		}
		if view.Now.Verdict.Reason == nil || view.Now.Verdict.Reason.Code != "repetition" || view.Occurrences != 3 {
			t.Errorf("after %d plies %+v, occurred %d times", plies, view.Now.Verdict, view.Occurrences)
		}
		return
	}
}

// A card may be placed on the cell that the pivot has left.
func TestCellsOfAMoveAreListedOnce(t *testing.T) {
	match := MatchText{Game: "pivot", Start: "4/4/4/C3 2", Moves: []string{"a1-a2+s@a1"}}
	view := must[MatchView](t, "match", params{"match": match})
	if got, want := view.Plies[0].Cells, []string{"a1", "a2"}; !slices.Equal(got, want) {
		t.Errorf("cells %v, want %v", got, want)
	}
}

func TestRefusedMoveIsNamed(t *testing.T) {
	_, refused := ask[any](t, "match", params{"match": matchOf("quantik", "S@a1", "S@a2")})
	want := Refusal{
		Phrase: Phrase{
			Code: "quantik.opposed", Params: map[string]string{"shape": "sphere", "cell": "a1", "unit": "column"},
			Text: "your opponent's sphere on a1 is in the same column",
		},
		Input: "S@a2", Cells: []string{"a1"}, Ply: 1,
	}
	if refused == nil || !reflect.DeepEqual(*refused, want) {
		t.Errorf("got\n%+v\nwant\n%+v", refused, want)
	}
}

// Cells off the board cannot be highlighted.
func TestCellsOffTheBoardAreNotShown(t *testing.T) {
	_, refused := ask[any](t, "readMove", params{"game": "quixo3", "position": "", "text": "a1-e5"})
	if refused == nil || refused.Code != "move.offboard" || len(refused.Cells) != 0 {
		t.Errorf("%+v", refused)
	}
}

// Making a move choice by choice shows it step by step, and every cell can either
// be chosen or has a reason why not.
func TestMoveChoiceByChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, g := range games.All() {
		for range 20 {
			m := randomMatch(t, g.Game, rng)
			p := m.Position()
			if len(p.Moves()) == 0 {
				continue
			}
			wanted := p.Moves()[rng.IntN(len(p.Moves()))]
			choose(t, p, wanted)
		}
	}
}

// choose makes a move choice by choice.
func choose(t *testing.T, p game.Position, wanted game.Move) {
	t.Helper()
	whole, made := p.Picks(wanted), game.Picks{}
	request := params{"game": p.Game().ID(), "position": p.String(), "picks": made}
	for _, slot := range p.Game().Slots() {
		refused := must[map[string]Refusal](t, "refusals", request)
		value, has := whole[slot.ID]
		if !has {
			continue
		}
		if slot.OnBoard {
			checkRefusals(t, p, made, slot.ID, refused)
		}
		made[slot.ID] = value
	}
	seen := must[Preview](t, "preview", request)
	after, err := p.Play(wanted)
	if err != nil {
		t.Fatal(err)
	}
	if want := cellTexts(lettersOf(after)); seen.Move != p.MoveText(wanted) || !maps.Equal(seen.Cells, want) {
		t.Errorf("%s %s: the preview is %+v, want %v", p, p.MoveText(wanted), seen, want)
	}
}

func checkRefusals(t *testing.T, p game.Position, made game.Picks, next game.SlotID, refused map[string]Refusal) {
	t.Helper()
	open := map[string]bool{}
	for _, m := range p.Moves() {
		if picks := p.Picks(m); made.Fits(picks) {
			open[picks[next]] = true
		}
	}
	for _, c := range slices.Collect(game.Cells(p.Game().Size())) {
		why, closed := refused[c.String()]
		if closed == open[c.String()] || closed && (why.Code == "" || why.Text == "" || strings.Contains(why.Text, "{")) {
			t.Errorf("%s after %v: %s as %s is refused for %+v", p, made, c, next, why)
		}
	}
}

func TestRefusalsSayWhy(t *testing.T) {
	for _, test := range []struct {
		game, position string
		picks          game.Picks
		cell, code     string
		cells          []string
	}{
		{"quantik", "3S/4/4/s3 1", game.Picks{"piece": "S"}, "b2", "quantik.opposed", []string{"a1"}},
		{"quantik", "3S/4/4/s3 1", game.Picks{}, "a1", "quantik.occupied", []string{"a1"}},
		{"pivot", "4/1C2/2s1/4 1", game.Picks{}, "b3", "pivot.own", []string{"b3"}},
		{"pivot", "4/1C2/2s1/4 1", game.Picks{}, "a1", "pivot.nothing", []string{"a1"}},
		{"pivot", "Sc2/C3/4/3s 1", game.Picks{}, "a4", "pivot.target", []string{"a3"}},
		{"pivot", "4/1C2/2s1/4 1", game.Picks{"from": "c2"}, "a1", "pivot.far", []string{"c2", "a1"}},
		{"pivot", "4/1C2/2s1/4 1", game.Picks{"from": "c2", "to": "c1"}, "c1", "pivot.drop", []string{"c1"}},
		{"pivot", "4/1C2/2s1/4 1", game.Picks{"from": "c2", "to": "c1", "face": "c"}, "b3", "pivot.drop", []string{"b3"}},
		{"quixo", "", game.Picks{}, "c3", "quixo.inner", []string{"c3"}},
		{"quixo", "O4/5/5/5/5 X", game.Picks{}, "a5", "quixo.opposing", []string{"a5"}},
		{"quixo", "", game.Picks{"from": "c1"}, "c1", "quixo.sameplace", []string{"c1"}},
		{"quixo", "", game.Picks{"from": "c1"}, "c4", "quixo.end", []string{"c4", "c1"}},
		{"quixo4p", "x4/5/5/5/5 X1", game.Picks{}, "a5", "quixo4p.dot", []string{"a5"}},
		{"quixo4p", "xoxoX/o3x/x3o/o3x/xoxox X1", game.Picks{}, "a5", "quixo4p.dot", []string{"a5"}},
		{"quixo4p", "xoxox/o3x/x3o/o3x/xoxox X1", game.Picks{}, "a5", "quixo4p.mustpass", []string{}},
		{"quixo3", "XXX/3/3 O", game.Picks{}, "a1", "game.over", []string{}},
	} {
		found := must[map[string]Refusal](t, "refusals", params{"game": test.game, "position": test.position, "picks": test.picks})
		why := found[test.cell]
		slices.Sort(why.Cells)
		slices.Sort(test.cells)
		if why.Code != test.code || !slices.Equal(why.Cells, test.cells) {
			t.Errorf("%s %s after %v: %s is refused for %+v, want %s of %v",
				test.game, test.position, test.picks, test.cell, why, test.code, test.cells)
		}
	}
	pass := must[Preview](t, "preview", params{"game": "quixo4p", "position": "xoxox/o3x/x3o/o3x/xoxox X1", "picks": nil})
	if pass.Move != "pass" || len(pass.Motions) != 0 {
		t.Errorf("a player who can only pass sees %+v", pass)
	}
}

// A preview shows what is decided, and nothing else.
func TestPreviewOfHalfAMove(t *testing.T) {
	for _, test := range []struct {
		game, position string
		picks          game.Picks
		cells          map[string]string
		motions        int
	}{
		{"pivot", "4/4/1C2/4 2", game.Picks{"from": "b2"}, map[string]string{"b2": "C"}, 0},
		{"pivot", "4/4/1C2/4 2", game.Picks{"from": "b2", "to": "b3"}, map[string]string{"b3": "c"}, 1},
		{"pivot", "4/4/1C2/4 2", game.Picks{"face": "s", "drop": "d4"}, map[string]string{"b2": "C"}, 0},
		{"quixo4p", "5/5/5/5/O4 X1", game.Picks{"from": "a5", "to": "a1"}, map[string]string{"a1": "X?", "a2": "O"}, 5},
		{"quantik", "", game.Picks{"piece": "S"}, map[string]string{}, 0},
	} {
		got := must[Preview](t, "preview", params{"game": test.game, "position": test.position, "picks": test.picks})
		if !maps.Equal(got.Cells, test.cells) || len(got.Motions) != test.motions || got.Move != "" {
			t.Errorf("%s %s %v shows %+v", test.game, test.position, test.picks, got)
		}
	}
}
