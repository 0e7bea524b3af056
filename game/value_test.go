package game_test

import (
	"testing"

	"plateau/game"
)

func TestValueTextsAndOrder(t *testing.T) {
	for v, want := range map[game.Value]string{
		game.Unknown: "unknown", game.LossIn(0): "loss 0", game.LossIn(125): "loss 125", game.Loss: "loss",
		game.Draw: "draw", game.Win: "win", game.WinIn(125): "win 125", game.WinIn(3): "win 3", game.WinIn(0): "win 0",
	} {
		if got := v.String(); got != want {
			t.Errorf("%d is written %q, want %q", v, got, want)
		}
	}
	values := map[string]game.Value{}
	for v := game.Unknown; ; v++ {
		if other, twice := values[v.String()]; twice {
			t.Errorf("%d and %d are both written %q", other, v, v)
		}
		values[v.String()] = v
		if v == 255 {
			break
		}
	}
	if game.LossIn(0) >= game.LossIn(1) || game.LossIn(125) >= game.Draw || game.Draw >= game.WinIn(125) || game.WinIn(1) >= game.WinIn(0) {
		t.Error("greater values are not better")
	}
}

func TestValueResult(t *testing.T) {
	for v, want := range map[game.Value]game.Value{
		game.LossIn(0): game.Loss, game.LossIn(125): game.Loss, game.Loss: game.Loss,
		game.WinIn(0): game.Win, game.WinIn(125): game.Win, game.Win: game.Win,
		game.Draw: game.Draw, game.Unknown: game.Unknown,
	} {
		if got := v.Result(); got != want {
			t.Errorf("the result of %v is %v", v, got)
		}
	}
}

func TestValueBefore(t *testing.T) {
	for after, want := range map[game.Value]game.Value{
		game.LossIn(0): game.WinIn(1), game.WinIn(0): game.LossIn(1),
		game.LossIn(7): game.WinIn(8), game.WinIn(124): game.LossIn(125),
		game.WinIn(125): game.Loss, game.LossIn(125): game.Win, game.Win: game.Loss, game.Loss: game.Win,
		game.Draw: game.Draw, game.Unknown: game.Unknown,
	} {
		if got := after.Before(); got != want {
			t.Errorf("before %v is %v, want %v", after, got, want)
		}
	}
}
