// Package memory is a bus for servers in one process: usually one, several in
// tests.
package memory

import (
	"maps"
	"slices"
	"sync"

	"plateau/internal/play"
)

// Bus implements [play.Bus]. The zero Bus is ready. Notices are received in
// the goroutine that publishes them.
type Bus struct {
	mu        sync.RWMutex
	receivers map[int]func(play.Notice)
	last      int
}

var _ play.Bus = (*Bus)(nil)

// Publish implements [play.Bus].
func (b *Bus) Publish(n play.Notice) {
	b.mu.RLock()
	receivers := slices.Collect(maps.Values(b.receivers))
	b.mu.RUnlock()
	// Called without the lock, so that a receiver may publish or cancel.
	for _, receive := range receivers {
		receive(n)
	}
}

// Subscribe implements [play.Bus].
func (b *Bus) Subscribe(receive func(play.Notice)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.receivers == nil {
		b.receivers = make(map[int]func(play.Notice))
	}
	b.last++
	id := b.last
	b.receivers[id] = receive
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.receivers, id)
	}
}
