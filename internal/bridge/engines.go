package bridge

import (
	"context"
	"time"

	"plateau/engine"
)

// Use is what an engine is wanted for.
type Use uint8

// The uses.
const (
	// ToPlay is choosing moves by level, which needs no data and little
	// memory.
	ToPlay Use = iota
	// ToKnow is judging positions and perfect play, with all data there is.
	ToKnow
)

// desk keeps the engines of the game in hand: a page turns to one game at a
// time, and each engine holds some megabytes.
type desk struct {
	newEngine func(id string, use Use) (engine.Engine, error)
	game      string
	engines   [2]engine.Engine
}

func (d *desk) engine(id string, use Use) (engine.Engine, error) {
	if d.game != id {
		d.game, d.engines = id, [2]engine.Engine{}
	}
	if d.engines[use] == nil {
		e, err := d.newEngine(id, use)
		if err != nil {
			return nil, err
		}
		d.engines[use] = e
	}
	return d.engines[use], nil
}

// limited is a context that also ends at a time. It looks at the clock when it
// is asked, where one of package context waits for a timer, which never comes
// while a search has the only thread; and it asks its parent each time.
type limited struct {
	context.Context
	end time.Time
}

// maxMilliseconds bounds how long a request may think: an hour.
const maxMilliseconds = 60 * 60 * 1000

func limit(ctx context.Context, milliseconds int) context.Context {
	bounded := min(max(milliseconds, 0), maxMilliseconds)
	return limited{ctx, time.Now().Add(time.Duration(bounded) * time.Millisecond)}
}

// Err is asked by searches some hundred times a second.
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
