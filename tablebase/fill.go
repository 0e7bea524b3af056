package tablebase

import (
	"errors"
	"fmt"
	"io/fs"

	"plateau/solve"
)

// Fill solves a game and stores its layers, going on behind the last layer
// that is there already. begin is told of every layer that is solved.
func (d Dir) Fill(run solve.Run, p solve.Problem, begin func(layer int)) error {
	var before []byte
	for layer := range p.Layers() {
		contents, err := d.finished(layer, d.needs(layer+1))
		if errors.Is(err, fs.ErrNotExist) {
			begin(layer)
			if contents, err = p.Solve(run, layer, before); err == nil {
				err = d.Write(layer, contents)
			}
		}
		if err != nil {
			return fmt.Errorf("layer %d: %w", layer, err)
		}
		before = contents
	}
	return nil
}

// needs tells whether a layer has still to be solved.
func (d Dir) needs(layer int) bool {
	if layer >= d.Layers {
		return false
	}
	l, err := d.Open(layer)
	if err == nil {
		err = l.Close()
	}
	return err != nil
}

// finished opens a layer that is there; it is read only if the next one has to
// be solved from it.
func (d Dir) finished(layer int, read bool) ([]byte, error) {
	l, err := d.Open(layer)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	if !read {
		return nil, nil
	}
	return l.Contents()
}

// Missing is the number of bytes that the layers still to be solved will take.
func (d Dir) Missing(p solve.Problem) int64 {
	sum := int64(0)
	for layer := range p.Layers() {
		if d.needs(layer) {
			sum += headSize + p.Size(layer)
		}
	}
	return sum
}
