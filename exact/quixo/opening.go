package quixo

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"sync/atomic"

	"plateau/game"
	"plateau/game/quixo"
)

// The opening has the values of positions with few marks and is small enough to
// be embedded. Its 42 MB are cut into blocks that are compressed separately, so
// that a look-up unpacks only what it needs. docs/tablebase-format.md describes the
// format:
//
//	│ ends of the packed blocks │ packed block 0 │ packed block 1 │ …
//	  4 bytes each, counted       DEFLATE
//	  from the first block

// MaxMarks is the greatest number of marks. With ten, the data would be five
// times as large.
const MaxMarks = 9

const (
	openingSize = 5
	blockBytes  = 1 << 16
)

// openingIndex finds positions in the data.
type openingIndex struct {
	board  *Board
	layers [MaxMarks + 1]*Layer
	// starts is the number of positions with fewer marks; the last entry is
	// the total.
	starts [MaxMarks + 2]int
}

func newOpeningIndex() *openingIndex {
	x := &openingIndex{board: NewBoard(openingSize)}
	for marks := range x.layers {
		x.layers[marks] = x.board.NewLayer(marks)
		x.starts[marks+1] = x.starts[marks] + len(x.layers[marks].Sets)<<marks
	}
	return x
}

func (x *openingIndex) bytes() int { return (x.starts[MaxMarks+1] + 3) / 4 }

func (x *openingIndex) blocks() int { return (x.bytes() + blockBytes - 1) / blockBytes }

// Opening knows the values of positions with few marks. It is safe for
// concurrent use.
type Opening struct {
	*openingIndex

	ends   []byte
	packed []byte
	// unpacked caches the blocks that were used so far.
	unpacked []atomic.Pointer[[blockBytes]byte]
}

// NewOpening reads data that [BuildOpening] made. Making the index takes a tenth
// of a second.
func NewOpening(data []byte) (*Opening, error) {
	o := &Opening{openingIndex: newOpeningIndex()}
	ends := 4 * o.blocks()
	if len(data) < ends || binary.LittleEndian.Uint32(data[ends-4:]) != uint32(len(data)-ends) {
		return nil, fmt.Errorf("the data of Quixo's opening, %d bytes, is not whole", len(data))
	}
	o.ends, o.packed = data[:ends], data[ends:]
	o.unpacked = make([]atomic.Pointer[[blockBytes]byte], o.blocks())
	return o, nil
}

// openingValues decodes the two bits of a value.
var openingValues = [4]game.Value{game.Draw, game.Win, game.Loss, game.Unknown}

// Value is a win, a loss or a draw, without a distance unless the game is over,
// or unknown if more than [MaxMarks] cubes are marked.
func (o *Opening) Value(s *quixo.State) (game.Value, error) {
	if outcome := s.Outcome(); outcome.Over() {
		return game.ValueOf(outcome, game.Team(s.ToMove())), nil
	}
	place := o.board.Locate(s)
	if place.Marks > MaxMarks {
		return game.Unknown, nil
	}
	number := o.starts[place.Marks] + o.layers[place.Marks].Number(place.Set)<<place.Marks + int(place.Sharing)
	block, err := o.block(number / 4 / blockBytes)
	if err != nil {
		return game.Unknown, err
	}
	return openingValues[block[number/4%blockBytes]>>(number%4*2)&3], nil
}

func (o *Opening) block(i int) (*[blockBytes]byte, error) {
	if block := o.unpacked[i].Load(); block != nil {
		return block, nil
	}
	from := uint32(0)
	if i > 0 {
		from = binary.LittleEndian.Uint32(o.ends[4*(i-1):])
	}
	to := binary.LittleEndian.Uint32(o.ends[4*i:])
	if from > to || to > uint32(len(o.packed)) {
		return nil, fmt.Errorf("block %d of Quixo's opening is from %d to %d", i, from, to)
	}
	block := new([blockBytes]byte)
	unpacker := flate.NewReader(bytes.NewReader(o.packed[from:to]))
	if _, err := io.ReadFull(unpacker, block[:min(blockBytes, o.bytes()-i*blockBytes)]); err != nil {
		return nil, err
	}
	o.unpacked[i].Store(block)
	return block, nil
}

// BuildOpening makes the data. For every set with few marks, read returns one
// bit per sharing: whether it is won, and whether it is lost. The same values
// give the same bytes with the same version of package flate.
func BuildOpening(read func(marks, set int) (won, lost []uint64, err error)) ([]byte, error) {
	x := newOpeningIndex()
	data := make([]byte, x.bytes())
	number := 0
	for marks, layer := range x.layers {
		for set := range layer.Sets {
			won, lost, err := read(marks, set)
			if err != nil {
				return nil, err
			}
			for sharing := range 1 << marks {
				word, bit := sharing/64, sharing%64
				code := byte(won[word]>>bit&1 | lost[word]>>bit&1<<1)
				data[number/4] |= code << (number % 4 * 2)
				number++
			}
		}
	}
	return pack(data)
}

func pack(data []byte) ([]byte, error) {
	var ends []byte
	var packed bytes.Buffer
	packer, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	for from := 0; from < len(data); from += blockBytes {
		packer.Reset(&packed)
		if _, err := packer.Write(data[from:min(from+blockBytes, len(data))]); err != nil {
			return nil, err
		}
		if err := packer.Close(); err != nil {
			return nil, err
		}
		ends = binary.LittleEndian.AppendUint32(ends, uint32(packed.Len()))
	}
	return append(ends, packed.Bytes()...), nil
}
