package packed

import (
	"sync"

	"plateau/exact"
	"plateau/game"
	"plateau/game/quixo"
)

// Remote is a file that is read in parts from elsewhere: an
// [exact.RemoteTablebase]. It is opened when it is first needed, and if that
// fails, the next time. It is safe for concurrent use if read is.
type Remote struct {
	size int
	read exact.ReadSpans

	mu     sync.Mutex
	opened *Tablebase
}

// NewRemote is the file for a board with size cells along an edge.
func NewRemote(size int, read exact.ReadSpans) *Remote { return &Remote{size: size, read: read} }

func (r *Remote) open() (*Tablebase, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opened != nil {
		return r.opened, nil
	}
	opened, err := Open(r.size, spanReader(r.read))
	if err != nil {
		return nil, err
	}
	r.opened = opened
	return opened, nil
}

// Fetch implements [exact.RemoteTablebase].
func (r *Remote) Fetch(keys []uint64) error {
	if len(keys) == 0 {
		return nil
	}
	t, err := r.open()
	if err != nil {
		return err
	}
	states := make([]quixo.State, len(keys))
	for i, key := range keys {
		if states[i], err = t.fromKey(key); err != nil {
			return err
		}
	}
	return t.Fetch(states, r.read)
}

// ValueOf implements [exact.Tablebase].
func (r *Remote) ValueOf(key uint64) (game.Value, error) {
	t, err := r.open()
	if err != nil {
		return game.Unknown, err
	}
	return t.ValueOf(key)
}

// Progress implements [exact.Tablebase].
func (r *Remote) Progress(key uint64) (int, error) {
	t, err := r.open()
	if err != nil {
		return 0, err
	}
	return t.Progress(key)
}

// Close implements [exact.Tablebase].
func (r *Remote) Close() error { return nil }

// spanReader reads one part at a time.
type spanReader exact.ReadSpans

// ReadAt implements [io.ReaderAt].
func (r spanReader) ReadAt(b []byte, at int64) (int, error) {
	contents, err := readSpans(exact.ReadSpans(r), []exact.Span{{At: at, Size: int64(len(b))}})
	if err != nil {
		return 0, err
	}
	return copy(b, contents[0]), nil
}
