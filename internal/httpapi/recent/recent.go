// Package recent remembers what was used last.
package recent

import (
	"container/list"
	"sync"
)

// Cache keeps what was used last, up to a number of entries. It is safe for
// concurrent use.
type Cache[K comparable, V any] struct {
	most int

	mu      sync.Mutex
	entries map[K]*list.Element
	order   list.List // of entry[K, V], the last used first
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// New makes a cache of at most so many entries.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{most: most, entries: map[K]*list.Element{}}
}

// Get finds what is kept under a key, if it is.
func (r *Cache[K, V]) Get(key K) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	element, ok := r.entries[key]
	if !ok {
		var none V
		return none, false
	}
	r.order.MoveToFront(element)
	return element.Value.(entry[K, V]).value, true
}

// Add gives the value that is kept from now on: one that came first stays.
func (r *Cache[K, V]) Add(key K, value V) V {
	r.mu.Lock()
	defer r.mu.Unlock()
	if element, ok := r.entries[key]; ok {
		return element.Value.(entry[K, V]).value
	}
	r.entries[key] = r.order.PushFront(entry[K, V]{key, value})
	if len(r.entries) > r.most {
		oldest := r.order.Back()
		delete(r.entries, r.order.Remove(oldest).(entry[K, V]).key)
	}
	return value
}
