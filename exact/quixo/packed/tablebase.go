package packed

import (
	"fmt"
	"io"

	"plateau/game"
	"plateau/game/quixo"
)

// Tablebase is a [Table] by the keys of positions: an [exact.PackedTablebase].
type Tablebase struct {
	*Table

	fromKey func(key uint64) (quixo.State, error)
}

// Open opens a complete file for a board with size cells along an edge.
func Open(size int, r io.ReaderAt) (*Tablebase, error) {
	t, err := NewTable(r)
	if err != nil {
		return nil, err
	}
	if t.BoardSize() != size {
		return nil, fmt.Errorf("it is for a board with %d cells along an edge, not %d", t.BoardSize(), size)
	}
	return &Tablebase{t, quixo.Spec(size).FromKey}, nil
}

// ValueOf implements [exact.Tablebase].
func (t *Tablebase) ValueOf(key uint64) (game.Value, error) {
	s, err := t.fromKey(key)
	if err != nil {
		return game.Unknown, err
	}
	return t.Value(&s)
}

// Progress implements [exact.Tablebase].
func (t *Tablebase) Progress(key uint64) (int, error) {
	s, err := t.fromKey(key)
	if err != nil {
		return 0, err
	}
	return t.Table.Progress(&s)
}

// Close implements [exact.Tablebase].
func (t *Tablebase) Close() error {
	if c, ok := t.reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
