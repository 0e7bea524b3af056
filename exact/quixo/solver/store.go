package solver

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	index "plateau/exact/quixo"

	"plateau/exact"
)

// A layer of Quixo is stored as
//
//	│ header │ pairs of words │ starts │ late losses │
//
//	header   1,024 bytes: the number of rounds, the number of late losses, and
//	         for 0, 1, … marks of the player who is not to move how many
//	         positions are won, lost and drawn, counting symmetric ones
//	         separately; 8 bytes per number
//	pairs    for every set, for every 64 sharings, 8 bytes of bits for those
//	         that are won and 8 bytes for those that are lost
//	starts   for every set the number of late losses before its own, and then
//	         the total; 4 bytes each
//	late     4 bytes each, ascending within a set: 128 times the sharing, and
//	         the round
const (
	headBytes = 1024
	pairBytes = 16
)

// Summary is the header of a stored layer.
type Summary struct {
	// Rounds is the number of rounds until nothing more was found, and Late
	// the number of losses that are stored with their round.
	Rounds, Late int64
	// Counts is indexed by the number of marks of the player not to move.
	// Symmetric positions count separately.
	Counts [index.MaxCells + 1]exact.Counts
}

// Summarise reads the header of a layer that [NewSolver] solves.
func Summarise(l exact.Layer) (Summary, error) {
	switch l := l.(type) {
	case *planes:
		return l.summary, nil
	case io.ReaderAt:
		b := make([]byte, headBytes)
		if err := readAll(l, b, 0); err != nil {
			return Summary{}, err
		}
		return decodeSummary(b)
	}
	b, err := exact.BytesOf(l)
	if err != nil || len(b) < headBytes {
		return Summary{}, errors.Join(errors.New("a layer of Quixo without its header"), err)
	}
	return decodeSummary(b)
}

func (h *Summary) encode() []byte {
	b := make([]byte, headBytes)
	if _, err := binary.Encode(b, binary.LittleEndian, h); err != nil {
		panic("quixo: " + err.Error())
	}
	return b
}

func decodeSummary(b []byte) (h Summary, err error) {
	_, err = binary.Decode(b, binary.LittleEndian, &h)
	return h, err
}

// Size implements [exact.Layer].
func (p *planes) Size() int64 {
	return headBytes + pairBytes*int64(len(p.won)) + 4*int64(len(p.starts)+len(p.late))
}

// WriteTo implements [exact.Layer].
func (p *planes) WriteTo(w io.Writer) (int64, error) {
	// The buffer keeps the first error, which Flush returns.
	out := bufio.NewWriterSize(w, 1<<20)
	_, _ = out.Write(p.summary.encode())
	for i, won := range p.won {
		pair := binary.LittleEndian.AppendUint64(out.AvailableBuffer(), won)
		_, _ = out.Write(binary.LittleEndian.AppendUint64(pair, p.lost[i]))
	}
	for _, list := range [][]uint32{p.starts, p.late} {
		for _, n := range list {
			_, _ = out.Write(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), n))
		}
	}
	if err := out.Flush(); err != nil {
		return 0, err
	}
	return p.Size(), nil
}

// layerLoader reads a stored layer back into planes. It skips late losses,
// which the next layer does not need.
type layerLoader struct {
	planes *planes
	head   int    // bytes of the header read so far
	rest   []byte // of an incomplete pair
	at     int    // pairs read so far
}

func (l *layerLoader) Write(b []byte) (int, error) {
	size := len(b)
	skipped := min(headBytes-l.head, len(b))
	l.head += skipped
	b = b[skipped:]
	if len(l.rest) > 0 {
		missing := min(pairBytes-len(l.rest), len(b))
		l.rest = append(l.rest, b[:missing]...)
		b = b[missing:]
		if len(l.rest) < pairBytes {
			return size, nil
		}
		l.take(l.rest)
	}
	for ; len(b) >= pairBytes; b = b[pairBytes:] {
		l.take(b)
	}
	l.rest = append(l.rest[:0], b...)
	return size, nil
}

func (l *layerLoader) take(pair []byte) {
	if l.at < len(l.planes.won) {
		l.planes.won[l.at] = binary.LittleEndian.Uint64(pair)
		l.planes.lost[l.at] = binary.LittleEndian.Uint64(pair[8:])
		l.at++
	}
}

// withOnes has the positions of a word by the number of 1 bits in their index
// within it.
var withOnes = func() (masks [wordBits + 1]uint64) {
	for i := range 64 {
		masks[bits.OnesCount(uint(i))] |= 1 << i
	}
	return masks
}()

// countSet adds the positions of a set and of its images.
func (p *planes) countSet(set int, counts *[index.MaxCells + 1]exact.Counts, valid uint64) {
	copies := p.Copies(set)
	won, lost := p.vector(p.won, set), p.vector(p.lost, set)
	for address := range won {
		ones := bits.OnesCount(uint(address))
		for more, mask := range withOnes {
			mask &= valid
			if mask == 0 {
				break
			}
			wins := int64(bits.OnesCount64(won[address] & mask))
			losses := int64(bits.OnesCount64(lost[address] & mask))
			c := &counts[ones+more]
			c.Won += copies * wins
			c.Lost += copies * losses
			c.Drawn += copies * (int64(bits.OnesCount64(mask)) - wins - losses)
		}
	}
}
