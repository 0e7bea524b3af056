package solver

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"

	"plateau/exact"
	index "plateau/exact/quixo"
)

// A layer of Quixo is stored as
//
//	│ header │ pairs of words │ starts │ late losses │
//
// which docs/tablebase-format.md describes.
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

// read reads what WriteTo has written, without late losses, which the next layer does
// not need.
func (p *planes) read(stored exact.Layer) error {
	contents, to := io.Pipe()
	defer contents.Close()
	go func() {
		_, err := stored.WriteTo(to)
		_ = to.CloseWithError(err)
	}()
	in := bufio.NewReaderSize(contents, 1<<20)
	_, err := in.Discard(headBytes)
	var pair [pairBytes]byte
	for i := 0; err == nil && i < len(p.won); i++ {
		_, err = io.ReadFull(in, pair[:])
		p.won[i], p.lost[i] = binary.LittleEndian.Uint64(pair[:]), binary.LittleEndian.Uint64(pair[8:])
	}
	if err != nil {
		return err
	}
	// The checksum is compared at the end.
	_, err = io.Copy(io.Discard, in)
	return err
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

// planes is a layer of Quixo as bitboards: for every canonical set, one bit
// vector of the sharings of its cells that are won for the player to move, and
// one of those that are lost. What is in neither is drawn.
type planes struct {
	*places

	words     int // per vector
	won, lost []uint64
	// late lists the losses found after the first round by set, ascending;
	// starts has the first of each set.
	starts  []uint32
	late    []uint32
	summary Summary
}

// vector is the bit vector of a set in a plane.
func (p *planes) vector(plane []uint64, set int) []uint64 {
	return plane[set*p.words : (set+1)*p.words]
}

// vectorWords is the number of words of a vector with a number of marks.
func vectorWords(marks int) int { return 1 << max(marks-wordBits, 0) }

// listLate merges the late losses of all workers.
func (s *layerSolving) listLate() {
	s.starts = make([]uint32, len(s.Sets)+1)
	total := 0
	for i := range s.workers {
		for _, late := range s.workers[i].late {
			s.starts[late>>32]++
		}
		total += len(s.workers[i].late)
	}
	sum := uint32(0)
	for set, count := range s.starts {
		s.starts[set] = sum
		sum += count
	}
	s.late = make([]uint32, total)
	next := slices.Clone(s.starts)
	for i := range s.workers {
		for _, late := range s.workers[i].late {
			s.late[next[late>>32]] = uint32(late)
			next[late>>32]++
		}
		s.workers[i].late = nil
	}
	for set := range s.Sets {
		slices.Sort(s.late[s.starts[set]:s.starts[set+1]])
	}
}
