// Package nats is a bus for servers on several machines: notices go through a
// NATS server, or several of them.
//
// NATS keeps nothing, so notices are lost while a server is not connected, or too
// slow. Then the bus tells its receivers that they may have missed some, and they
// ask the store.
package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"plateau/internal/bus/memory"
	"plateau/internal/play"
)

// Bus implements [play.Bus].
type Bus struct {
	conn    *nats.Conn
	subject string
	log     *slog.Logger
	// here has the receivers of this server.
	here memory.Bus

	mu   sync.Mutex
	away time.Time // since when; zero if it is connected
}

var _ play.Bus = (*Bus)(nil)

const (
	// reconnectWait is how long to wait before the next attempt, with some more
	// by chance so that not all servers come at once.
	reconnectWait   = 250 * time.Millisecond
	reconnectJitter = 250 * time.Millisecond
	connectTime     = 2 * time.Second
	// After two pings without an answer the connection counts as broken.
	pingEvery = 5 * time.Second
	lostPings = 2
)

// Check refuses an address that cannot be one of NATS servers, several of which are
// separated by commas.
func Check(addresses string) error {
	for one := range strings.SplitSeq(addresses, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil {
			// The error of package url has the address with its password.
			return errors.New("an address of a NATS server cannot be read; write nats://HOST:PORT")
		}
		switch u.Scheme {
		case "nats", "tls", "ws", "wss":
		default:
			return fmt.Errorf("%q is no address of a NATS server; write nats://HOST:PORT, or tls://HOST:PORT with encryption", u.Redacted())
		}
		if u.Hostname() == "" {
			return fmt.Errorf("%q names no host; write nats://HOST:PORT", u.Redacted())
		}
	}
	return nil
}

// Open connects to one of the servers at the addresses, and again whenever the
// connection is lost. It does not wait for the first connection: until then, the
// bus is away. The name separates the notices of servers with one store from those
// of others.
func Open(addresses, name string, log *slog.Logger) (*Bus, error) {
	if err := Check(addresses); err != nil {
		return nil, err
	}
	b := &Bus{subject: "plateau." + name, log: log, away: time.Now()}
	conn, err := nats.Connect(
		addresses, nats.Name("plateau"), nats.Timeout(connectTime), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectJitter, reconnectJitter),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(lostPings),
		// Notices are not kept for later: they would be out of date.
		nats.ReconnectBufSize(-1),
		nats.ConnectHandler(func(*nats.Conn) { b.back() }), nats.ReconnectHandler(func(*nats.Conn) { b.back() }),
		nats.DisconnectErrHandler(b.left),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("the bus has a problem", "error", err)
			b.here.Publish(play.Notice{Missed: true})
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("cannot use the NATS server: %w", err)
	}
	b.conn = conn
	if _, err := conn.Subscribe(b.subject, b.receive); err != nil {
		conn.Close()
		return nil, fmt.Errorf("cannot subscribe at the NATS server: %w", err)
	}
	if conn.IsConnected() {
		// The subscription counts from now on.
		if err := conn.FlushTimeout(connectTime); err != nil {
			log.Warn("the NATS server is slow", "error", err)
		}
		b.back()
	}
	return b, nil
}

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// Away is since when there is no connection, and zero if there is one.
func (b *Bus) Away() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.away
}

// back notes a connection. What was said before is lost.
func (b *Bus) back() {
	b.mu.Lock()
	was := b.away
	b.away = time.Time{}
	b.mu.Unlock()
	if !was.IsZero() {
		b.log.Info("connected to the NATS server")
		b.here.Publish(play.Notice{Missed: true})
	}
}

// left notes that the connection was lost. It may be called before [nats.Connect]
// returns.
func (b *Bus) left(conn *nats.Conn, err error) {
	if conn.IsClosed() {
		return
	}
	b.mu.Lock()
	b.away = time.Now()
	b.mu.Unlock()
	b.log.Warn("lost the connection to the NATS server; connecting again", "error", err)
}

// Publish implements [play.Bus].
func (b *Bus) Publish(n play.Notice) {
	text, err := json.Marshal(n)
	if err == nil {
		err = b.conn.Publish(b.subject, text)
	}
	if err != nil {
		// Servers that miss it compare with the store.
		b.log.Debug("a notice was not sent", "error", err)
	}
}

// Subscribe implements [play.Bus].
func (b *Bus) Subscribe(receive func(play.Notice)) (cancel func()) { return b.here.Subscribe(receive) }

func (b *Bus) receive(m *nats.Msg) {
	var n play.Notice
	if err := json.Unmarshal(m.Data, &n); err != nil {
		b.log.Warn("a notice cannot be read", "error", err)
		n = play.Notice{Missed: true}
	}
	b.here.Publish(n)
}
