// Package exact is what all solved games share: solvers, layers and look-ups.
//
// A game is solved in layers, each from the previous layer alone: positions
// with more pieces first, since pieces never leave the board. Each game decides
// how a layer is stored; package tablebase writes the files.
package exact

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math/bits"
	"math/rand/v2"

	"plateau/game"
	"plateau/internal/parallel"
)

// Method is how one game is solved.
type Method struct {
	// NewSolver makes a solver.
	NewSolver func() Solver
	// Positions is roughly how many positions a layer of that many bytes
	// has.
	Positions func(size int64) int64
	// Count counts the won, lost and drawn positions of a layer.
	Count func(layer int, stored Layer) (Counts, error)
	// Open opens the game's tablebase below a folder for all games, or
	// returns fs.ErrNotExist if it is not complete. It is nil if engines
	// know the game without one.
	Open func(folder string) (Tablebase, error)
	// InMemory is set if Open solves the game on the spot and needs no
	// files.
	InMemory bool
	// CoreSeconds is roughly how long solving takes on one current core.
	CoreSeconds int
	// Extracts are the data sets made from the tablebase: for programs
	// without it, and for documents.
	Extracts []Extract
	// Packing is how the tablebase is packed into one small file; nil if it
	// is not.
	Packing *Packing
}

// Packing is how a tablebase is packed into one file with the same answers.
type Packing struct {
	// Size is roughly the number of bytes of the file.
	Size int64
	// CoreSeconds is roughly how long packing takes on one current core.
	CoreSeconds int
	// NewPacker starts a file, or continues an incomplete one.
	NewPacker func(storage Storage) (Packer, error)
	// Open opens a complete file. It closes the reader if that is an
	// [io.Closer].
	Open func(r io.ReaderAt) (PackedTablebase, error)
}

// Storage is a file that is being written.
type Storage interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

// Packer writes a packed file layer by layer. After each layer the file can be
// left and continued later.
type Packer interface {
	// Layers is how many layers are packed. They are packed in the order 0,
	// 1, ….
	Layers() int
	// Size is the number of bytes so far.
	Size() int64
	// Add packs the next layer, given its stored contents.
	Add(run Run, stored io.ReaderAt) error
}

// PackedTablebase is a packed file that is open.
type PackedTablebase interface {
	Tablebase
	Checker
	// Size is the number of bytes that the file must have.
	Size() int64
	// Verify reads everything and compares it with the checksums. It calls
	// progress with the number of bytes read so far; an error from progress
	// stops it.
	Verify(progress func(read int64) error) error
}

// Tablebase looks up values. It is safe for concurrent use.
type Tablebase interface {
	// ValueOf is the value of the position with a key.
	ValueOf(key uint64) (game.Value, error)
	// Progress is for wins without a distance: a number for every lost
	// position, such that always moving to the smallest eventually wins.
	Progress(key uint64) (int, error)
	Close() error
}

// RemoteTablebase is a tablebase at the other end of a network, where every
// request takes long.
type RemoteTablebase interface {
	Tablebase
	// Fetch reads what the values of some positions need, all at once. They
	// can then be looked up without another request.
	Fetch(keys []uint64) error
}

// Span is a range of bytes of a file.
type Span struct{ At, Size int64 }

// ReadSpans reads several parts of a file at once: one slice per span, of its
// size.
type ReadSpans func(spans []Span) ([][]byte, error)

// ValueFunc is a [Tablebase] without progress, for values with distances.
type ValueFunc func(key uint64) (game.Value, error)

// ValueOf implements [Tablebase].
func (f ValueFunc) ValueOf(key uint64) (game.Value, error) { return f(key) }

// Progress implements [Tablebase].
func (ValueFunc) Progress(uint64) (int, error) { return 0, nil }

// Close implements [Tablebase].
func (ValueFunc) Close() error { return nil }

// Checker is a tablebase that can compare itself with the rules.
type Checker interface {
	// CheckRandom compares the value of a random position with those of the
	// positions that its moves lead to.
	CheckRandom(rng *rand.Rand) error
}

// Extract makes a data set from a tablebase. The same tablebase and settings
// give the same bytes on the same kind of machine.
type Extract struct {
	Name string
	// Usage says what it is for, in one line.
	Usage    string
	Settings []Setting
	// Build reads the tablebase below a folder for all games, and reports
	// what it is doing.
	Build func(ctx context.Context, folder string, settings map[string]uint64, report func(status string)) ([]byte, error)
}

// Setting is a number that an extract depends on.
type Setting struct {
	Name string
	// Standard is the value that was used for the embedded data.
	Standard uint64
	Usage    string
}

// Subsets are the sets of so many of the lowest bits, in ascending order.
func Subsets(size, count int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for set := uint32(1)<<count - 1; set < 1<<size; {
			if !yield(set) || set == 0 {
				return
			}
			// The next greater number with as many bits (Gosper's hack).
			carried := set + set&-set
			set = carried | (set^carried)>>2>>bits.TrailingZeros32(set)
		}
	}
}

// Counts is how many positions are won, lost and drawn for the player to move.
type Counts struct{ Won, Lost, Drawn int64 }

// Add is the sum of both.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.Won + d.Won, c.Lost + d.Lost, c.Drawn + d.Drawn}
}

// Total is the number of positions.
func (c Counts) Total() int64 { return c.Won + c.Lost + c.Drawn }

// Solver computes the value of every position of one game.
type Solver interface {
	Described
	// Solve computes a layer. Before is the previous one, as returned by
	// this method or as stored, and nil for the first. Solve may reuse its
	// memory. A cancelled run returns an error and no layer.
	Solve(run Run, layer int, before Layer) (Layer, error)
}

// ByteSolver is a [Solver] whose layers are small enough to be byte slices.
type ByteSolver interface {
	Described
	Solve(run Run, layer int, before []byte) ([]byte, error)
}

// Described is what all solvers say about themselves.
type Described interface {
	// Game is the id of the game.
	Game() string
	// Layers is the number of layers, which are solved in the order 0, 1, ….
	Layers() int
	// Size is the number of bytes of a stored layer, or an upper bound if
	// that depends on the values.
	Size(layer int) int64
	// Memory is the most bytes that solving needs.
	Memory() int64
}

// Layer is the contents of a stored layer. It can be written any number of
// times; a layer from a file returns an error if the file is damaged.
type Layer interface {
	Size() int64
	io.WriterTo
}

// InBytes adapts a [ByteSolver].
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

// BytesOf is the contents of a layer; nil stays nil.
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

// ByteValues counts layers with one byte per value.
type ByteValues struct {
	// EntryBytes is the number of bytes per position. The values, one byte
	// each, come last, after all other data.
	EntryBytes int64
	// Copies is how many positions, up to the symmetries of the game, each
	// stored position represents; nil means one.
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

// Run connects a solver to the outside: how to use several cores, and where to
// report progress.
type Run struct {
	context.Context
	// Workers is how many calls run at the same time.
	Workers int
	// Parallel calls do for every i below n, up to Workers at a time, and
	// returns when all are done, or the context's error when it ends. The
	// worker's number, below Workers, allows for memory per worker.
	Parallel func(n int, do func(worker, i int)) error
	// Report reports how much of the layer is done. Any worker may call it
	// at any time.
	Report func(done, total int64)
}

// RunOn is a run on a number of threads. Report may be nil.
func RunOn(ctx context.Context, workers int, report func(done, total int64)) Run {
	if report == nil {
		report = func(int64, int64) {}
	}
	return Run{
		Context: ctx, Workers: workers, Report: report,
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(ctx, workers, n, do) },
	}
}
