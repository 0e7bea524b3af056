package full_test

import (
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/games/full"
)

// onlyLosses leaves Quixo to the search.
func onlyLosses(name string) ([]byte, error) {
	if name != games.PivotLosses {
		return nil, nil
	}
	return full.Data(name)
}

func TestAcceptsDraw(t *testing.T) {
	for _, test := range []struct {
		game, position string
		seat           game.Seat
		want           bool
	}{
		{"quixo3", "XX1/3/O2 X", 0, false},         // wins at once
		{"quixo3", "XX1/3/O2 X", 1, true},          // loses at once
		{"pivot", "Css1/2Cc/1c2/1s2 2", 1, false},  // a win in seven turns
		{"pivot", "Css1/2Cc/1c2/1s2 2", 0, true},   // for the other side
		{"pivot", "Css1/c3/Cs1c/SS1C 1", 0, true},  // a draw
		{"quixo4p", "XXXX1/5/5/5/O4 X1", 2, false}, // the partner wins
		{"quixo4p", "XXXX1/5/5/5/O4 X1", 3, true},  // the opponents win
		{"quixo3", "XXX/3/3 O", 1, true},           // lost already
		{"quixo", "5/1XXX1/5/2O2/5 O", 0, false},   // only an estimate
		{"quixo", "5/1XXX1/5/2O2/5 O", 1, true},    // for the other side
	} {
		p, err := entry(t, test.game).Game.Parse(test.position)
		if err != nil {
			t.Fatal(err)
		}
		e := opened(t, test.game, catalogue.Sources{Data: onlyLosses})(small)
		if got := engine.AcceptsDraw(t.Context(), e, p, test.seat); got != test.want {
			t.Errorf("%s %s: seat %d accepts: %v", test.game, test.position, test.seat, got)
		}
	}
}
