// Package solver computes the values of all positions of Quantik.
package solver

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"plateau/exact"
	"plateau/game"
	"plateau/game/quantik"
)

// Quantik is solved for all positions without a complete line, up to symmetry:
// one position per class. A layer has the classes with one number of pieces,
// from 16 down to none. It is stored as the keys of the classes and, in the
// same order, their values:
//
//	│ key 0 │ key 1 │ … │ key n-1 │ value 0 │ value 1 │ … │ value n-1 │
//	  8 bytes, ascending            1 byte each
//
// The stored key is the key of the canonical form times a large odd number, so
// that keys are distributed evenly: the place of a key is well predicted by the
// key alone, and the keys of a layer fall into equal partitions.
//
// To list the classes of a layer, the solver has to play up to it from the
// empty board. It does so once, when the first layer is solved, and keeps the
// keys until their layer is solved.

const (
	allPieces   = 16
	mixFactor   = 0x9E3779B97F4A7C15
	unmixFactor = 0xF1DE83E19937733D // mixFactor × unmixFactor = 1
	keyBytes    = 8
	entryBytes  = keyBytes + 1 // per class
)

// classCounts is the number of classes by number of pieces.
var classCounts = [allPieces + 1]int{
	1, 1, 7, 70, 901, 7144, 57948, 295196, 1129819,
	2383539, 3457138, 2497967, 1075236, 165785, 13054, 408, 17,
}

// solver solves Quantik: 11,084,231 classes of positions, in some seconds. It
// solves one layer at a time.
type solver struct {
	// keys holds the stored keys of the classes by number of pieces, as far
	// as they have been enumerated.
	keys [][]uint64
}

// Method is how Quantik is solved. Engines need no tablebase: see package
// exact/quantik.
func Method() *exact.Method {
	values := exact.ByteValues{EntryBytes: entryBytes}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(NewSolver()) },
		Positions: values.Positions, Count: values.Count,
		CoreSeconds: 10,
	}
}

// NewSolver makes a solver.
func NewSolver() exact.ByteSolver { return &solver{} }

func (q *solver) Game() string         { return "quantik" }
func (q *solver) Layers() int          { return allPieces + 1 }
func (q *solver) Size(layer int) int64 { return int64(classCounts[allPieces-layer]) * entryBytes }

func (q *solver) Memory() int64 {
	classes := 0
	for _, n := range classCounts {
		classes += n
	}
	// All keys and the partitions of one layer, which are half empty; and
	// as much again until garbage is collected.
	return 2 * keyBytes * int64(classes+2*slices.Max(classCounts[:]))
}

func (q *solver) Solve(run exact.Run, layer int, before []byte) ([]byte, error) {
	pieces := allPieces - layer
	progress := newProgress(&run, len(q.keys), pieces)
	if err := q.enumerate(&run, pieces, progress); err != nil {
		return nil, err
	}
	stored, err := solveKeys(&run, q.keys[pieces], before, progress)
	if err != nil {
		return nil, err
	}
	q.keys[pieces] = nil
	q.keys = q.keys[:pieces]
	return stored, nil
}

// solveKeys makes the layer with the given keys from the previous one.
func solveKeys(run *exact.Run, keys []uint64, before []byte, progress *solveProgress) ([]byte, error) {
	stored := make([]byte, len(keys)*entryBytes)
	for i, key := range keys {
		binary.LittleEndian.PutUint64(stored[i*keyBytes:], key)
	}
	values := stored[len(keys)*keyBytes:]
	next := newKeyIndex(before)
	err := run.Parallel((len(keys)+chunk-1)/chunk, func(_, i int) {
		from, to := i*chunk, min((i+1)*chunk, len(keys))
		for j := from; j < to; j++ {
			values[j] = byte(valueOfClass(keys[j], next))
		}
		progress.add(to - from)
	})
	if err != nil {
		return nil, err
	}
	return stored, nil
}

// valueOfClass is the value of a class, from those of the next layer.
func valueOfClass(stored uint64, next *keyIndex) game.Value {
	s := quantik.Make(quantik.PiecesOf(stored * unmixFactor))
	legal := s.Legal()
	switch {
	case legal == 0:
		return game.LossIn(0)
	case s.Completing() != 0:
		return game.WinIn(1)
	}
	// The opponent's worst value is best: Before reverses the order.
	worst := game.WinIn(0)
	for ; legal != 0 && worst != game.LossIn(0); legal &= legal - 1 {
		worst = min(worst, valueAfter(s, bits.TrailingZeros64(legal), next))
	}
	return worst.Before()
}

// valueAfter is the value of the position after a move. Most are won at once,
// which is faster to see than to look up.
func valueAfter(s quantik.State, move int, next *keyIndex) game.Value {
	s.Play(game.Move(move))
	if s.Completing() != 0 {
		return game.WinIn(1)
	}
	return next.value(storedKey(&s))
}

// storedKey is the stored key of a position's class.
func storedKey(s *quantik.State) uint64 {
	return quantik.CanonicalKey(s.Pieces(quantik.First), s.Pieces(quantik.Second)) * mixFactor
}

// keyIndex finds values of a stored layer in memory: a directory has the start
// of the keys with the same leading bits.
type keyIndex struct {
	keys, values []byte
	starts       []uint32
	shift        int
}

func newKeyIndex(stored []byte) *keyIndex {
	n := len(stored) / entryBytes
	x := &keyIndex{keys: stored[:n*keyBytes], values: stored[n*keyBytes:]}
	width := bits.Len(uint(n))
	x.shift = 64 - width
	x.starts = make([]uint32, 1<<width)
	next := 0
	for i := range n {
		for ; next <= int(x.key(i)>>x.shift); next++ {
			x.starts[next] = uint32(i)
		}
	}
	return x
}

func (x *keyIndex) key(i int) uint64 {
	return binary.LittleEndian.Uint64(x.keys[i*keyBytes:])
}

// value is the value of a key, which must be in the layer.
func (x *keyIndex) value(key uint64) game.Value { return game.Value(x.values[x.find(key)]) }

// find is the number of a key, which must be in the layer.
func (x *keyIndex) find(key uint64) int {
	i := int(x.starts[key>>x.shift])
	for x.key(i) < key {
		i++
	}
	return i
}
