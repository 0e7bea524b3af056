package full_test

import (
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/game/gametest"
)

// What a search of Quixo proves agrees with the known values, and it never
// proves more moves to win or lose than there are.
func TestQuixoProofsAreNeverWrong(t *testing.T) {
	answers, err := gametest.Answers("quixo")
	if err != nil {
		t.Fatal(err)
	}
	g := entry(t, "quixo")
	e := opened(t, "quixo", catalogue.Sources{Data: withoutOpening})(small)
	for i, a := range answers {
		p, err := g.Game.Parse(a.Position)
		if err != nil {
			t.Fatal(err)
		}
		depth := 2
		if i%20 == 0 {
			depth = 4
		}
		analysis := e.Analyse(t.Context(), p, depth, func(*engine.Analysis) {})
		verdict := analysis.Verdict(p.Outcome(), g.Game.Seats()[p.ToMove()].Team)
		if v := verdict.Value; v.IsWin() && a.Value != "win" || v.IsLoss() && a.Value != "loss" || v == game.Draw {
			t.Errorf("%s is a %s, proved was a %v", a.Position, a.Value, v)
		}
		wins, losses := 0, 0
		for _, m := range analysis.Moves {
			if m.Value.IsWin() {
				wins++
			} else if m.Value.IsLoss() {
				losses++
			}
		}
		if wins > a.Wins || losses > a.Losses {
			t.Errorf("%s: proved that %d moves win and %d lose; it is %d and %d", a.Position, wins, losses, a.Wins, a.Losses)
		}
	}
}
