package engine_test

import (
	"testing"

	"plateau/engine"
	"plateau/game"
)

func TestVerdictOfAnalysis(t *testing.T) {
	tests := []struct {
		name  string
		depth int
		moves []game.Value
		want  game.Value
		won   bool
	}{
		{"looked up", 0, []game.Value{game.WinIn(21), game.Draw}, game.WinIn(21), false},
		{"looked far enough", 5, []game.Value{game.WinIn(5), game.Unknown}, game.WinIn(5), true},
		{"found at the next depth", 4, []game.Value{game.WinIn(5), game.Unknown}, game.WinIn(5), false},
		{"perhaps shorter", 5, []game.Value{game.WinIn(9), game.Unknown}, game.Win, false},
		{"perhaps shorter, but won", 5, []game.Value{game.WinIn(9), game.Win}, game.Win, false},
		{"nothing shorter", 5, []game.Value{game.WinIn(9), game.Draw}, game.WinIn(9), false},
		{"lost somehow", 5, []game.Value{game.Loss, game.LossIn(4)}, game.Loss, false},
		{"all drawn or lost", 5, []game.Value{game.Draw, game.LossIn(4)}, game.Draw, false},
		{"drawn at least", 5, []game.Value{game.Draw, game.Unknown}, game.Unknown, false},
		{"open", 5, []game.Value{game.Unknown, game.Draw}, game.Unknown, false},
	}
	for _, test := range tests {
		a := engine.Analysis{Depth: test.depth}
		for _, v := range test.moves {
			a.Moves = append(a.Moves, engine.MoveVerdict{Verdict: engine.Verdict{Value: v}})
		}
		if got := a.Verdict(game.Running, 0); got.Value != test.want || a.Won() != test.won {
			t.Errorf("%s: %v, won %v", test.name, got.Value, a.Won())
		}
	}
	over := engine.Analysis{}
	if got := over.Verdict(game.Drawn, 0); got.Value != game.Draw || over.Won() {
		t.Errorf("a finished game: %v", got.Value)
	}
}
