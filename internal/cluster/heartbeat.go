package cluster

import (
	"context"
	"time"

	"plateau/internal/play"
)

// Awake makes sure that the last heartbeat was stored, and among several servers, a
// moment ago: otherwise players might be charged for time in which the store was away.
func (m *Member) Awake(ctx context.Context) error {
	if m.IsAwake(m.Now()) {
		return nil
	}
	w := m.wake()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// IsAwake reports whether the last heartbeat was stored, and among several servers, a
// moment before a time.
func (m *Member) IsAwake(now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.failing && !m.late(now.Sub(m.lastHeartbeat))
}

// waking is a heartbeat for all who wait for one.
type waking struct {
	done chan struct{}
	// err is set before done is closed.
	err error
}

// wake stores a heartbeat, unless that is being done already.
func (m *Member) wake() *waking {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waking != nil {
		return m.waking
	}
	w := &waking{done: make(chan struct{}), err: ErrClosing}
	begun := m.begin(func(ctx context.Context) {
		w.err = m.Beat(ctx)
		m.mu.Lock()
		m.waking = nil
		m.mu.Unlock()
		close(w.done)
	})
	if begun {
		m.waking = w
	} else {
		close(w.done)
	}
	return w
}

// Beat notes that the server runs. It does so until the very end: the next server counts
// from there.
func (m *Member) Beat(ctx context.Context) error {
	now, err := m.beat(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failing = err != nil; !m.failing {
		m.lastHeartbeat = now
	}
	return err
}

func (m *Member) beat(ctx context.Context) (now time.Time, err error) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), backgroundTime)
	defer cancel()
	m.mu.Lock()
	failing := m.failing
	m.mu.Unlock()
	// The store may have to be waited for, and then counts from there.
	downtimes, err := m.Store.Heartbeat(limited, func() time.Time {
		now = m.Now()
		return now
	}, m.gap(failing))
	if err != nil {
		m.Log.Error("cannot store the heartbeat", "error", err)
		return now, err
	}
	// Nothing is decided before the time is given back, see [Member.Awake].
	if err := m.noteDowntimes(limited, downtimes); err != nil {
		m.Log.Error("cannot read when no server ran", "error", err)
		return now, err
	}
	return now, nil
}

// noteDowntimes gives time back at the tables in memory if there is a new downtime.
func (m *Member) noteDowntimes(ctx context.Context, count int) error {
	if count == len(m.Downtimes()) {
		return nil
	}
	downtimes, err := m.Store.Downtimes(ctx)
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.downtimes = downtimes
	m.mu.Unlock()
	m.work.GiveBack(ctx)
	return nil
}

// Downtimes are the times in which no server ran.
func (m *Member) Downtimes() []play.Downtime {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.downtimes
}

// LastHeartbeat is when this server last noted that it runs.
func (m *Member) LastHeartbeat() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lastHeartbeat
}
