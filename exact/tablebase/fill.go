package tablebase

import (
	"errors"
	"fmt"
	"io/fs"

	"plateau/exact"
)

// Fill solves the first so many layers of a game and stores them, going on
// behind the last one that is there already. begin is told of every layer that
// is solved.
func (d Dir) Fill(run exact.Run, p exact.Solver, layers int, begin func(layer int)) error {
	var before exact.Layer
	for layer := range layers {
		solved, err := d.fillLayer(run, p, layer, before, begin)
		if err != nil {
			return fmt.Errorf("layer %d: %w", layer, err)
		}
		before = solved
	}
	return nil
}

// fillLayer gives the layer if it was solved, and nil if it was there already.
func (d Dir) fillLayer(run exact.Run, p exact.Solver, layer int, before exact.Layer, begin func(layer int)) (exact.Layer, error) {
	l, err := d.Open(layer)
	if err == nil {
		return nil, l.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if before == nil && layer > 0 {
		stored, err := d.Open(layer - 1)
		if err != nil {
			return nil, err
		}
		defer stored.Close()
		before = stored
	}
	begin(layer)
	solved, err := p.Solve(run, layer, before)
	if err != nil {
		return nil, err
	}
	return solved, d.Write(layer, solved)
}

// Missing is the number of bytes that those of the first so many layers will
// take that are still to be solved.
func (d Dir) Missing(p exact.Solver, layers int) int64 {
	sum := int64(0)
	for layer := range layers {
		l, err := d.Open(layer)
		if err != nil {
			sum += headSize + p.Size(layer)
			continue
		}
		_ = l.Close()
	}
	return sum
}
