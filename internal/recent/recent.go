// Package recent remembers for a short time what a store has said.
package recent

import (
	"maps"
	"sync"
	"time"
)

// Memory has answers by what was asked. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	most    int
	lasting time.Duration

	mu      sync.Mutex
	answers map[K]answer[V]
	// reads is how many reads have begun, and forgotten how many had when something was
	// forgotten on purpose last: what they read is not remembered.
	reads, forgotten uint64
}

type answer[V any] struct {
	value V
	until time.Time
	// read is the number of the read.
	read uint64
}

// New remembers nothing yet. Answers last for so short a time that it need not choose
// which to forget: when there are as many as allowed, it starts again.
func New[K comparable, V any](most int, lasting time.Duration) *Memory[K, V] {
	return &Memory[K, V]{most: most, lasting: lasting, answers: make(map[K]answer[V])}
}

// Get is an answer, which is read if nobody remembers it.
func (m *Memory[K, V]) Get(key K, now time.Time, read func() (V, error)) (V, error) {
	m.mu.Lock()
	known := m.answers[key]
	m.mu.Unlock()
	if now.Before(known.until) {
		return known.value, nil
	}
	return m.Read(key, now, read)
}

// Read is an answer as it is now. It is not remembered if something was forgotten while
// it was read, for it may be just that, nor in place of one that was read later.
func (m *Memory[K, V]) Read(key K, now time.Time, read func() (V, error)) (V, error) {
	m.mu.Lock()
	m.reads++
	number := m.reads
	m.mu.Unlock()
	value, err := read()
	if err != nil {
		return value, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if number > max(m.forgotten, m.answers[key].read) {
		if len(m.answers) >= m.most {
			clear(m.answers)
		}
		m.answers[key] = answer[V]{value, now.Add(m.lasting), number}
	}
	return value, nil
}

// Forget forgets answers.
func (m *Memory[K, V]) Forget(keys ...K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgotten = m.reads
	for _, key := range keys {
		delete(m.answers, key)
	}
}

// ForgetWhere forgets the answers that are chosen.
func (m *Memory[K, V]) ForgetWhere(which func(V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgotten = m.reads
	maps.DeleteFunc(m.answers, func(_ K, a answer[V]) bool { return which(a.value) })
}
