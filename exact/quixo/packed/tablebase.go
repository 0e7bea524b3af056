package packed

import (
	"fmt"
	"io"

	index "plateau/exact/quixo"
	"plateau/game"
	"plateau/game/quixo"
)

// Tablebase is a [Table] by the keys of positions: an [exact.PackedTablebase].
type Tablebase struct {
	*Table

	fromKey index.FromKey
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
	return index.Ask(t.fromKey, key, t.Value)
}

// Progress implements [exact.Tablebase].
func (t *Tablebase) Progress(key uint64) (int, error) {
	return index.Ask(t.fromKey, key, t.Table.Progress)
}

// Close implements [exact.Tablebase].
func (t *Tablebase) Close() error {
	if c, ok := t.reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
