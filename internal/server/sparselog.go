package server

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"plateau/internal/play"
)

// sparseLog leaves out repetitions of what everything reports while the store is not
// available: each message is logged once a minute, with how many were left out.
type sparseLog struct {
	slog.Handler
	seen *seenMessages
}

// sparsely is how often a message is logged.
const sparsely = time.Minute

// seenMessages are the messages of the last minute. There are few different ones.
type seenMessages struct {
	mu        sync.Mutex
	byMessage map[string]*seenMessage
}

type seenMessage struct {
	logged  time.Time
	leftOut int
}

func newSparseLog(h slog.Handler) slog.Handler {
	return sparseLog{h, &seenMessages{byMessage: make(map[string]*seenMessage)}}
}

// Handle implements [slog.Handler].
func (s sparseLog) Handle(ctx context.Context, r slog.Record) error {
	if !isUnavailable(r) {
		return s.Handler.Handle(ctx, r)
	}
	leftOut, due := s.seen.note(r.Message, r.Time)
	if !due {
		return nil
	}
	if leftOut > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("repeated", leftOut))
	}
	return s.Handler.Handle(ctx, r)
}

// isUnavailable reports whether a line is about a store that is not available.
func isUnavailable(r slog.Record) (is bool) {
	r.Attrs(func(a slog.Attr) bool {
		err, isError := a.Value.Any().(error)
		is = isError && errors.Is(err, play.ErrUnavailable)
		return !is
	})
	return is
}

// note notes a message, and reports whether it is to be logged, and how often it was
// not since the last time.
func (s *seenMessages) note(message string, now time.Time) (leftOut int, due bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.byMessage[message]
	if m == nil {
		m = new(seenMessage)
		s.byMessage[message] = m
	}
	if now.Sub(m.logged).Abs() < sparsely {
		m.leftOut++
		return 0, false
	}
	leftOut = m.leftOut
	*m = seenMessage{logged: now}
	return leftOut, true
}

// WithAttrs implements [slog.Handler].
func (s sparseLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return sparseLog{s.Handler.WithAttrs(attrs), s.seen}
}

// WithGroup implements [slog.Handler].
func (s sparseLog) WithGroup(name string) slog.Handler {
	return sparseLog{s.Handler.WithGroup(name), s.seen}
}
