package online

import (
	"container/list"
	"sync"
)

// cache keeps the most recently used entries. It is safe for concurrent use.
type cache[K comparable, V any] struct {
	size int

	mu      sync.Mutex
	entries map[K]*list.Element
	order   list.List // of cacheEntry[K, V], most recently used first
}

type cacheEntry[K comparable, V any] struct {
	key   K
	value V
}

// newCache makes a cache of at most size entries.
func newCache[K comparable, V any](size int) *cache[K, V] {
	return &cache[K, V]{size: size, entries: map[K]*list.Element{}}
}

// get finds an entry.
func (c *cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		var none V
		return none, false
	}
	c.order.MoveToFront(element)
	return element.Value.(cacheEntry[K, V]).value, true
}

// add adds an entry unless the key has one, and returns the value in the cache.
func (c *cache[K, V]) add(key K, value V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		return element.Value.(cacheEntry[K, V]).value
	}
	c.entries[key] = c.order.PushFront(cacheEntry[K, V]{key, value})
	if len(c.entries) > c.size {
		oldest := c.order.Back()
		delete(c.entries, c.order.Remove(oldest).(cacheEntry[K, V]).key)
	}
	return value
}
