//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"plateau/engine"
	"plateau/internal/bridge"
)

// Sizes of the tables in which engines remember positions. A browser on a phone
// shares its memory with others; levels have a table of their own.
const (
	knowingTable = 32 << 20
	playingTable = 1 << 16
)

// fetched names the data that a game's engines use, by the names that the host
// knows.
var fetched = map[string][]string{"pivot": {"pivot"}, "quixo": {"quixo", "quixo-estimate"}}

// newEngines makes engines. The data of exact Pivot, of Quixo's opening and of
// its estimate are fetched when they are first needed.
func newEngines(host js.Value) func(id string, use bridge.Use) (engine.Engine, error) {
	kept := map[string][]byte{}
	return func(id string, use bridge.Use) (engine.Engine, error) {
		if use == bridge.ToPlay {
			return engine.New(id, engine.Options{TableBytes: playingTable})
		}
		for _, name := range fetched[id] {
			if kept[name] != nil {
				continue
			}
			data, err := fetch(host, name)
			if err != nil {
				return nil, err
			}
			kept[name] = data
		}
		return engine.New(id, engine.Options{
			TableBytes: knowingTable, Pivot: kept["pivot"],
			QuixoOpening: kept["quixo"], QuixoEstimate: kept["quixo-estimate"],
		})
	}
}

// fetch waits for data that the host brings.
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
