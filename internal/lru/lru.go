// Package lru has a cache that keeps what was used last.
package lru

import (
	"container/list"
	"sync"
)

// Cache keeps the most recently used entries. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	size int

	mu      sync.Mutex
	entries map[K]*list.Element
	order   list.List // of entry[K, V], most recently used first
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// New makes a cache of at most size entries.
func New[K comparable, V any](size int) *Cache[K, V] {
	return &Cache[K, V]{size: size, entries: map[K]*list.Element{}}
}

// Get finds an entry.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[key]
	if !ok {
		var none V
		return none, false
	}
	c.order.MoveToFront(element)
	return element.Value.(entry[K, V]).value, true
}

// Remove removes an entry, if there is one.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.order.Remove(element)
		delete(c.entries, key)
	}
}

// Add adds an entry unless the key has one, and returns the value in the cache.
func (c *Cache[K, V]) Add(key K, value V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		return element.Value.(entry[K, V]).value
	}
	c.entries[key] = c.order.PushFront(entry[K, V]{key, value})
	if len(c.entries) > c.size {
		oldest := c.order.Back()
		delete(c.entries, c.order.Remove(oldest).(entry[K, V]).key)
	}
	return value
}
