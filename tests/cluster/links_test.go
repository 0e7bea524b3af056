//go:build unix

package cluster_test

import (
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/Shopify/toxiproxy/v2/toxics"
	"github.com/rs/zerolog"
)

// link is how one server reaches the database or NATS. It can be delayed, cut and
// silenced.
type link struct {
	proxy *toxiproxy.Proxy
	// There and back again.
	upstream, downstream *gate
}

// newLink starts a link from a host to an address.
func newLink(t *testing.T, name, host, upstream string) *link {
	t.Helper()
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	proxy := toxiproxy.NewProxy(server, name, net.JoinHostPort(host, "0"), upstream)
	l := &link{proxy, newGate(t, proxy, "upstream"), newGate(t, proxy, "downstream")}
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Stop)
	return l
}

// address is where the link begins.
func (l *link) address() string { return l.proxy.Listen }

// cut ends all connections, and refuses new ones until the link is mended.
func (l *link) cut() { l.proxy.Stop() }

// delay delays everything, in both directions.
func (l *link) delay(by, jitter time.Duration) {
	l.upstream.delay(by, jitter)
	l.downstream.delay(by, jitter)
}

// silence leaves connections open and delivers nothing.
func (l *link) silence() { l.downstream.silence() }

// mend ends everything that is wrong with the link.
func (l *link) mend() error {
	l.upstream.mend()
	l.downstream.mend()
	if l.proxy.Enabled {
		return nil
	}
	return l.proxy.Start()
}

// gate is what all connections of a link pass through in one direction. Toxiproxy's own
// toxics are added and removed while connections are open, and when one of these ends at
// that moment, both wait for each other forever. A gate is always there.
type gate struct {
	mu         sync.Mutex
	by, jitter time.Duration
	mended     chan struct{} // nil unless it is silent
}

func newGate(t *testing.T, proxy *toxiproxy.Proxy, stream string) *gate {
	t.Helper()
	toxics.Register("gate", new(gate))
	wrapper, err := proxy.Toxics.AddToxicJson(strings.NewReader(`{"type": "gate", "stream": "` + stream + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	return wrapper.Toxic.(*gate)
}

// GetBufferSize implements [toxics.BufferedToxic]: what is delayed does not keep others
// from being sent.
func (g *gate) GetBufferSize() int { return 1024 }

// Pipe implements [toxics.Toxic] for one connection. One that has lost something ends
// when the gate is mended.
func (g *gate) Pipe(stub *toxics.ToxicStub) {
	for c := range stub.Input {
		wait, mended := g.now()
		if mended != nil {
			drop(stub, mended)
			break
		}
		time.Sleep(wait - time.Since(c.Timestamp))
		stub.Output <- c
	}
	stub.Close()
}

// drop receives and forgets everything, until the gate is mended or nothing comes any more.
func drop(stub *toxics.ToxicStub, mended <-chan struct{}) {
	for {
		select {
		case <-mended:
			return
		case _, more := <-stub.Input:
			if !more {
				return
			}
		}
	}
}

// now is how long something has to wait, or what to wait for if nothing passes.
func (g *gate) now() (wait time.Duration, mended <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.jitter > 0 {
		wait = rand.N(2*g.jitter) - g.jitter
	}
	return g.by + wait, g.mended
}

func (g *gate) delay(by, jitter time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.by, g.jitter = by, jitter
}

func (g *gate) silence() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.mended == nil {
		g.mended = make(chan struct{})
	}
}

func (g *gate) mend() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.by, g.jitter = 0, 0
	if g.mended != nil {
		close(g.mended)
		g.mended = nil
	}
}
