package quixo_test

import (
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

// handWalk is [game.Perft] written out for one type, to measure what generics cost.
type handWalk struct {
	states []quixo.State
	moves  []game.Move
}

func perftByHand(s quixo.State, depth int) uint64 {
	w := handWalk{states: make([]quixo.State, depth), moves: make([]game.Move, 0, 256*depth)}
	w.states[0] = s
	return w.count(0)
}

func (w *handWalk) count(ply int) uint64 {
	s := &w.states[ply]
	first := len(w.moves)
	w.moves = s.AppendMoves(w.moves)
	last := len(w.moves)
	if ply+1 == len(w.states) {
		w.moves = w.moves[:first]
		return uint64(last - first)
	}
	sum := uint64(0)
	child := &w.states[ply+1]
	for i := first; i < last; i++ {
		*child = *s
		child.Play(w.moves[i])
		sum += w.count(ply + 1)
	}
	w.moves = w.moves[:first]
	return sum
}

const (
	depth  = 5
	depth4 = 4
)

func BenchmarkPerft(b *testing.B) {
	b.Run("quixo", func(b *testing.B) {
		gametest.BenchmarkPerft[quixo.State, *quixo.State](b, quixo.Spec(5), depth)
	})
	b.Run("quixo4p", func(b *testing.B) {
		gametest.BenchmarkPerft[quixo.State4, *quixo.State4](b, quixo.Spec4(), depth4)
	})
}

func BenchmarkPerftByHand(b *testing.B) {
	gametest.BenchmarkCount(b, "quixo", depth, func() uint64 { return perftByHand(quixo.Start(5, quixo.Cross), depth) })
}

func BenchmarkDeep(b *testing.B) {
	for size := 3; size <= 5; size++ {
		gametest.BenchmarkDeep[quixo.State, *quixo.State](b, quixo.Spec(size))
	}
	gametest.BenchmarkDeep[quixo.State4, *quixo.State4](b, quixo.Spec4())
}
