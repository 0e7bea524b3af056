//go:build js && wasm

package wasm

import (
	"errors"
	"syscall/js"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/internal/bridge"
)

// Sizes of the engines' transposition tables. A browser on a phone has little
// memory; levels have a transposition table of their own.
const (
	analysisBytes = 32 << 20
	levelBytes    = 1 << 16
)

// newEngines makes engines. Data is fetched when it is first needed, and
// unpacked once per game.
func newEngines(games catalogue.List, host js.Value) func(id string, use bridge.Use) (engine.Engine, error) {
	opened := map[string]catalogue.NewEngine{}
	data := func(name string) ([]byte, error) { return fetch(host, name) }
	return func(id string, use bridge.Use) (engine.Engine, error) {
		e, err := games.Find(id)
		if err != nil {
			return nil, err
		}
		if use == bridge.ToPlay {
			newEngine, err := e.Open(catalogue.Sources{})
			if err != nil {
				return nil, err
			}
			return newEngine(engine.Options{TranspositionBytes: levelBytes}), nil
		}
		newEngine := opened[id]
		if newEngine == nil {
			if newEngine, err = e.Open(catalogue.Sources{Data: data}); err != nil {
				return nil, err
			}
			opened[id] = newEngine
		}
		return newEngine(engine.Options{TranspositionBytes: analysisBytes}), nil
	}
}

// fetch waits for data from the host.
func fetch(host js.Value, name string) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	arrived := make(chan result, 1)
	succeed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		arrived <- result{data: data}
		return nil
	})
	defer succeed.Release()
	fail := js.FuncOf(func(_ js.Value, args []js.Value) any {
		arrived <- result{err: errors.New("the data cannot be loaded: " + args[0].Call("toString").String())}
		return nil
	})
	defer fail.Release()
	host.Call("data", name).Call("then", succeed, fail)
	found := <-arrived
	return found.data, found.err
}
