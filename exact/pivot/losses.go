package pivot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"plateau/game"
	"plateau/game/pivot"
)

// The losses are all lost positions of Pivot with their distances, in about a
// megabyte.
//
// Lost positions are few until the board is nearly full, and they are enough: a
// position is won if a move leads to a lost one. Positions with up to
// [MaxCards] cards are stored; with more, a search reaches the end of the game
// quickly. Finished games are not stored: the rules know how they ended.
//
// The data is a header and one stream of coded bits (see coder), in which each
// layer, from MaxCards cards down to none, comes class by class. A class is a
// vector of faces, bisected recursively:
//
//	any lost? ─── no
//	    │ yes
//	    ├─ lower half: any lost? ─── no: then some of the upper half are
//	    └─ upper half: any lost? … down to one position: at what distance?
//
// Losses cluster: most vectors and most halves have none, and a bit is well
// predicted from earlier ones at the same depth.

// MaxCards is the greatest number of cards with which losses are stored.
const MaxCards = 11

// The header is a name with a version, and a checksum of the stream.
const (
	name       = "pivot losses 1\n"
	headerSize = len(name) + 4
)

// Writer encodes losses, layer by layer.
type Writer struct {
	coder *coder
	cards int
}

// NewWriter begins with the layer of [MaxCards] cards.
func NewWriter() *Writer { return &Writer{newWriter(), MaxCards} }

// Add encodes the next layer, which has one card less than the previous. It has
// one [game.Value] per offset.
func (w *Writer) Add(values []byte) {
	walk := newClassCoder(w.coder, w.cards)
	for vector := range slices.Chunk(values, walk.size) {
		walk.codeClass(vector)
	}
	w.cards--
}

// Bytes is the data after all layers down to the empty board were added.
func (w *Writer) Bytes() []byte {
	stream := w.coder.finish()
	data := binary.LittleEndian.AppendUint32([]byte(name), crc32.ChecksumIEEE(stream))
	return append(data, stream...)
}

// Losses has the unpacked losses. It is immutable.
type Losses struct {
	index  *Index
	layers [MaxCards + 1]layer
}

// layer has the losses with a number of cards.
type layer struct {
	// starts has the first loss of each class, and the end of the last.
	starts []uint32
	losses []loss
}

// ReadLosses unpacks the data into some 7 MB, which takes some tenths of a second.
func ReadLosses(data []byte) (*Losses, error) {
	if len(data) < headerSize || string(data[:len(name)]) != name {
		return nil, errors.New("these are not the losses of Pivot, or not this version of them")
	}
	want, stream := binary.LittleEndian.Uint32(data[len(name):]), data[headerSize:]
	if sum := crc32.ChecksumIEEE(stream); sum != want {
		return nil, fmt.Errorf("the losses of Pivot are damaged: their checksum is %08x and not %08x", sum, want)
	}
	t := &Losses{index: NewIndex()}
	c := newReader(stream)
	for cards := MaxCards; cards >= 0; cards-- {
		walk := newClassCoder(c, cards)
		classes := int(t.index.Size(Layer(cards))) / walk.size
		starts := make([]uint32, classes+1)
		for class := range classes {
			walk.codeClass(nil)
			starts[class+1] = uint32(len(walk.found))
		}
		t.layers[cards] = layer{starts, slices.Clip(walk.found)}
	}
	return t, nil
}

// Value is the value of a lost position with up to [MaxCards] cards. It is
// [game.Unknown] if the position is not lost or the game is over.
func (t *Losses) Value(s *pivot.State) game.Value {
	at, offset := t.index.Locate(s)
	cards := Layer(at)
	faceBits := FaceBits(cards)
	class, faces := offset>>faceBits, int(offset)&(1<<faceBits-1)
	l := &t.layers[cards]
	losses := l.losses[l.starts[class]:l.starts[class+1]]
	n, found := slices.BinarySearchFunc(losses, faces, func(l loss, faces int) int { return l.faces() - faces })
	if !found {
		return game.Unknown
	}
	return game.LossIn(losses[n].distance())
}
