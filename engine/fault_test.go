package engine_test

import (
	"testing"

	"plateau/engine"
	"plateau/game"
)

func TestFaults(t *testing.T) {
	proved := func(v game.Value) engine.Verdict { return engine.Verdict{Value: v} }
	guess := func(s engine.Score) engine.Verdict { return engine.Verdict{Estimate: s} }
	for _, test := range []struct {
		before, after engine.Verdict
		want          engine.Fault
	}{
		{proved(game.WinIn(3)), proved(game.WinIn(3)), engine.NoFault},
		{proved(game.WinIn(3)), proved(game.WinIn(5)), engine.Inaccuracy},
		{proved(game.WinIn(3)), proved(game.Win), engine.NoFault},
		{proved(game.WinIn(3)), guess(500), engine.NoFault},
		{proved(game.WinIn(3)), guess(0), engine.Inaccuracy},
		{proved(game.WinIn(3)), proved(game.Draw), engine.Mistake},
		{proved(game.WinIn(3)), proved(game.LossIn(2)), engine.Blunder},
		{proved(game.Win), proved(game.Loss), engine.Blunder},
		{proved(game.Draw), proved(game.Draw), engine.NoFault},
		{proved(game.Draw), guess(0), engine.NoFault},
		{proved(game.Draw), proved(game.LossIn(8)), engine.Mistake},
		{proved(game.LossIn(8)), proved(game.LossIn(8)), engine.NoFault},
		{proved(game.LossIn(8)), proved(game.LossIn(2)), engine.Inaccuracy},
		{proved(game.Loss), proved(game.LossIn(2)), engine.NoFault},
		{guess(100), guess(90), engine.NoFault},
		// Both are clearly better: nothing that could be said was lost.
		{guess(900), guess(200), engine.NoFault},
		{guess(900), guess(180), engine.Inaccuracy},
		{guess(45), guess(-44), engine.NoFault},
		{guess(45), guess(-46), engine.Inaccuracy},
		{guess(300), guess(-300), engine.Inaccuracy},
		{guess(900), proved(game.LossIn(2)), engine.Blunder},
		{guess(0), proved(game.LossIn(2)), engine.Mistake},
		// It was nearly lost before.
		{guess(-150), proved(game.LossIn(2)), engine.Inaccuracy},
		{guess(-900), proved(game.LossIn(2)), engine.NoFault},
		{guess(0), proved(game.Draw), engine.NoFault},
	} {
		if got := engine.FaultOf(test.before, test.after); got != test.want {
			t.Errorf("from %+v to %+v is %s, want %s", test.before, test.after, got, test.want)
		}
	}
}

func TestLeads(t *testing.T) {
	for _, test := range []struct {
		estimate engine.Score
		want     engine.Lead
	}{
		{0, engine.Even}, {45, engine.Even}, {46, engine.Ahead}, {185, engine.Ahead}, {186, engine.FarAhead}, {9000, engine.FarAhead},
	} {
		for _, sign := range []int{1, -1} {
			v := engine.Verdict{Estimate: test.estimate * engine.Score(sign)}
			if got, want := v.Lead(), test.want*engine.Lead(sign); got != want {
				t.Errorf("an estimate of %d is lead %d, want %d", v.Estimate, got, want)
			}
		}
	}
}
