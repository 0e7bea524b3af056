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
	for ; len(pairs) > 0; pairs = pairs[pairBytes:] {
		won = append(won, binary.LittleEndian.Uint64(pairs))
		lost = append(lost, binary.LittleEndian.Uint64(pairs[8:]))
	}
	return won, lost, nil
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
	starts := headBytes + pairBytes*int64(at.sets)*int64(at.words)
	var b [8]byte
	if err := readAll(stored, b[:], starts+4*int64(at.set)); err != nil {
		return 0, err
	}
	from, to := binary.LittleEndian.Uint32(b[:]), binary.LittleEndian.Uint32(b[4:])
	if to < from {
		return 0, errors.New("the late losses are out of order")
	}
	late := starts + 4*int64(at.sets+1)
	var failed error
	entry := func(i int) uint32 {
		if err := readAll(stored, b[:4], late+4*(int64(from)+int64(i))); err != nil {
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

// readAll is ReadAt without io.EOF at the very end.
func readAll(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	return err
}

// CheckRandom draws a random position, with every number of marks equally
// likely, and compares its value with those of the positions after its moves.
// If the position is lost, every move must also have a reply that makes
// progress.
func (l *Lookup) CheckRandom(rng *rand.Rand) error {
	marks := rng.IntN(l.board.Cells + 1)
	layer := l.layer(marks)
	s := l.board.Position(index.Place{
		Marks: marks, Set: layer.Sets[rng.IntN(len(layer.Sets))], Sharing: uint32(rng.IntN(1 << marks)),
	})
	if s.Outcome().Over() {
		return nil
	}
	value, err := l.Value(&s)
	if err != nil {
		return err
	}
	best, err := l.valueByMoves(&s)
	if err != nil {
		return err
	}
	spec := quixo.Spec(l.board.Size)
	if value != best {
		return fmt.Errorf("%s is stored as a %v, but by its moves it is a %v", spec.Format(&s), value, best)
	}
	if value != game.Loss {
		return nil
	}
	comesNearer, err := l.makesProgress(&s)
	if err == nil && !comesNearer {
		err = fmt.Errorf("%s is stored as a loss that takes a shorter time than a move of it", spec.Format(&s))
	}
	return err
}

// valueByMoves is the value, without a distance, that follows from the moves.
func (l *Lookup) valueByMoves(s *quixo.State) (game.Value, error) {
	best := game.Loss
	for _, m := range s.AppendMoves(nil) {
		after := *s
		after.Play(m)
		value, err := l.Value(&after)
		switch {
		case err != nil:
			return game.Unknown, err
		case value.IsLoss():
			best = game.Win
		case value == game.Draw:
			best = max(best, game.Draw)
		}
	}
	return best, nil
}

// makesProgress reports whether every move of a lost position has a reply to a
// position with smaller progress.
func (l *Lookup) makesProgress(s *quixo.State) (bool, error) {
	progress, err := l.Progress(s)
	if err != nil {
		return false, err
	}
	for _, m := range s.AppendMoves(nil) {
		won := *s
		won.Play(m)
		if won.Outcome().Over() {
			continue
		}
		smallest, err := l.smallestProgress(&won)
		if err != nil || smallest >= progress {
			return false, err
		}
	}
	return true, nil
}

// smallestProgress is the smallest among the losses that moves of a won
// position lead to.
func (l *Lookup) smallestProgress(won *quixo.State) (int, error) {
	smallest := l.board.Cells << roundBits
	for _, m := range won.AppendMoves(nil) {
		lost := *won
		lost.Play(m)
		value, err := l.Value(&lost)
		if err != nil {
			return 0, err
		}
		if !value.IsLoss() {
			continue
		}
		progress, err := l.Progress(&lost)
		if err != nil {
			return 0, err
		}
		smallest = min(smallest, progress)
	}
	return smallest, nil
}
