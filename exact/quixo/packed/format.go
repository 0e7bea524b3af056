// Package packed stores the values of all positions of Quixo in one file of
// about 1.4 gigabytes: for every position whether it is won, lost or drawn, and for
// losses the round in which the solver found them. The file is read in blocks,
// so that a value takes one read of about two kilobytes.
//
// The values are compressed with a model of how they depend on the marks and on
// the values of similar positions; docs/tablebase-format.md describes the format. The
// numbering of positions is that of package exact/quixo.
package packed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	index "plateau/exact/quixo"
)

const (
	magic   = "PLATEAU PACKED\r\n"
	version = 1
	// headSize is the size of the header, of which the last four bytes are
	// its checksum.
	headSize = 4096
	sumSize  = 4
)

// head is the header of a file.
type head struct {
	Magic   [16]byte
	Version uint32
	// Size is the number of cells along an edge of the board.
	Size uint32
	// Layers is how many layers are in the file, the fullest first. A
	// complete file has one per number of marks.
	Layers uint32
	// UnitBits is how many bits of a sharing vary within a block: blocks of
	// fuller layers are parts of sets, and those of emptier ones are several
	// sets.
	UnitBits uint32
	Sections [index.MaxCells + 1]section
}

// section is where a layer is: its blocks, then the ends of the blocks, then the
// chances of the model.
type section struct {
	Start, Ends, Chances, Stop uint64
	// Sum is the SHA-256 of the section.
	Sum [32]byte
}

func (h *head) encode() []byte {
	b := make([]byte, headSize)
	if _, err := binary.Encode(b, binary.LittleEndian, h); err != nil {
		panic("packed: " + err.Error())
	}
	binary.LittleEndian.PutUint32(b[headSize-sumSize:], crc32.ChecksumIEEE(b[:headSize-sumSize]))
	return b
}

// readHead reads and checks a header. That of an incomplete file is valid, too.
func readHead(r io.ReaderAt) (*head, error) {
	b := make([]byte, headSize)
	if err := readAll(r, b, 0); err != nil {
		return nil, fmt.Errorf("its header cannot be read: %w", err)
	}
	if !bytes.HasPrefix(b, []byte(magic)) {
		return nil, errors.New("not a packed tablebase of Plateau")
	}
	if crc32.ChecksumIEEE(b[:headSize-sumSize]) != binary.LittleEndian.Uint32(b[headSize-sumSize:]) {
		return nil, errors.New("its header is damaged")
	}
	h := decodeHead(b)
	if h.Version != version {
		return nil, fmt.Errorf("its format has version %d, this program reads version %d", h.Version, version)
	}
	return h, h.check()
}

// decodeHead decodes by hand, since binary.Decode makes the module of browsers
// larger.
func decodeHead(b []byte) *head {
	next32 := func() uint32 {
		n := binary.LittleEndian.Uint32(b)
		b = b[4:]
		return n
	}
	next64 := func() uint64 { return uint64(next32()) | uint64(next32())<<32 }
	h := &head{}
	b = b[copy(h.Magic[:], b):]
	h.Version, h.Size, h.Layers, h.UnitBits = next32(), next32(), next32(), next32()
	for i := range h.Sections {
		s := &h.Sections[i]
		s.Start, s.Ends, s.Chances, s.Stop = next64(), next64(), next64(), next64()
		b = b[copy(s.Sum[:], b):]
	}
	return h
}

// check refuses a header that does not make sense, although its checksum is
// right.
func (h *head) check() error {
	if h.Size < 3 || h.Size > 5 || h.Layers > h.Size*h.Size+1 {
		return fmt.Errorf("it claims %d layers of a board with %d cells along an edge", h.Layers, h.Size)
	}
	if h.UnitBits < wordBits || h.UnitBits > 20 {
		return fmt.Errorf("it claims blocks of 2^%d positions", h.UnitBits)
	}
	at := uint64(headSize)
	for i := range h.Layers {
		s := &h.Sections[i]
		if s.Start != at || s.Ends < s.Start || s.Chances < s.Ends || s.Stop < s.Chances || s.Stop > 1<<48 {
			return fmt.Errorf("layer %d is said to be from byte %d to %d", i, s.Start, s.Stop)
		}
		at = s.Stop
	}
	return nil
}

// size is the number of bytes of the file.
func (h *head) size() int64 {
	if h.Layers == 0 {
		return headSize
	}
	return int64(h.Sections[h.Layers-1].Stop)
}

// complete tells whether all layers are there.
func (h *head) complete() bool { return h.Layers == h.Size*h.Size+1 }

// readAll is ReadAt without io.EOF at the very end.
func readAll(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// layout is how a layer is divided into blocks: several sets in a block, or
// several blocks for a set.
type layout struct {
	marks, sets  int
	setsPerBlock int
	parts        int
	// words is the number of words of a set, or of a part of it.
	words int
}

func newLayout(marks, sets, unitBits int) layout {
	return layout{
		marks: marks, sets: sets,
		setsPerBlock: 1 << max(unitBits-max(marks, wordBits), 0),
		parts:        1 << max(marks-unitBits, 0),
		words:        1 << max(min(marks, unitBits)-wordBits, 0),
	}
}

// blocks is the number of blocks of the layer.
func (l *layout) blocks() int { return l.groups() * l.parts }

// groups is the number of sets, or of groups of sets that share a block.
func (l *layout) groups() int { return (l.sets + l.setsPerBlock - 1) / l.setsPerBlock }

// find is the block of a sharing of a set, and the place in it.
func (l *layout) find(set int, sharing uint32) (number int, place uint32) {
	word := int(sharing >> wordBits)
	number = set/l.setsPerBlock*l.parts + word/l.words
	word = set%l.setsPerBlock*l.words + word%l.words
	return number, uint32(word)<<wordBits | sharing%64
}

// setsOf is the sets of a group.
func (l *layout) setsOf(group int) (from, to int) {
	from = group * l.setsPerBlock
	return from, min(from+l.setsPerBlock, l.sets)
}
