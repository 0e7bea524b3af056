package game_test

import (
	"testing"

	"plateau/game"
)

func TestValuesReadAndOrder(t *testing.T) {
	for v := game.Unknown; ; v++ {
		got, err := game.ParseValue(v.String())
		if err != nil || got != v {
			t.Errorf("%d is written %q and read as %d, %v", v, v, got, err)
		}
		if v == 255 {
			break
		}
	}
	if game.LossIn(0) >= game.LossIn(1) || game.LossIn(125) >= game.Draw || game.Draw >= game.WinIn(125) || game.WinIn(1) >= game.WinIn(0) {
		t.Error("values are not in the order of worth")
	}
	for _, text := range []string{"", "win 126", "win -1", "draw 1", "lost"} {
		if v, err := game.ParseValue(text); err == nil {
			t.Errorf("%q was read as %v", text, v)
		}
	}
}

func TestValueBefore(t *testing.T) {
	for after, want := range map[string]string{
		"loss 0": "win 1", "win 0": "loss 1", "loss 7": "win 8", "win 124": "loss 125",
		"win 125": "loss", "loss 125": "win", "win": "loss", "loss": "win",
		"draw": "draw", "unknown": "unknown",
	} {
		v, err := game.ParseValue(after)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Before().String(); got != want {
			t.Errorf("before %s is %s, want %s", after, got, want)
		}
	}
}
