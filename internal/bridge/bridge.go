// Package bridge answers the questions of pages: about rules, positions, moves,
// records, values and books. It has no rules of its own and draws nothing; it
// translates between the games and the types of web/src/engine/protocol.ts.
//
// The server calls the methods. Browsers run the package as WebAssembly
// (cmd/plateau-wasm) and send requests as JSON, which [Bridge.Handle] decodes.
//
// Every answer depends on its request alone: a bridge keeps no game from one
// request to the next, only engines with what they have learnt.
package bridge

import (
	"context"
	"sync"
	"time"

	"plateau/catalogue"
	"plateau/engine"
)

// Bridge answers one request at a time.
type Bridge struct {
	games   catalogue.List
	engines engineCache
}

// New makes a bridge for some games. It calls newEngine when it first needs an
// engine.
func New(games catalogue.List, newEngine func(id string, use Use) (engine.Engine, error)) *Bridge {
	return &Bridge{games: games, engines: engineCache{newEngine: newEngine}}
}

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

// limited is a context with a time limit. It compares the time whenever Err is
// called. A context of the standard library waits for a timer, which never
// fires in a browser while a search occupies the only thread.
//
// The time begins with the first call of Err, which is when a search begins.
// Before that, an engine looks up what is known. If it waits for a tablebase over
// a network in vain, the search that stands in gets all of its time.
type limited struct {
	context.Context
	time  time.Duration
	begin sync.Once
	end   time.Time
}

// maxMilliseconds bounds the time of a search: an hour.
const maxMilliseconds = 60 * 60 * 1000

func limit(ctx context.Context, milliseconds int) context.Context {
	bounded := min(max(milliseconds, 0), maxMilliseconds)
	return &limited{Context: ctx, time: time.Duration(bounded) * time.Millisecond}
}

// Err implements [context.Context]. Searches call it some hundred times a
// second.
func (c *limited) Err() error {
	c.begin.Do(func() { c.end = time.Now().Add(c.time) })
	if err := c.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(c.end) {
		return context.DeadlineExceeded
	}
	return nil
}
