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
