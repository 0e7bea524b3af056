// Package exact is what all solved games share: how they are solved, stored and
// looked up.
//
// A game is solved in layers, each from the one before it alone: positions
// with more pieces first, since pieces never leave a board. What a layer is
// stored as is up to its game; the files are those of package tablebase.
package exact

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"

	"plateau/game"
)

// Method is how one game is solved.
type Method struct {
	// NewSolver makes a solver.
	NewSolver func() Solver
	// Positions is about how many positions a layer of so many bytes has.
	Positions func(size int64) int64
	// Count says how many positions of a layer are won, lost and drawn.
	Count func(layer int, stored Layer) (Counts, error)
	// Open opens the game's tablebase below a folder for all games, or
	// returns fs.ErrNotExist where it is not complete. It is nil where
	// engines know the game without one.
	Open func(folder string) (Tablebase, error)
	// InMemory tells that Open solves the game anew, because that takes no
	// time, and needs no files.
	InMemory bool
	// CoreSeconds is about how long solving takes one core of a current
	// machine.
	CoreSeconds int
	// Extracts are the data sets that are made from the tablebase, for
	// programs that do not have it.
	Extracts []Extract
}

// Tablebase looks values up. It is safe for concurrent use.
type Tablebase interface {
	// ValueOf is the value of the position with a key.
	ValueOf(key uint64) (game.Value, error)
	// Progress is for wins without a distance: a number for every lost
	// position, such that always moving to the smallest wins in the end.
	Progress(key uint64) (int, error)
	Close() error
}

// Checker is a tablebase that can compare itself with the rules.
type Checker interface {
	// CheckRandom compares the value of a random position with those of the
	// positions that its moves lead to.
	CheckRandom(rng *rand.Rand) error
}

// Extract makes a data set from a tablebase. The same tablebase and settings
// always give the same bytes on machines of one kind.
type Extract struct {
	Name string
	// Usage says what it is for, in one line.
	Usage    string
	Settings []Setting
	// Build reads the tablebase below a folder for all games. Its report says
	// what is being done.
	Build func(ctx context.Context, folder string, settings map[string]uint64, report func(status string)) ([]byte, error)
}

// Setting is a number that an extract depends on.
type Setting struct {
	Name string
	// Standard is the number that made the data which is part of the program.
	Standard uint64
	Usage    string
}

// Counts are numbers of positions by their values for the player to move.
type Counts struct{ Won, Lost, Drawn int64 }

// Plus is the sum of both.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Won + d.Won, c.Lost + d.Lost, c.Drawn + d.Drawn}
}

// All is the number of positions.
func (c Counts) All() int64 { return c.Won + c.Lost + c.Drawn }

// Solver computes the value of every position of one game.
type Solver interface {
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
	// returned it or as it is stored, and nil for the first. It must not be
	// used afterwards, since its memory may be. A cancelled run returns an
	// error and no layer.
	Solve(run Run, layer int, before Layer) (Layer, error)
}

// Layer is a layer as it is stored. It can be written any number of times; one
// that comes from a file returns an error if the file is damaged.
type Layer interface {
	Size() int64
	io.WriterTo
}

// ByteSolver is a [Solver] whose layers are small enough to be passed around as
// they are stored.
type ByteSolver interface {
	Game() string
	Layers() int
	Size(layer int) int64
	Memory() int64
	Solve(run Run, layer int, before []byte) ([]byte, error)
}

// InBytes makes a solver from one whose layers are bytes.
func InBytes(s ByteSolver) Solver { return byteSolver{s} }

type byteSolver struct{ ByteSolver }

func (s byteSolver) Solve(run Run, layer int, before Layer) (Layer, error) {
	stored, err := BytesOf(before)
	if err != nil {
		return nil, err
	}
	contents, err := s.ByteSolver.Solve(run, layer, stored)
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

// ByteValues counts layers whose values are bytes.
type ByteValues struct {
	// EntryBytes is how many bytes a position is stored in; the last of them,
	// in a block after all others, is its value.
	EntryBytes int64
	// Copies is how many positions, up to the symmetries of the game, a
	// stored one of a layer stands for; nil for one.
	Copies func(layer int) int64
}

// Positions implements [Method].
func (b ByteValues) Positions(size int64) int64 { return size / b.EntryBytes }

// Count implements [Method].
func (b ByteValues) Count(layer int, stored Layer) (n Counts, err error) {
	contents, err := BytesOf(stored)
	if err != nil {
		return Counts{}, err
	}
	positions := int64(len(contents)) / b.EntryBytes
	for _, v := range contents[int64(len(contents))-positions:] {
		switch value := game.Value(v); {
		case value.IsWin():
			n.Won++
		case value.IsLoss():
			n.Lost++
		case value == game.Draw:
			n.Drawn++
		}
	}
	if b.Copies != nil {
		copies := b.Copies(layer)
		n = Counts{n.Won * copies, n.Lost * copies, n.Drawn * copies}
	}
	return n, nil
}
