//go:build js && wasm

// Plateau-wasm is the rules and the engine for browsers. It links no solver and
// no terminal.
package main

import (
	"plateau/games"
	"plateau/internal/wasm"
)

func main() { wasm.Run(games.All()) }
