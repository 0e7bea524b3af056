//go:build js && wasm

// Package wasm runs the rules and the engine in a browser: package bridge in a
// Web Worker. Its host, the script that starts it, puts three functions into
// the global object plateauHost:
//
//	ready(request, stop)      called once, with what the host may call:
//	                          request(id, text) asks for an answer and returns
//	                          whether the queue had room for it,
//	                          stop(id) stops a request
//	answer(id, text, last)    an answer, or an interim result before the last
//	data(name)                a promise of bytes that are not part of the module
//
// web/src/engine/host.ts is the host.
package wasm

import (
	"syscall/js"

	"plateau/catalogue"
	"plateau/internal/bridge"
)

// maxWaiting bounds how many requests may wait while one is answered. A page
// has a handful.
const maxWaiting = 1024

type request struct {
	id   int
	text string
}

// Run answers requests about the games until the worker ends.
func Run(games catalogue.List) {
	host := js.Global().Get("plateauHost")
	requests := make(chan request, maxWaiting)
	pause := newPause()
	ask := js.FuncOf(func(_ js.Value, args []js.Value) any {
		r := request{args[0].Int(), args[1].String()}
		select {
		case requests <- r:
			pause.stopped[r.id] = false
			return true
		default:
			// A callback must not wait for room.
			return false
		}
	})
	stop := js.FuncOf(func(_ js.Value, args []js.Value) any {
		pause.stop(args[0].Int())
		return nil
	})
	host.Call("ready", ask, stop)
	b := bridge.New(games, newEngines(games, host))
	for r := range requests {
		ctx := pause.begin(r.id)
		answer := b.Handle(ctx, []byte(r.text), func(progress []byte) {
			host.Call("answer", r.id, string(progress), false)
		})
		delete(pause.stopped, r.id)
		host.Call("answer", r.id, string(answer), true)
	}
}
