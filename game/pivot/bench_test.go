package pivot_test

import (
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/pivot"
)

// handWalk is [game.Perft] written out for this type, to measure what generics
// cost.
type handWalk struct {
	states []pivot.State
	moves  []game.Move
}

func perftByHand(s pivot.State, depth int) uint64 {
	w := handWalk{states: make([]pivot.State, depth), moves: make([]game.Move, 0, 256*depth)}
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

const depth = 4

func BenchmarkGeneric(b *testing.B) {
	gametest.BenchmarkPerft[pivot.State, *pivot.State](b, pivot.Spec(), depth)
}

func BenchmarkByHand(b *testing.B) {
	gametest.BenchmarkCount(b, "pivot", depth, func() uint64 { return perftByHand(pivot.Start(), depth) })
}

func BenchmarkDeep(b *testing.B) { gametest.BenchmarkDeep[pivot.State, *pivot.State](b, pivot.Spec()) }
