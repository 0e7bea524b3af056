// Package solve computes the value of every position of a game.
//
// A game is solved in layers, each from the one before it alone: positions
// with more pieces first, since pieces never leave a board. What a layer is
// stored as is the affair of its game; storing it is package tablebase's.
package solve

import (
	"bytes"
	"context"
	"io"
)

// Problem is the solving of one game.
type Problem interface {
	// Game is the id of the game.
	Game() string
	// Layers is the number of layers, which are solved in the order 0, 1, ….
	Layers() int
	// Size is the number of bytes that a layer is stored in, or at most, if
	// that depends on what is found.
	Size(layer int) int64
	// Memory is the number of bytes that solving needs at most.
	Memory() int64
	// Solve computes a layer; before is the one before it, as this method
	// gave it or as it is stored, and nil for the first. It must not be used
	// afterwards, since its memory may be. A cancelled run gives an error and
	// no layer.
	Solve(run Run, layer int, before Layer) (Layer, error)
}

// Layer is a layer as it is stored. It can be written as often as is wanted;
// one that comes from a file gives an error if the file is damaged.
type Layer interface {
	Size() int64
	io.WriterTo
}

// ByteProblem is a [Problem] whose layers are small enough to be handed around
// as they are stored.
type ByteProblem interface {
	Game() string
	Layers() int
	Size(layer int) int64
	Memory() int64
	Solve(run Run, layer int, before []byte) ([]byte, error)
}

// InBytes makes a problem of one whose layers are bytes.
func InBytes(p ByteProblem) Problem { return byteProblem{p} }

type byteProblem struct{ ByteProblem }

func (p byteProblem) Solve(run Run, layer int, before Layer) (Layer, error) {
	stored, err := BytesOf(before)
	if err != nil {
		return nil, err
	}
	contents, err := p.ByteProblem.Solve(run, layer, stored)
	if err != nil {
		return nil, err
	}
	return Bytes(contents), nil
}

// Bytes is a layer in memory.
type Bytes []byte

// Size implements [Layer].
func (b Bytes) Size() int64 { return int64(len(b)) }

// WriteTo implements [Layer].
func (b Bytes) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(b)
	return int64(n), err
}

// BytesOf is what a layer is stored as; nil stays nil.
func BytesOf(l Layer) (Bytes, error) {
	switch l := l.(type) {
	case nil:
		return nil, nil
	case Bytes:
		return l, nil
	}
	b := bytes.NewBuffer(make([]byte, 0, l.Size()))
	_, err := l.WriteTo(b)
	return b.Bytes(), err
}

// Run is what a solver may use of the outside: how its work is spread over
// the cores, and where it tells how far it is.
type Run struct {
	context.Context
	// Workers is the number of pieces of work done at the same time.
	Workers int
	// Parallel calls do for every i below n, up to Workers at a time, and
	// returns when all are done or the context has ended, with its error.
	// The worker's number, below Workers, lets do keep memory of its own.
	Parallel func(n int, do func(worker, i int)) error
	// Report tells how much of the layer is done. It may be called by any
	// worker at any time.
	Report func(done, total int64)
}
