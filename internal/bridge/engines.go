package bridge

import (
	"context"
	"time"

	"plateau/engine"
)

// Use is what an engine is needed for.
type Use uint8

// The uses.
const (
	// ToPlay is choosing moves by level, which needs no data and little
	// memory.
	ToPlay Use = iota
	// ToAnalyse is judging positions and perfect play, with all available
	// data.
	ToAnalyse
)

// engineCache keeps the engines of one game: a page shows one game at a time,
// and each engine takes some megabytes.
type engineCache struct {
	newEngine func(id string, use Use) (engine.Engine, error)
	game      string
	engines   [2]engine.Engine
}

func (c *engineCache) get(id string, use Use) (engine.Engine, error) {
	if c.game != id {
		c.game, c.engines = id, [2]engine.Engine{}
	}
	if c.engines[use] == nil {
		e, err := c.newEngine(id, use)
		if err != nil {
			return nil, err
		}
		c.engines[use] = e
	}
	return c.engines[use], nil
}

// limited is a context with a deadline. It compares the time whenever Err is
// called. A context of the standard library waits for a timer, which never
// fires in a browser while a search occupies the only thread.
type limited struct {
	context.Context
	end time.Time
}

// maxMilliseconds bounds the time of a search: an hour.
const maxMilliseconds = 60 * 60 * 1000

func limit(ctx context.Context, milliseconds int) context.Context {
	bounded := min(max(milliseconds, 0), maxMilliseconds)
	return limited{ctx, time.Now().Add(time.Duration(bounded) * time.Millisecond)}
}

// Err implements [context.Context]. Searches call it some hundred times a
// second.
func (c limited) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(c.end) {
		return context.DeadlineExceeded
	}
	return nil
}

// Deadline implements [context.Context].
func (c limited) Deadline() (time.Time, bool) { return c.end, true }
