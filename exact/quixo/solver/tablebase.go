package solver

import (
	"context"
	"errors"
	"io"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/game/quixo"
)

// Tablebase is the complete tablebase of the 5×5 board. It is safe for
// concurrent use. It does not verify checksums, which would take a minute:
// [tablebase.Layer.Verify] does.
type Tablebase struct {
	*Lookup

	layers  []*tablebase.Layer
	fromKey func(key uint64) (quixo.State, error)
}

// Open opens the tablebase below a folder for all games. It returns
// fs.ErrNotExist if a layer is missing.
func Open(folder string) (*Tablebase, error) {
	solver := NewSolver(largeSize)
	d := tablebase.In(folder, solver.Game(), solver.Layers())
	t := &Tablebase{fromKey: quixo.Spec(largeSize).FromKey}
	for layer := range d.Layers {
		l, err := d.Open(layer)
		if err != nil {
			return nil, errors.Join(err, t.Close())
		}
		t.layers = append(t.layers, l)
	}
	t.Lookup = NewLookup(largeSize, func(layer int) (io.ReaderAt, error) { return t.layers[layer], nil })
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
	s, err := t.fromKey(key)
	if err != nil {
		return game.Unknown, err
	}
	return t.Value(&s)
}

// Progress implements [exact.Tablebase].
func (t *Tablebase) Progress(key uint64) (int, error) {
	s, err := t.fromKey(key)
	if err != nil {
		return 0, err
	}
	return t.Lookup.Progress(&s)
}

// smallTablebase is the tablebase of a small board, all in memory.
type smallTablebase struct {
	solver  *SmallSolver
	values  []byte
	fromKey func(key uint64) (quixo.State, error)
}

// openSmall solves the smallest board on the spot, which takes no time. For a
// larger one it reads and verifies the whole tablebase.
func openSmall(size int, folder string) (exact.Tablebase, error) {
	t := &smallTablebase{solver: NewSmallSolver(size), fromKey: quixo.Spec(size).FromKey}
	var err error
	if size == smallestSize {
		t.values, err = t.solver.Solve(exact.RunOn(context.Background(), 1, nil), 0, nil)
		return t, err
	}
	layer, err := tablebase.In(folder, t.solver.Game(), t.solver.Layers()).Open(0)
	if err != nil {
		return nil, err
	}
	defer layer.Close()
	t.values, err = layer.Contents()
	return t, err
}

const smallestSize = 3

// ValueOf implements [exact.Tablebase].
func (t *smallTablebase) ValueOf(key uint64) (game.Value, error) {
	s, err := t.fromKey(key)
	if err != nil {
		return game.Unknown, err
	}
	return game.Value(t.values[t.solver.board.index(&s)]), nil
}

// Progress implements [exact.Tablebase]. It is never needed: all distances are
// stored.
func (t *smallTablebase) Progress(uint64) (int, error) { return 0, nil }

// Close implements [exact.Tablebase].
func (t *smallTablebase) Close() error { return nil }
