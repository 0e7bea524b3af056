package load

import (
	"context"
	"fmt"
	"sync"
	"time"

	"plateau/internal/play"
)

// watcher follows the tables of a pair with a stream. Sides 0 and 1 are the players,
// others are spectators.
type watcher struct {
	pair *pair
	side int

	mu   sync.Mutex
	wire *wire
}

// openStreams opens all streams, and waits until they deliver.
func (r *Run) openStreams(ctx context.Context, all *sync.WaitGroup) error {
	for i := range r.config.Streams {
		p := r.pairs[i%len(r.pairs)]
		p.watchers = append(p.watchers, &watcher{pair: p, side: len(p.watchers)})
	}
	// Some at a time: connections beyond the system's queue would be dropped.
	const together = 128
	slots := make(chan struct{}, together)
	take := func() error {
		select {
		case slots <- struct{}{}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for _, p := range r.pairs {
		for _, w := range p.watchers {
			if err := take(); err != nil {
				return err
			}
			all.Go(func() { w.watch(ctx, sync.OnceFunc(func() { <-slots })) })
		}
	}
	for range together {
		if err := take(); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failure
}

// watch follows one table after another until the context ends. It calls begun
// when it has received something, or cannot.
func (w *watcher) watch(ctx context.Context, begun func()) {
	defer begun()
	run := w.pair.run
	for ctx.Err() == nil {
		table := w.pair.watched()
		err := w.follow(ctx, table, begun)
		if ctx.Err() == nil && w.pair.watched() == table {
			run.fail(fmt.Errorf("a stream ended: %w", err))
			return
		}
	}
}

// follow follows one table until its stream ends.
func (w *watcher) follow(ctx context.Context, table play.TableID, begun func()) error {
	run := w.pair.run
	conn, err := dial(ctx, turn(run.servers, w.pair.number+w.side).Address)
	if err != nil {
		return err
	}
	defer conn.close()
	defer context.AfterFunc(ctx, conn.close)()
	w.mu.Lock()
	w.wire = conn
	w.mu.Unlock()
	if w.pair.watched() != table {
		return nil
	}
	run.open.Add(1)
	defer run.open.Add(-1)
	first := true
	return conn.follow(w.request(table), func(m message) {
		if m.nonce != "" && w.side < len(w.pair.players) {
			run.answerHeartbeat(w, table, m.nonce)
		}
		if m.id == 0 {
			return
		}
		if first {
			first = false
			w.pair.came(table)
			begun()
		}
		w.pair.received(w.side, table, m.id, time.Now())
	})
}

// leave ends the current stream.
func (w *watcher) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.wire != nil {
		w.wire.close()
	}
}

// request asks for the stream of a table.
func (w *watcher) request(table play.TableID) []byte {
	return get(w.token(), "/tables/"+string(table)+"/events")
}

// token is empty for spectators.
func (w *watcher) token() play.Token {
	if w.side < len(w.pair.players) {
		return w.pair.players[w.side].Token
	}
	return ""
}
