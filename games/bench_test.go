package games

import (
	"context"
	"math/rand/v2"
	"testing"

	"plateau/engine"
	"plateau/exact/data"
	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

// after plays random moves from a state, until the game ends at the latest.
func after[S any, P game.State[S]](s S, plies int, rng *rand.Rand) S {
	for range plies {
		moves := P(&s).AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		P(&s).Play(moves[rng.IntN(len(moves))])
	}
	return s
}

// benchmarkDepth searches the same twenty positions from the middle of random
// games to a depth, each from an empty transposition table.
func benchmarkDepth[S any, P game.State[S]](b *testing.B, spec game.Spec[S], evaluate engine.Evaluate[S], plies, depth int) {
	b.Helper()
	benchmarkSearch(b, engine.NewSearch[S, P](spec, evaluate, engine.NewTranspositions(16<<20)), spec, plies, depth)
}

func benchmarkSearch[S any, P game.State[S]](b *testing.B, search *engine.Search[S, P], spec game.Spec[S], plies, depth int) {
	b.Helper()
	nodes := uint64(0)
	for b.Loop() {
		rng := rand.New(rand.NewPCG(1, 1))
		nodes = 0
		for range 20 {
			search.Reset()
			s := after[S, P](spec.Start(0), plies, rng)
			for d := 1; d <= depth; d++ {
				search.Run(context.Background(), &s, d, -engine.Infinity, engine.Infinity)
			}
			nodes += search.Nodes()
		}
	}
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

func BenchmarkTimeToDepth(b *testing.B) {
	b.Run("quantik/9", func(b *testing.B) { benchmarkDepth(b, quantik.Spec(), evaluateQuantik, 4, 9) })
	b.Run("pivot/4", func(b *testing.B) { benchmarkDepth(b, pivot.Spec(), evaluatePivot, 7, 4) })
	b.Run("quixo/7", func(b *testing.B) { benchmarkDepth(b, quixo.Spec(5), evaluateQuixo, 16, 7) })
	b.Run("quixo by the network/7", func(b *testing.B) { benchmarkNetwork(b, false) })
	b.Run("quixo selectively/7", func(b *testing.B) { benchmarkNetwork(b, true) })
	b.Run("quixo from the start/8", func(b *testing.B) { benchmarkDepth(b, quixo.Spec(5), evaluateQuixo, 0, 8) })
	b.Run("quixo4p/5", func(b *testing.B) { benchmarkDepth(b, quixo.Spec4(), evaluateQuixo4, 16, 5) })
}

func benchmarkNetwork(b *testing.B, selective bool) {
	b.Helper()
	net, err := network.New(data.QuixoEstimate)
	if err != nil {
		b.Fatal(err)
	}
	search := engine.NewSearch[quixo.State](quixo.Spec(5), estimateQuixo(net), engine.NewTranspositions(16<<20))
	search.Selective = selective
	benchmarkSearch(b, search, quixo.Spec(5), 16, 7)
}
