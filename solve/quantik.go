package solve

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/game/quantik"
)

// Quantik is solved for all positions without a complete line, each standing
// for its whole class of renamings. A layer is the classes with one number of
// pieces, from 16 down to none. It is stored as the keys of the classes and,
// in the same order, their values:
//
//	│ key 0 │ key 1 │ … │ key n-1 │ value 0 │ value 1 │ … │ value n-1 │
//	  8 bytes, ascending            1 byte each
//
// The stored key is that of the class's canonical position times a great odd
// number. So the keys lie as evenly as if drawn at random: the place of one is
// guessed well from the key alone, in a file as in memory, and the keys of a
// layer fall into equal shares, which are gathered apart from each other.
//
// To have the classes of a layer one must have played up to it from the empty
// board. That is done once, when the first layer is asked for, and the keys
// are kept until their layer is solved.

const (
	quantikPieces   = 16
	quantikScatter  = 0x9E3779B97F4A7C15
	quantikGather   = 0xF1DE83E19937733D // quantikScatter × quantikGather = 1
	quantikKeyBytes = 8
	quantikBytes    = quantikKeyBytes + 1 // a class
)

// quantikClasses is the number of classes by number of pieces.
var quantikClasses = [quantikPieces + 1]int{
	1, 1, 7, 70, 901, 7144, 57948, 295196, 1129819,
	2383539, 3457138, 2497967, 1075236, 165785, 13054, 408, 17,
}

// Quantik is the solving of Quantik: 11,084,231 classes of positions, some
// seconds. A Quantik solves one layer at a time.
type Quantik struct {
	// keys holds the stored keys of the classes by number of pieces, as far
	// as they have been enumerated.
	keys [][]uint64
}

// NewQuantik is a solver that has enumerated nothing yet.
func NewQuantik() *Quantik { return &Quantik{} }

// Game implements [Problem].
func (q *Quantik) Game() string { return "quantik" }

// Layers implements [Problem].
func (q *Quantik) Layers() int { return quantikPieces + 1 }

// Size implements [Problem].
func (q *Quantik) Size(layer int) int64 {
	return int64(quantikClasses[quantikPieces-layer]) * quantikBytes
}

// Memory implements [Problem].
func (q *Quantik) Memory() int64 {
	classes := 0
	for _, n := range quantikClasses {
		classes += n
	}
	// All keys and the table that a layer is gathered in, which is half empty;
	// and as much again, which is when garbage is collected.
	return 2 * quantikKeyBytes * int64(classes+2*slices.Max(quantikClasses[:]))
}

// Solve implements [Problem].
func (q *Quantik) Solve(run Run, layer int, before []byte) ([]byte, error) {
	pieces := quantikPieces - layer
	progress := newQuantikProgress(&run, len(q.keys), pieces)
	if err := q.enumerate(&run, pieces, progress); err != nil {
		return nil, err
	}
	stored, err := quantikSolve(&run, q.keys[pieces], before, progress)
	if err != nil {
		return nil, err
	}
	q.keys[pieces] = nil
	q.keys = q.keys[:pieces]
	return stored, nil
}

// quantikSolve makes the layer with the given keys from the one before it.
func quantikSolve(run *Run, keys []uint64, before []byte, progress *quantikProgress) ([]byte, error) {
	stored := make([]byte, len(keys)*quantikBytes)
	for i, key := range keys {
		binary.LittleEndian.PutUint64(stored[i*quantikKeyBytes:], key)
	}
	values := stored[len(keys)*quantikKeyBytes:]
	next := newQuantikIndex(before)
	err := run.Parallel((len(keys)+quantikPortion-1)/quantikPortion, func(_, i int) {
		from, to := i*quantikPortion, min((i+1)*quantikPortion, len(keys))
		for j := from; j < to; j++ {
			values[j] = byte(quantikValueOf(keys[j], next))
		}
		progress.add(to - from)
	})
	if err != nil {
		return nil, err
	}
	return stored, nil
}

// quantikValueOf is the value of a class, from those of the next layer.
func quantikValueOf(stored uint64, next *quantikIndex) game.Value {
	s := quantik.Make(quantik.PiecesOf(stored * quantikGather))
	legal := s.Legal()
	switch {
	case legal == 0:
		return game.LossIn(0)
	case s.Completing() != 0:
		return game.WinIn(1)
	}
	// What is worst for the other is best: Before reverses the order.
	worst := game.WinIn(0)
	for ; legal != 0 && worst != game.LossIn(0); legal &= legal - 1 {
		worst = min(worst, quantikAfter(s, bits.TrailingZeros64(legal), next))
	}
	return worst.Before()
}

// quantikAfter is the value of the position after a move. Most are won at once,
// which is seen sooner than looked up.
func quantikAfter(s quantik.State, move int, next *quantikIndex) game.Value {
	s.Play(game.Move(move))
	if s.Completing() != 0 {
		return game.WinIn(1)
	}
	return next.value(quantikStoredKey(&s))
}

// quantikStoredKey is the key that a position's class is stored under.
func quantikStoredKey(s *quantik.State) uint64 {
	return quantik.CanonicalKey(s.Pieces(quantik.First), s.Pieces(quantik.Second)) * quantikScatter
}

// quantikIndex finds the values of a stored layer in memory: a directory tells
// where the keys with the same leading bits begin.
type quantikIndex struct {
	keys, values []byte
	starts       []uint32
	shift        int
}

func newQuantikIndex(stored []byte) *quantikIndex {
	n := len(stored) / quantikBytes
	x := &quantikIndex{keys: stored[:n*quantikKeyBytes], values: stored[n*quantikKeyBytes:]}
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

func (x *quantikIndex) key(i int) uint64 {
	return binary.LittleEndian.Uint64(x.keys[i*quantikKeyBytes:])
}

// value is that of a key that the layer has.
func (x *quantikIndex) value(key uint64) game.Value {
	i := int(x.starts[key>>x.shift])
	for x.key(i) < key {
		i++
	}
	return game.Value(x.values[i])
}
