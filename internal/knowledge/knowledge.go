// Package knowledge opens the data sets and tablebases of the games once per
// process and shares them between all engines. A failed look-up is counted, and
// reported once per game; the engine then searches.
package knowledge

import (
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
)

// Config is where knowledge comes from.
type Config struct {
	Games catalogue.List
	// Data returns the embedded data sets.
	Data func(name string) ([]byte, error)
	// Folder has the tablebases; it may be empty or missing.
	Folder string
	// Report is called at a game's first failed look-up.
	Report func(g game.Game, err error)
}

// Knowledge is shared by all engines of a process. It is safe for concurrent
// use.
type Knowledge struct {
	config   Config
	games    map[string]*known
	failures atomic.Uint64
}

// known is the knowledge about one game, once it is opened.
type known struct {
	entry     catalogue.Entry
	open      sync.Once
	newEngine catalogue.NewEngine
	tablebase exact.Tablebase
	err       error
	reported  sync.Once
}

// New opens nothing: each game is opened when it is first needed.
func New(c Config) *Knowledge {
	k := &Knowledge{config: c, games: map[string]*known{}}
	for _, e := range c.Games {
		k.games[e.Game.ID()] = &known{entry: e}
	}
	return k
}

// NewEngine makes an engine that uses all that is known about a game.
func (k *Knowledge) NewEngine(g game.Game, o engine.Options) (engine.Engine, error) {
	found := k.opened(g)
	if found.err != nil {
		return nil, found.err
	}
	o.Failed = func(err error) { k.note(found, err) }
	return found.newEngine(o), nil
}

// HasTablebase reports whether a game's tablebase is there, so that its values
// can be looked up for clients.
func (k *Knowledge) HasTablebase(g game.Game) (bool, error) {
	found := k.opened(g)
	return found.tablebase != nil && !found.entry.Method.InMemory, found.err
}

// Failures is how many look-ups have failed.
func (k *Knowledge) Failures() uint64 { return k.failures.Load() }

// Close closes the tablebases.
func (k *Knowledge) Close() error {
	var err error
	for _, found := range k.games {
		// Nothing is opened afterwards.
		found.open.Do(func() { found.err = errors.New("the tablebases are closed") })
		if found.tablebase != nil {
			err = errors.Join(err, found.tablebase.Close())
		}
	}
	return err
}

func (k *Knowledge) opened(g game.Game) *known {
	found := k.games[g.ID()]
	found.open.Do(func() {
		if found.tablebase, found.err = k.openTablebase(found); found.err != nil {
			return
		}
		found.newEngine, found.err = found.entry.Open(catalogue.Sources{Data: k.config.Data, Tablebase: found.tablebase})
	})
	return found
}

// openTablebase returns nil if there is none.
func (k *Knowledge) openTablebase(found *known) (exact.Tablebase, error) {
	method := found.entry.Method
	if method == nil || method.Open == nil || k.config.Folder == "" && !method.InMemory {
		return nil, nil
	}
	t, err := method.Open(k.config.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return t, err
}

// note counts a failed look-up.
func (k *Knowledge) note(found *known, err error) {
	k.failures.Add(1)
	found.reported.Do(func() {
		if k.config.Report != nil {
			k.config.Report(found.entry.Game, err)
		}
	})
}
