//go:build js && wasm

package wasm

import (
	"context"
	"errors"
	"syscall/js"
	"time"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
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
	b := bridge.New(games, newEngines(games, host, pause))
	for r := range requests {
		ctx := pause.begin(r.id)
		answer := b.Handle(ctx, []byte(r.text), func(progress []byte) {
			host.Call("answer", r.id, string(progress), false)
		})
		delete(pause.stopped, r.id)
		host.Call("answer", r.id, string(answer), true)
	}
}

// Sizes of the engines' transposition tables. A browser on a phone has little
// memory; levels have a transposition table of their own.
const (
	analysisBytes = 32 << 20
	levelBytes    = 1 << 16
)

// newEngines makes engines. Data is fetched when it is first needed, and
// unpacked once per game.
func newEngines(games catalogue.List, host js.Value, pause *pause) func(id string, use bridge.Use) (engine.Engine, error) {
	opened := map[string]catalogue.NewEngine{}
	data := func(name string) ([]byte, error) { return wait(host.Call("data", name), nil) }
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
			src := catalogue.Sources{Data: data}
			if e.Remote != nil {
				src.Tablebase = e.Remote(func(spans []exact.Span) ([][]byte, error) {
					return read(host, pause, id, spans)
				})
			}
			if newEngine, err = e.Open(src); err != nil {
				return nil, err
			}
			opened[id] = newEngine
		}
		return newEngine(engine.Options{TranspositionBytes: analysisBytes}), nil
	}
}

// read reads parts of a packed tablebase, unless the current request is stopped
// before they are here.
func read(host js.Value, pause *pause, game string, spans []exact.Span) ([][]byte, error) {
	places := make([]any, 0, 2*len(spans))
	size := int64(0)
	for _, span := range spans {
		places = append(places, span.At, span.Size)
		size += span.Size
	}
	all, err := wait(host.Call("read", game, places), pause.interrupted)
	if err != nil {
		return nil, err
	}
	if int64(len(all)) != size {
		return nil, errors.New("the host has read parts of other sizes")
	}
	parts := make([][]byte, len(spans))
	for i, span := range spans {
		parts[i], all = all[:span.Size:span.Size], all[span.Size:]
	}
	return parts, nil
}

// wait waits for the bytes that a promise of the host brings, or until it is
// interrupted.
func wait(promise js.Value, interrupted <-chan struct{}) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	arrived := make(chan result, 1)
	var succeed, fail js.Func
	// A promise settles even if nobody waits any more.
	settle := func(r result) {
		succeed.Release()
		fail.Release()
		arrived <- r
	}
	succeed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := make([]byte, args[0].Length())
		js.CopyBytesToGo(data, args[0])
		settle(result{data: data})
		return nil
	})
	fail = js.FuncOf(func(_ js.Value, args []js.Value) any {
		settle(result{err: errors.New("the data cannot be loaded: " + args[0].Call("toString").String())})
		return nil
	})
	promise.Call("then", succeed, fail)
	select {
	case found := <-arrived:
		return found.data, found.err
	case <-interrupted:
		return nil, context.Canceled
	}
}

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
	// current is the request that is being answered, and interrupted is
	// closed when it is stopped.
	current     int
	interrupted chan struct{}
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
	if stopped, open := p.stopped[id]; stopped || !open {
		return
	}
	p.stopped[id] = true
	if id == p.current {
		close(p.interrupted)
	}
}

// begin makes the context of a request.
func (p *pause) begin(id int) context.Context {
	p.last = time.Now()
	p.current, p.interrupted = id, make(chan struct{})
	if p.stopped[id] {
		close(p.interrupted)
	}
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
