package engine

import (
	"testing"

	"plateau/game"
	"plateau/game/quixo"
)

// A move back to an earlier position is not chosen while another is as good.
func TestRepetitionIsAvoided(t *testing.T) {
	start := quixo.Start(5, quixo.Cross)
	moves := start.AppendMoves(nil)
	for repeating := range 2 {
		search := NewSearch[quixo.State](quixo.Spec(5), zero[quixo.State], NewTranspositions(1<<16))
		roots := []rootMove{{move: moves[0]}, {move: moves[1]}}
		roots[repeating].repeats = true
		best, complete := searchRoot(t.Context(), search, &start, roots, 1)
		if want := moves[1-repeating]; !complete || best.move != want || best.score != 0 {
			t.Errorf("if move %d repeats, %d with score %d is the best, want %d with 0", repeating, best.move, best.score, want)
		}
		if roots[1].move != moves[repeating] || roots[1].score != repetitionScore {
			t.Errorf("move %d has score %d, want %d", roots[1].move, roots[1].score, repetitionScore)
		}
	}
}

// What is known to be worse than something else that is known is no choice.
func TestDropWorse(t *testing.T) {
	for _, c := range []struct {
		what  string
		known map[game.Move]game.Value
		want  []game.Move
	}{
		{"nothing is known", nil, []game.Move{1, 2, 3}},
		{"a loss", map[game.Move]game.Value{1: game.LossIn(4)}, []game.Move{1, 2, 3}},
		{"only losses", map[game.Move]game.Value{1: game.LossIn(4), 2: game.LossIn(2), 3: game.Loss}, []game.Move{1, 2, 3}},
		{"a draw and a loss", map[game.Move]game.Value{1: game.LossIn(4), 2: game.Draw}, []game.Move{2, 3}},
		{"a win", map[game.Move]game.Value{1: game.LossIn(4), 2: game.Draw, 3: game.WinIn(5)}, []game.Move{3}},
		{"two wins", map[game.Move]game.Value{1: game.Win, 3: game.WinIn(5)}, []game.Move{1, 3}},
	} {
		var left []game.Move
		for _, m := range dropWorse([]rootMove{{move: 1}, {move: 2}, {move: 3}}, c.known) {
			left = append(left, m.move)
		}
		if len(left) != len(c.want) || left[0] != c.want[0] || left[len(left)-1] != c.want[len(left)-1] {
			t.Errorf("%s: left are %v, want %v", c.what, left, c.want)
		}
	}
}
