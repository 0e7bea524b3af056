//go:build js && wasm

package wasm

import (
	"context"
	"syscall/js"
	"time"
)

// pause lets the worker's messages in while a search runs. There is one thread:
// as long as Go computes, no message is delivered, not even the one that asks
// it to stop. So the context of a request, which every search asks now and then
// whether to go on, waits for a message of its own to come round; those that
// were waiting before it are delivered first.
type pause struct {
	port js.Value
	back chan struct{}
	// stopped tells of every request that is not answered yet whether it was
	// asked to stop.
	stopped map[int]bool
	last    time.Time
}

// interval is how long a search computes between two pauses: far more than the
// tens of microseconds that one costs, far less than people notice.
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

// expect notes a request that is to be answered.
func (p *pause) expect(id int) { p.stopped[id] = false }

// stop ends a request; one that has been answered meanwhile is no mistake.
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

// end forgets a request.
func (p *pause) end(id int) { delete(p.stopped, id) }

// pausing is the context of a request: it ends when the request is stopped.
type pausing struct {
	context.Context
	pause *pause
	id    int
}

// Err implements [context.Context], and pauses when it is time.
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
