//go:build unix

package clustertest_test

import (
	"context"
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// link is how one server reaches the database or NATS. It can be delayed, cut and
// silenced.
type link struct{ proxy *toxiproxy.Proxy }

// newLink starts a link from a host to an address.
func newLink(t *testing.T, name, host, upstream string) *link {
	t.Helper()
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := &link{toxiproxy.NewProxy(server, name, net.JoinHostPort(host, "0"), upstream)}
	if err := l.proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.proxy.Stop)
	return l
}

// address is where the link begins.
func (l *link) address() string { return l.proxy.Listen }

// cut ends all connections, and refuses new ones until the link is mended.
func (l *link) cut() { l.proxy.Stop() }

// delay delays everything, in both directions.
func (l *link) delay(by, jitter time.Duration) error {
	for _, stream := range []string{"upstream", "downstream"} {
		if err := l.add("latency", stream, map[string]any{"latency": by.Milliseconds(), "jitter": jitter.Milliseconds()}); err != nil {
			return err
		}
	}
	return nil
}

// silence leaves connections open and delivers nothing.
func (l *link) silence() error { return l.add("timeout", "downstream", map[string]any{"timeout": 0}) }

func (l *link) add(kind, stream string, attributes map[string]any) error {
	text, err := json.Marshal(map[string]any{"name": kind + stream, "type": kind, "stream": stream, "attributes": attributes})
	if err != nil {
		return err
	}
	_, err = l.proxy.Toxics.AddToxicJson(strings.NewReader(string(text)))
	return err
}

// mend ends everything that is wrong with the link.
func (l *link) mend(ctx context.Context) error {
	l.proxy.Toxics.ResetToxics(ctx)
	if l.proxy.Enabled {
		return nil
	}
	return l.proxy.Start()
}
