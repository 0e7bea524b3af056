// Package solver computes the values of all positions of Quixo, stores them in
// its tablebase and looks them up there.
package solver

import (
	"context"
	"fmt"
	"runtime"

	index "plateau/exact/quixo"

	"plateau/exact"
	"plateau/exact/quixo/fit"
	"plateau/exact/quixo/network"
	"plateau/internal/parallel"
)

// Method is how Quixo is solved on the 5×5 board.
func Method() *exact.Method {
	return &exact.Method{
		NewSolver: func() exact.Solver { return NewSolver(largeSize) },
		// A position takes two bits.
		Positions:   func(size int64) int64 { return 4 * size },
		Count:       countLayer,
		CoreSeconds: 1540,
		Open: func(folder string) (exact.Tablebase, error) {
			t, err := Open(folder)
			if err != nil {
				return nil, err
			}
			return t, nil
		},
		Extracts: []exact.Extract{
			{
				Name:  "opening",
				Usage: "the values of all positions with up to 9 marks, which make the opening exact without the tablebase",
				Build: extractOpening,
			},
			{
				Name:  "estimate",
				Usage: "the small network that estimates positions without the tablebase; about five minutes and half a gigabyte of memory",
				Settings: []exact.Setting{
					{Name: "positions", Standard: 16_000_000, Usage: "how many positions are drawn at random"},
					{Name: "rounds", Standard: 6, Usage: "passes over the positions"},
					{Name: "seed", Standard: 1, Usage: "seed of the random choices"},
				},
				Build: extractEstimate,
			},
		},
	}
}

// SmallMethod is how Quixo is solved on a board with size cells along an edge, 3
// or 4.
func SmallMethod(size int) *exact.Method {
	values := exact.ByteValues{EntryBytes: 1}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(NewSmallSolver(size)) },
		Positions: values.Positions, Count: values.Count,
		Open:        func(folder string) (exact.Tablebase, error) { return openSmall(size, folder) },
		InMemory:    size == smallestSize,
		CoreSeconds: 3,
	}
}

// countLayer counts all positions, symmetric ones separately.
func countLayer(_ int, stored exact.Layer) (n exact.Counts, err error) {
	summary, err := Summarise(stored)
	for _, c := range summary.Counts {
		n = n.Add(c)
	}
	return n, err
}

func extractOpening(ctx context.Context, folder string, _ map[string]uint64, report func(string)) ([]byte, error) {
	t, err := Open(folder)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return index.BuildOpening(func(marks, set int) (won, lost []uint64, err error) {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		report(fmt.Sprintf("positions with %d marks", marks))
		return t.Planes(marks, set)
	})
}

func extractEstimate(ctx context.Context, folder string, settings map[string]uint64, report func(string)) ([]byte, error) {
	positions, rounds, seed := int(settings["positions"]), int(settings["rounds"]), settings["seed"]
	if positions < fit.MinExamples || rounds < 1 {
		return nil, fmt.Errorf("an estimate needs at least %d positions and one round", fit.MinExamples)
	}
	t, err := Open(folder)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	spread := func(n int, do func(i int)) {
		// All must be done: the fit checks the context itself.
		_ = parallel.For(context.Background(), runtime.GOMAXPROCS(0), n, func(_, i int) { do(i) })
	}
	report("drawing positions")
	examples := fit.Draw(positions, seed, spread)
	err = fit.Label(ctx, examples, t, func(done int) {
		report(fmt.Sprintf("%.1f %% of the positions looked up", 100*float64(done)/float64(len(examples))))
	})
	if err != nil {
		return nil, err
	}
	data, err := fit.Fit(ctx, examples, fit.Options{
		Rounds: rounds, Seed: seed, Parallel: spread,
		Report: func(done int, loss float64) {
			part := float64(done) / float64(len(examples)*rounds)
			report(fmt.Sprintf("%.1f %% fitted, loss per position %.4f", 100*part, loss))
		},
	})
	if err != nil {
		return nil, err
	}
	_, err = network.New(data)
	return data, err
}
