//go:build js && wasm

// Wasm is the rules and the computer player of the fourth game for browsers.
package main

import (
	"plateau/catalogue"
	"plateau/examples/fourthgame/fourrow"
	"plateau/internal/wasm"
)

func main() { wasm.Run(catalogue.List{fourrow.Entry()}) }
