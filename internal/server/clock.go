package server

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// clock is the time that all servers with one store share: that of the store. It is
// this machine's where the store is a file.
type clock struct {
	ahead func(ctx context.Context) (ahead, within time.Duration, err error)
	log   *slog.Logger

	mu     sync.Mutex
	offset time.Duration
	// known is when the offset was found out last.
	known time.Time
}

const (
	// measureEvery is how often the clocks are compared, and certainFor how long
	// the last result counts.
	measureEvery = 5 * time.Second
	certainFor   = time.Minute
	// mostUncertain is how far off the offset may be: as much as players would
	// not notice.
	mostUncertain = 200 * time.Millisecond
	// mentionedAhead is how far this machine's clock may be off without a word.
	mentionedAhead = time.Second
)

var errUncertain = errors.New("the clock of the store is not known well enough")

// now is the shared time. Without a clock it is this machine's.
func (c *clock) now() time.Time {
	if c == nil {
		return time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.offset)
}

// measure compares the clocks. A result that is too uncertain does not count.
func (c *clock) measure(ctx context.Context) error {
	ahead, within, err := c.ahead(ctx)
	if err != nil {
		return err
	}
	if within > mostUncertain {
		return errUncertain
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known.IsZero() && ahead.Abs() > mentionedAhead {
		c.log.Warn("the clocks of this machine and of the database differ; the database's counts", "seconds", ahead.Seconds())
	}
	c.offset, c.known = ahead, time.Now()
	return nil
}

// certain fails while the shared time is not known well enough.
func (c *clock) certain() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known.IsZero() || time.Since(c.known) > certainFor {
		return errUncertain
	}
	return nil
}

// run compares the clocks now and then.
func (c *clock) run(ctx context.Context) {
	ticks := time.NewTicker(measureEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if err := c.measure(ctx); err != nil && ctx.Err() == nil {
				c.log.Warn("cannot compare the clocks of this machine and of the database", "error", err)
			}
		}
	}
}
