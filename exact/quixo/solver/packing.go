package solver

import (
	"bytes"
	"io"

	"plateau/exact"
	"plateau/exact/quixo/packed"
)

// packing packs the layers of a board into one file.
func packing(size int) *exact.Packing {
	return &exact.Packing{
		Size: 1 << 20, CoreSeconds: 1,
		NewPacker: func(storage exact.Storage) (exact.Packer, error) {
			w, err := packed.NewWriter(storage, size)
			if err != nil {
				return nil, err
			}
			return &packer{w, size}, nil
		},
		Open: func(r io.ReaderAt) (exact.PackedTablebase, error) {
			t, err := packed.Open(size, r)
			if err != nil {
				return nil, err
			}
			return t, nil
		},
	}
}

// PackBoard solves a board and packs its values into a new file, with all of it
// in memory: it is for small boards.
func PackBoard(run exact.Run, size int, storage exact.Storage) error {
	w, err := packing(size).NewPacker(storage)
	if err != nil {
		return err
	}
	return solveAll(run, NewSolver(size), func(solved exact.Layer) error {
		contents, err := exact.BytesOf(solved)
		if err != nil {
			return err
		}
		return w.Add(run, bytes.NewReader(contents))
	})
}

// packer packs stored layers.
type packer struct {
	*packed.Writer

	size int
}

// Add implements [exact.Packer].
func (p *packer) Add(run exact.Run, stored io.ReaderAt) error {
	l := NewLookup(p.size, func(int) (io.ReaderAt, error) { return stored, nil })
	marks := l.board.Cells - p.Layers()
	return p.Writer.Add(run, func(set int) (*packed.Values, error) { return l.Values(marks, set) })
}

// Values reads the values of a set, given by its number.
func (l *Lookup) Values(marks, set int) (*packed.Values, error) {
	won, lost, err := l.Planes(marks, set)
	if err != nil {
		return nil, err
	}
	late, err := l.lateLosses(marks, set)
	return &packed.Values{Won: won, Lost: lost, Late: late}, err
}
