package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"plateau/game"
	"plateau/game/quantik"
)

// QuantikLayer is the layer that a position is stored in.
func QuantikLayer(s *quantik.State) int {
	return quantikPieces - bits.OnesCount64(s.Pieces(quantik.First)|s.Pieces(quantik.Second))
}

// ErrNotStored is given for a position that its stored layer does not have,
// which a sound layer never lacks.
var ErrNotStored = errors.New("the position is not in the stored layer")

// QuantikValue finds the value of a position in its layer, of which it reads a
// few parts of half a kilobyte. Finished games are not looked up.
func QuantikValue(layer io.ReaderAt, size int64, s *quantik.State) (game.Value, error) {
	if s.Outcome().Over() {
		return game.LossIn(0), nil
	}
	at, err := quantikFind(layer, size/quantikBytes, quantikStoredKey(s))
	if err != nil {
		return game.Unknown, fmt.Errorf("quantik: layer %d: %w", QuantikLayer(s), err)
	}
	var value [1]byte
	if _, err := layer.ReadAt(value[:], size/quantikBytes*quantikKeyBytes+at); err != nil && !errors.Is(err, io.EOF) {
		return game.Unknown, fmt.Errorf("quantik: layer %d: %w", QuantikLayer(s), err)
	}
	return game.Value(value[0]), nil
}

// quantikFind is the number of a key among the n of a layer. It reads the keys
// around where the key should be if all lay evenly between two known ones,
// and so has two nearer ones, until the key is among what it has read.
func quantikFind(layer io.ReaderAt, n int64, key uint64) (int64, error) {
	const most = 64
	var block [most * quantikKeyBytes]byte
	at := func(i int64) uint64 { return binary.LittleEndian.Uint64(block[i*quantikKeyBytes:]) }
	// The key's number is from low up to high, itself not included; the keys
	// there are from least to greatest.
	low, high := int64(0), n
	least, greatest := uint64(0), uint64(math.MaxUint64)
	for low < high {
		guess := low + quantikPart(high-low, key-least, greatest-least)
		from := max(low, min(guess-most/2, high-most))
		count := min(most, high-from)
		if _, err := layer.ReadAt(block[:count*quantikKeyBytes], from*quantikKeyBytes); err != nil {
			return 0, err
		}
		switch {
		case key < at(0):
			high, greatest = from, at(0)
		case key > at(count-1):
			low, least = from+count, at(count-1)
		default:
			for i := range count {
				if at(i) == key {
					return from + i, nil
				}
			}
			return 0, ErrNotStored
		}
	}
	return 0, ErrNotStored
}

// quantikPart is the given part of n, at most 1, without overflow.
func quantikPart(n int64, part, whole uint64) int64 {
	high, low := bits.Mul64(uint64(n), part)
	quotient, _ := bits.Div64(high, low, max(whole, 1))
	return int64(quotient)
}
