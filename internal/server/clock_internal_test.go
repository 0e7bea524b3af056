package server

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"
)

func TestSharedClock(t *testing.T) {
	var ahead, within time.Duration
	var failure error
	c := &clock{log: slog.New(slog.DiscardHandler), ahead: func(context.Context) (time.Duration, time.Duration, error) { return ahead, within, failure }}
	if c.certain() == nil {
		t.Error("the time is certain before it was asked for")
	}
	wantOffset := func(want time.Duration) {
		t.Helper()
		before := time.Now()
		if got := c.now(); got.Before(before.Add(want)) || got.After(time.Now().Add(want)) {
			t.Errorf("it is %v, want %v later than %v", got, want, before)
		}
	}
	ahead, within = time.Hour, mostUncertain+1
	if err := c.measure(t.Context()); !errors.Is(err, errUncertain) || c.certain() == nil {
		t.Errorf("a slow answer counts: %v", err)
	}
	wantOffset(0)
	within = time.Millisecond
	if err := c.measure(t.Context()); err != nil || c.certain() != nil {
		t.Errorf("%v, %v", err, c.certain())
	}
	wantOffset(time.Hour)
	ahead, failure = 0, errors.New("away")
	if c.measure(t.Context()) == nil || c.certain() != nil {
		t.Error("one failure makes the time uncertain")
	}
	wantOffset(time.Hour)
	c.known = c.known.Add(-certainFor)
	if c.certain() == nil {
		t.Error("the time is certain although nobody answers")
	}
	var none *clock
	if none.certain() != nil || time.Since(none.now()) > time.Minute {
		t.Error("the only server has no clock of its own")
	}
}
