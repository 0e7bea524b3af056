// Package solver computes the values of all positions of Quixo, stores them in
// its tablebase and looks them up there.
package solver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/exact/quixo/fit"
	"plateau/exact/quixo/network"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quixo"
	"plateau/internal/parallel"
)

// Method is how Quixo is solved on the 5×5 board.
func Method() *exact.Method {
	m := LayeredMethod(largeSize)
	m.CoreSeconds = 1540
	m.Packing.Size, m.Packing.CoreSeconds = 1.4e9, 2100
	m.Extracts = []exact.Extract{
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
	}
	return m
}

// LayeredMethod is how Quixo is solved in layers on a board with size cells along
// an edge. The small boards are stored with their distances: see [SmallMethod].
func LayeredMethod(size int) *exact.Method {
	return &exact.Method{
		NewSolver: func() exact.Solver { return NewSolver(size) },
		// A position takes two bits.
		Positions:   func(bytes int64) int64 { return 4 * bytes },
		Count:       countLayer,
		CoreSeconds: 1,
		Open:        func(folder string) (exact.Tablebase, error) { return openLarge(size, folder) },
		Packing:     packing(size),
	}
}

// openLarge opens the tablebase, or the packed one if that is all there is.
func openLarge(size int, folder string) (exact.Tablebase, error) {
	t, err := open(size, folder)
	if err == nil {
		return t, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	packed, err := dirOf(size, folder).OpenPacked(packing(size))
	if err != nil {
		return nil, err
	}
	return packed, nil
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

// Tablebase is the complete tablebase of the 5×5 board. It is safe for
// concurrent use. It does not verify checksums, which would take a minute:
// [tablebase.Layer.Verify] does.
type Tablebase struct {
	*Lookup

	layers  []*tablebase.Layer
	fromKey index.FromKey
}

// Open opens the tablebase below a folder for all games. It returns
// fs.ErrNotExist if a layer is missing.
func Open(folder string) (*Tablebase, error) { return open(largeSize, folder) }

func dirOf(size int, folder string) tablebase.Dir {
	solver := NewSolver(size)
	return tablebase.In(folder, solver.Game(), solver.Layers())
}

func open(size int, folder string) (*Tablebase, error) {
	d := dirOf(size, folder)
	t := &Tablebase{fromKey: quixo.Spec(size).FromKey}
	for layer := range d.Layers {
		l, err := d.Open(layer)
		if err != nil {
			return nil, errors.Join(err, t.Close())
		}
		t.layers = append(t.layers, l)
	}
	t.Lookup = NewLookup(size, func(layer int) (io.ReaderAt, error) { return t.layers[layer], nil })
	return t, nil
}

const largeSize = 5

// Close implements [exact.Tablebase].
func (t *Tablebase) Close() error {
	var err error
	for _, l := range t.layers {
		err = errors.Join(err, l.Close())
	}
	return err
}

// ValueOf implements [exact.Tablebase].
func (t *Tablebase) ValueOf(key uint64) (game.Value, error) {
	return index.Ask(t.fromKey, key, t.Value)
}

// Progress implements [exact.Tablebase].
func (t *Tablebase) Progress(key uint64) (int, error) {
	return index.Ask(t.fromKey, key, t.Lookup.Progress)
}

// openSmall solves the smallest board on the spot, which takes no time. For a
// larger one it reads and verifies the whole tablebase into memory. All
// distances are stored.
func openSmall(size int, folder string) (exact.Tablebase, error) {
	solver, fromKey := &smallSolver{index.NewBoard(size)}, quixo.Spec(size).FromKey
	values, err := solver.values(folder)
	if err != nil {
		return nil, err
	}
	return exact.ValueFunc(func(key uint64) (game.Value, error) {
		return index.Ask(fromKey, key, func(s *quixo.State) (game.Value, error) { return game.Value(values[indexOf(s)]), nil })
	}), nil
}

func (q *smallSolver) values(folder string) ([]byte, error) {
	if q.board.Size == smallestSize {
		return q.Solve(exact.RunOn(context.Background(), 1, nil), 0, nil)
	}
	layer, err := tablebase.In(folder, q.Game(), q.Layers()).Open(0)
	if err != nil {
		return nil, err
	}
	defer layer.Close()
	return exact.BytesOf(layer)
}

const smallestSize = 3
