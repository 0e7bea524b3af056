// Package solve computes the value of every position of a game.
//
// A game is solved in layers, each from the one before it alone: positions
// with more pieces first, since pieces never leave a board. What a layer is
// stored as is the affair of its game; storing it is package tablebase's.
package solve

import "context"

// Problem is the solving of one game.
type Problem interface {
	// Game is the id of the game.
	Game() string
	// Layers is the number of layers, which are solved in the order 0, 1, ….
	Layers() int
	// Size is the number of bytes that a layer is stored in.
	Size(layer int) int64
	// Memory is the number of bytes that solving needs at most.
	Memory() int64
	// Solve computes a layer; before is the one solved before it, as stored,
	// and nil for the first. A cancelled run gives an error and no layer.
	Solve(run Run, layer int, before []byte) ([]byte, error)
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
