package packed

import (
	"encoding/binary"
	"hash/crc32"
	"sync"

	"plateau/exact"
	index "plateau/exact/quixo"
)

// NewWriterWith is NewWriter with blocks of another size.
func NewWriterWith(storage exact.Storage, size, unitBits int) (*Writer, error) {
	return newWriter(storage, size, unitBits)
}

// WithHeaderSum corrects the checksum of the header.
func WithHeaderSum(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[headSize-sumSize:], crc32.ChecksumIEEE(b[:headSize-sumSize]))
	return b
}

// unpackers are made once: listing the sets of a layer takes most of a second.
var unpackers [index.MaxCells + 1]func() *unpacker

func init() {
	for marks := range unpackers {
		unpackers[marks] = sync.OnceValue(func() *unpacker { return newUnpacker(marks) })
	}
}

type unpacker struct {
	layout
	sets  []index.Set
	coder *blockCoder
}

func newUnpacker(marks int) *unpacker {
	const unitBits = 12
	board := index.NewBoard(5)
	u := &unpacker{sets: board.NewLayer(marks).Sets}
	u.layout = newLayout(marks, len(u.sets), unitBits)
	chances := make([]chance, allContexts)
	for i := range chances {
		chances[i] = chance(i*2654435761>>7) | 1
	}
	u.coder = newBlockCoder(newPatterns(board), &u.layout, decoding, chances)
	return u
}

// Unpack decodes the last block of a layer without looking at its checksum.
func Unpack(contents []byte, marks int) {
	u := unpackers[marks]()
	from, to := u.setsOf(u.groups() - 1)
	b := u.coder.unpack(contents, u.sets[from:to], u.parts-1)
	b.value(0)
	b.round(0)
}

// IndexBytes is the size of the index of a layer in a file.
func IndexBytes(board *index.Board, marks int) int {
	l := newLayout(marks, board.CountSets(marks), standardUnitBits)
	return 4*l.blocks() + sumSize
}
