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

// openSmall solves the smallest board on the spot, which takes no time. For a
// larger one it reads and verifies the whole tablebase into memory. All
// distances are stored.
func openSmall(size int, folder string) (exact.Tablebase, error) {
	solver, fromKey := &smallSolver{newSmallBoard(size)}, quixo.Spec(size).FromKey
	values, err := solver.values(folder)
	if err != nil {
		return nil, err
	}
	return exact.ValueFunc(func(key uint64) (game.Value, error) {
		s, err := fromKey(key)
		if err != nil {
			return game.Unknown, err
		}
		return game.Value(values[solver.board.index(&s)]), nil
	}), nil
}

func (q *smallSolver) values(folder string) ([]byte, error) {
	if q.board.size == smallestSize {
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
