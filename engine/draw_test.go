package engine_test

import (
	"testing"

	"plateau/engine"
	"plateau/engine/pivotexact/pivotdata"
	"plateau/game"
	"plateau/game/all"
)

func TestAcceptsDraw(t *testing.T) {
	for _, test := range []struct {
		game, position string
		seat           game.Seat
		want           bool
	}{
		{"quixo3", "XX1/3/O2 X", 0, false},         // who wins at once
		{"quixo3", "XX1/3/O2 X", 1, true},          // and who loses
		{"pivot", "Css1/2Cc/1c2/1s2 2", 1, false},  // a win in seven turns
		{"pivot", "Css1/2Cc/1c2/1s2 2", 0, true},   // for the other
		{"pivot", "Css1/c3/Cs1c/SS1C 1", 0, true},  // a draw
		{"quixo4p", "XXXX1/5/5/5/O4 X1", 2, false}, // the partner's win
		{"quixo4p", "XXXX1/5/5/5/O4 X1", 3, true},  // against this one
		{"quixo3", "XXX/3/3 O", 1, true},           // lost already
		{"quixo", "5/1XXX1/5/2O2/5 O", 0, false},   // only an estimate
		{"quixo", "5/1XXX1/5/2O2/5 O", 1, true},    // for the other
	} {
		p, err := find(t, test.game).Parse(test.position)
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.New(test.game, engine.Options{TableBytes: 1 << 20, Pivot: pivotdata.Losses})
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.AcceptsDraw(t.Context(), e, p, test.seat); got != test.want {
			t.Errorf("%s %s: seat %d accepts: %v", test.game, test.position, test.seat, got)
		}
	}
}

func find(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := all.Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestSolvableGamesAreSolved(t *testing.T) {
	for _, g := range all.Games() {
		e, err := engine.New(g.ID(), engine.Options{TableBytes: 1 << 16, Pivot: pivotdata.Losses})
		if err != nil {
			t.Fatal(err)
		}
		if e.Exact() != engine.Solvable(g.ID()) {
			t.Errorf("%s is exact: %v", g.ID(), e.Exact())
		}
	}
}
