//go:build js && wasm

package wasm

import (
	"context"
	"syscall/js"
	"time"
)

// pause lets messages through to the worker while a search runs. There is one
// thread: while Go computes, no message is delivered, not even the one that
// stops the search. So the context of a request, which every search checks now
// and then, posts a message to itself and waits for it; messages that were
// queued before are delivered first.
type pause struct {
	port js.Value
	back chan struct{}
	// stopped has every unanswered request, and whether it was stopped.
	stopped map[int]bool
	last    time.Time
}

// interval is how long a search computes between two pauses: far longer than
// the tens of microseconds that a pause costs, far shorter than people notice.
const interval = 15 * time.Millisecond

func newPause() *pause {
	p := &pause{back: make(chan struct{}, 1), stopped: map[int]bool{}}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		p.back <- struct{}{}
		return nil
	}))
	p.port = channel.Get("port2")
	return p
}

// stop stops a request. It may have been answered meanwhile.
func (p *pause) stop(id int) {
	if _, open := p.stopped[id]; open {
		p.stopped[id] = true
	}
}

// begin makes the context of a request.
func (p *pause) begin(id int) context.Context {
	p.last = time.Now()
	return pausing{context.Background(), p, id}
}

// pausing is the context of a request: it ends when the request is stopped.
type pausing struct {
	context.Context
	pause *pause
	id    int
}

// Err implements [context.Context], and pauses if it is time.
func (c pausing) Err() error {
	if now := time.Now(); now.Sub(c.pause.last) >= interval {
		c.pause.port.Call("postMessage", js.Null())
		<-c.pause.back
		c.pause.last = time.Now()
	}
	if c.pause.stopped[c.id] {
		return context.Canceled
	}
	return nil
}
