package tablebase

import (
	"errors"
	"fmt"
	"io/fs"

	"plateau/exact"
)

// Fill solves and stores the first layers of a game. It resumes after the last
// layer that is already stored. It calls begin for every layer that it solves.
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

// fillLayer returns the layer if it solved it, and nil if it was already
// stored.
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

// Missing is the number of bytes that the unsolved ones of the first layers
// will need.
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
