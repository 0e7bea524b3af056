package packed

import (
	"encoding/binary"
	"hash/crc32"

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

// Unpack decodes a block without looking at its checksum.
func Unpack(contents []byte, marks, unitBits int) {
	board := index.NewBoard(5)
	sets := board.NewLayer(marks).Sets
	l := newLayout(marks, len(sets), unitBits)
	chances := make([]chance, allContexts)
	for i := range chances {
		chances[i] = chance(i*2654435761>>7) | 1
	}
	from, to := l.setsOf(l.groups() - 1)
	b := newBlockCoder(newPatterns(board), &l, decoding, chances).unpack(contents, sets[from:to], l.parts-1)
	b.value(0)
	b.round(0)
}
