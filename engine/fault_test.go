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
