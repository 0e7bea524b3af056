package solver

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sort"
	"sync/atomic"

	index "plateau/exact/quixo"
	"plateau/exact/quixo/packed"
	"plateau/game"
	"plateau/game/quixo"
)

// Lookup looks up positions in the layers that [NewSolver] solves. It is safe for
// concurrent use if the layers are. It caches the list of sets of every layer
// it has used, which takes a tenth of a second to make and up to 3 MB.
type Lookup struct {
	board  *index.Board
	stored func(layer int) (io.ReaderAt, error)
	layers []atomic.Pointer[index.Layer] // by number of marks
}

// NewLookup makes a lookup; stored returns a layer by its number.
func NewLookup(size int, stored func(layer int) (io.ReaderAt, error)) *Lookup {
	board := index.NewBoard(size)
	return &Lookup{board: board, stored: stored, layers: make([]atomic.Pointer[index.Layer], board.Cells+1)}
}

// Value is a win, a loss or a draw for the player to move, without a distance:
// see [Lookup.Progress]. It reads 16 bytes.
func (l *Lookup) Value(s *quixo.State) (game.Value, error) {
	if o := s.Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(s.ToMove())), nil
	}
	at, stored, err := l.find(s)
	if err != nil {
		return game.Unknown, err
	}
	var pair [pairBytes]byte
	word := int64(at.set)*int64(at.words) + int64(at.Sharing>>wordBits)
	if err := readAll(stored, pair[:], headBytes+pairBytes*word); err != nil {
		return game.Unknown, fmt.Errorf("%s: layer %d: %w", l.board.Game(), l.board.Cells-at.Marks, err)
	}
	bit := at.Sharing % 64
	switch {
	case binary.LittleEndian.Uint64(pair[:])>>bit&1 != 0:
		return game.Win, nil
	case binary.LittleEndian.Uint64(pair[8:])>>bit&1 != 0:
		return game.Loss, nil
	}
	return game.Draw, nil
}

// Planes reads which sharings of a set, given by its number, are won and which
// are lost, with one bit per sharing.
func (l *Lookup) Planes(marks, set int) (won, lost []uint64, err error) {
	stored, err := l.stored(l.board.Cells - marks)
	if err != nil {
		return nil, nil, err
	}
	words := vectorWords(marks)
	pairs := make([]byte, pairBytes*words)
	if err := readAll(stored, pairs, headBytes+int64(set)*int64(len(pairs))); err != nil {
		return nil, nil, fmt.Errorf("%s: layer %d: %w", l.board.Game(), l.board.Cells-marks, err)
	}
	won, lost = make([]uint64, 0, words), make([]uint64, 0, words)
	for ; len(pairs) > 0; pairs = pairs[pairBytes:] {
		won = append(won, binary.LittleEndian.Uint64(pairs))
		lost = append(lost, binary.LittleEndian.Uint64(pairs[8:]))
	}
	return won, lost, nil
}

// lateLosses reads the late losses of a set, given by its number.
func (l *Lookup) lateLosses(marks, set int) ([]packed.Late, error) {
	stored, err := l.stored(l.board.Cells - marks)
	if err != nil {
		return nil, err
	}
	at := spot{Place: index.Place{Marks: marks}, set: set, sets: len(l.layer(marks).Sets), words: vectorWords(marks)}
	late, from, to, err := at.late(stored)
	b := make([]byte, 4*(to-from))
	if err == nil {
		err = readAll(stored, b, late)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: layer %d: %w", l.board.Game(), l.board.Cells-marks, err)
	}
	var list []packed.Late
	for ; len(b) > 0; b = b[4:] {
		loss := binary.LittleEndian.Uint32(b)
		list = append(list, packed.Late{Sharing: loss >> roundBits, Round: int(loss % (1 << roundBits))})
	}
	return list, nil
}

// Progress is how far a lost position is from the end: not in turns, but such
// that a player who always moves to the loss with the smallest number makes it
// smaller with every turn, and so wins. It orders positions by the number of
// neutral cubes, then by the round in which the solver found the loss. It reads
// a few dozen bytes.
func (l *Lookup) Progress(s *quixo.State) (int, error) {
	if s.Outcome().Over() {
		return 0, nil
	}
	at, stored, err := l.find(s)
	if err != nil {
		return 0, err
	}
	round, err := at.round(stored)
	if err != nil {
		return 0, fmt.Errorf("%s: layer %d: %w", l.board.Game(), l.board.Cells-at.Marks, err)
	}
	return (l.board.Cells-at.Marks)<<roundBits | round, nil
}

// Order sorts positions with the same number of marks in the order in which
// they are stored.
func (l *Lookup) Order(s *quixo.State) uint64 {
	place := l.board.Locate(s)
	return uint64(place.Set)<<32 | uint64(place.Sharing)
}

// spot is where a position is in a stored layer.
type spot struct {
	index.Place

	set   int // the number of the set
	sets  int // in the layer
	words int // per vector
}

func (l *Lookup) find(s *quixo.State) (spot, io.ReaderAt, error) {
	at := spot{Place: l.board.Locate(s)}
	stored, err := l.stored(l.board.Cells - at.Marks)
	if err != nil {
		return at, nil, err
	}
	layer := l.layer(at.Marks)
	at.set, at.sets, at.words = layer.Number(at.Set), len(layer.Sets), vectorWords(at.Marks)
	return at, stored, nil
}

// layer lists the sets of a layer when it is first needed.
func (l *Lookup) layer(marks int) *index.Layer {
	layer := l.layers[marks].Load()
	if layer == nil {
		layer = l.board.NewLayer(marks)
		l.layers[marks].Store(layer)
	}
	return layer
}

// round is the round in which a loss was found.
func (at *spot) round(stored io.ReaderAt) (int, error) {
	late, from, to, err := at.late(stored)
	if err != nil {
		return 0, err
	}
	var failed error
	var b [4]byte
	entry := func(i int) uint32 {
		if err := readAll(stored, b[:], late+4*int64(i)); err != nil {
			failed = err
		}
		return binary.LittleEndian.Uint32(b[:])
	}
	count := int(to - from)
	i := sort.Search(count, func(i int) bool { return entry(i)>>roundBits >= at.Sharing })
	round := 1
	if i < count {
		if found := entry(i); found>>roundBits == at.Sharing {
			round = int(found % (1 << roundBits))
		}
	}
	return round, failed
}

// late is where the late losses of the set begin, and their numbers within the
// layer.
func (at *spot) late(stored io.ReaderAt) (start int64, from, to uint32, err error) {
	starts := headBytes + pairBytes*int64(at.sets)*int64(at.words)
	var b [8]byte
	if err := readAll(stored, b[:], starts+4*int64(at.set)); err != nil {
		return 0, 0, 0, err
	}
	from, to = binary.LittleEndian.Uint32(b[:]), binary.LittleEndian.Uint32(b[4:])
	if to < from {
		return 0, 0, 0, errors.New("the late losses are out of order")
	}
	return starts + 4*int64(at.sets+1) + 4*int64(from), from, to, nil
}

// readAll is ReadAt without io.EOF at the very end.
func readAll(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	return err
}

// CheckRandom compares the value of a random position, with every number of
// marks equally likely, with those of the positions after its moves.
func (l *Lookup) CheckRandom(rng *rand.Rand) error {
	return l.layer(rng.IntN(l.board.Cells+1)).CheckRandom(l, rng)
}
