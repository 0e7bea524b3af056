// Package exacttest has tablebases for tests.
package exacttest

import (
	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games"
)

// Tablebase looks values up by a function, and knows no progress.
type Tablebase func(key uint64) (game.Value, error)

// ValueOf implements exact.Tablebase.
func (t Tablebase) ValueOf(key uint64) (game.Value, error) { return t(key) }

// Progress implements exact.Tablebase.
func (Tablebase) Progress(uint64) (int, error) { return 0, nil }

// Close implements exact.Tablebase.
func (Tablebase) Close() error { return nil }

// Engine makes an engine of a game that looks values up in the tablebase.
func (t Tablebase) Engine(id string) (engine.Engine, error) {
	e, err := games.All().Find(id)
	if err != nil {
		return nil, err
	}
	newEngine, err := e.Open(catalogue.Sources{Tablebase: t})
	if err != nil {
		return nil, err
	}
	return newEngine(engine.Options{TranspositionBytes: 1 << 16}), nil
}
