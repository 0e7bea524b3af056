package solve

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"plateau/game/quixo/quixoindex"
)

// A layer of Quixo is stored as
//
//	│ head │ pairs of words │ starts │ late losses │
//
//	head     1,024 bytes: the number of rounds, the number of late losses, and
//	         for 0, 1, … marks of the player who is not to move how many
//	         positions are won, lost and drawn, those that symmetries make
//	         alike counted each; 8 bytes a number
//	pairs    for every set, for every 64 sharings, 8 bytes of bits that tell
//	         which are won and 8 bytes that tell which are lost
//	starts   for every set the number of late losses before its own, 4 bytes
//	         each, and once more for their sum
//	late     4 bytes each, ascending within a set: 128 times the sharing, and
//	         the round
const (
	quixoHeadBytes = 1024
	quixoPairBytes = 16
)

// QuixoCounts are numbers of positions by their values for the player to move.
type QuixoCounts struct{ Won, Lost, Drawn int64 }

// QuixoSummary is what the head of a stored layer tells of it.
type QuixoSummary struct {
	// Rounds is how many were made until nothing was found any more, and
	// Late the number of losses that are stored with their round.
	Rounds, Late int64
	// Counts are by the number of marks of the player not to move, each
	// position counted, also those that symmetries make alike.
	Counts [quixoindex.MaxCells + 1]QuixoCounts
}

// SummariseQuixo reads the head of a layer that [QuixoLayers] solved.
func SummariseQuixo(l Layer) (QuixoSummary, error) {
	switch l := l.(type) {
	case *quixoPlanes:
		return l.summary, nil
	case io.ReaderAt:
		b := make([]byte, quixoHeadBytes)
		if err := readAll(l, b, 0); err != nil {
			return QuixoSummary{}, err
		}
		return decodeQuixoSummary(b), nil
	}
	b, err := BytesOf(l)
	if err != nil || len(b) < quixoHeadBytes {
		return QuixoSummary{}, errors.Join(errors.New("a layer of Quixo without its head"), err)
	}
	return decodeQuixoSummary(b), nil
}

func (h *QuixoSummary) encode() []byte {
	b := make([]byte, 0, quixoHeadBytes)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.Rounds))
	b = binary.LittleEndian.AppendUint64(b, uint64(h.Late))
	for _, c := range h.Counts {
		for _, n := range []int64{c.Won, c.Lost, c.Drawn} {
			b = binary.LittleEndian.AppendUint64(b, uint64(n))
		}
	}
	return b[:quixoHeadBytes]
}

func decodeQuixoSummary(b []byte) (h QuixoSummary) {
	next := func() int64 {
		n := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return int64(n)
	}
	h.Rounds, h.Late = next(), next()
	for i := range h.Counts {
		h.Counts[i] = QuixoCounts{next(), next(), next()}
	}
	return h
}

// Size implements [Layer].
func (p *quixoPlanes) Size() int64 {
	return quixoHeadBytes + quixoPairBytes*int64(len(p.won)) + 4*int64(len(p.starts)+len(p.late))
}

// WriteTo implements [Layer].
func (p *quixoPlanes) WriteTo(w io.Writer) (int64, error) {
	out := &quixoWriter{w: w}
	out.put(p.summary.encode())
	for i, won := range p.won {
		out.room(quixoPairBytes)
		out.buffer = binary.LittleEndian.AppendUint64(out.buffer, won)
		out.buffer = binary.LittleEndian.AppendUint64(out.buffer, p.lost[i])
	}
	for _, numbers := range [][]uint32{p.starts, p.late} {
		for _, n := range numbers {
			out.room(4)
			out.buffer = binary.LittleEndian.AppendUint32(out.buffer, n)
		}
	}
	out.flush()
	return out.written, out.err
}

// quixoWriter gathers what is written into larger pieces, as bufio does, but
// lets numbers be appended in place.
type quixoWriter struct {
	w       io.Writer
	buffer  []byte
	written int64
	err     error
}

const quixoPiece = 1 << 20

// room makes sure that so many bytes can be appended to the buffer.
func (w *quixoWriter) room(n int) {
	if len(w.buffer)+n > quixoPiece {
		w.flush()
	}
	if w.buffer == nil {
		w.buffer = make([]byte, 0, quixoPiece)
	}
}

func (w *quixoWriter) put(b []byte) {
	w.room(len(b))
	w.buffer = append(w.buffer, b...)
}

func (w *quixoWriter) flush() {
	if w.err == nil {
		var n int
		n, w.err = w.w.Write(w.buffer)
		w.written += int64(n)
	}
	w.buffer = w.buffer[:0]
}

// quixoLoader takes what was written back into planes. Late losses are not
// needed any more when the layer below is solved.
type quixoLoader struct {
	planes *quixoPlanes
	head   int    // bytes of the head that have come
	rest   []byte // of a pair that has not come whole
	at     int    // pairs that have come
}

func (l *quixoLoader) Write(b []byte) (int, error) {
	size := len(b)
	skipped := min(quixoHeadBytes-l.head, len(b))
	l.head += skipped
	b = b[skipped:]
	if len(l.rest) > 0 {
		missing := min(quixoPairBytes-len(l.rest), len(b))
		l.rest = append(l.rest, b[:missing]...)
		b = b[missing:]
		if len(l.rest) < quixoPairBytes {
			return size, nil
		}
		l.take(l.rest)
	}
	for ; len(b) >= quixoPairBytes; b = b[quixoPairBytes:] {
		l.take(b)
	}
	l.rest = append(l.rest[:0], b...)
	return size, nil
}

func (l *quixoLoader) take(pair []byte) {
	if l.at < len(l.planes.won) {
		l.planes.won[l.at] = binary.LittleEndian.Uint64(pair)
		l.planes.lost[l.at] = binary.LittleEndian.Uint64(pair[8:])
		l.at++
	}
}

// quixoWithOnes are the positions of a word whose index within it has so many
// bits that are 1.
var quixoWithOnes = func() (masks [quixoWordBits + 1]uint64) {
	for i := range 64 {
		masks[bits.OnesCount(uint(i))] |= 1 << i
	}
	return masks
}()

// countSet adds the positions of a set, and of those that it stands for.
func (p *quixoPlanes) countSet(set int, counts *[quixoindex.MaxCells + 1]QuixoCounts, valid uint64) {
	copies := p.Copies(set)
	won, lost := p.vector(p.won, set), p.vector(p.lost, set)
	for address := range won {
		ones := bits.OnesCount(uint(address))
		for more, mask := range quixoWithOnes {
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
