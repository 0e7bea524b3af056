package httpapi

import (
	"cmp"
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"plateau/internal/httpapi/peer"
)

// Connections limits how many connections are open, in total and from one address.
// When there are too many, a new one takes the place of another: of the oldest that
// waits for a request, or else of the oldest that has one. Those over which
// somebody plays are kept. So a flood of connections displaces itself, and who
// comes later still gets in.
//
// A proxy speaks for many addresses, so connections from this machine and from
// trusted proxies count for the total alone. What they forward is limited by the
// addresses that they name: requests and streams, not connections.
type Connections struct {
	// Total and FromAddress are the limits; zero is no limit.
	Total, FromAddress int
	Log                *slog.Logger
	Now                func() time.Time
	// Proxies are those that are trusted besides this machine.
	Proxies peer.Proxies
	// CountLoopback also limits connections from this machine.
	CountLoopback bool

	mu sync.Mutex
	// open are all connections, the oldest first, and byAddress those of each
	// address.
	open      list.List // of *connection
	byAddress map[netip.Prefix]*list.List
	ended     uint64
	// lacking is when there was last no file for a connection.
	lacking, warned time.Time
	files           uint64
}

// connection is an open connection.
type connection struct {
	net.Conn
	of      *Connections
	address netip.Prefix // invalid if it is not limited

	// The rest is guarded by the mutex of Connections. The elements are nil once
	// the connection has ended.
	inOpen, inAddress *list.Element
	busy, playing     bool
}

// ConnectionStats are figures for metrics.
type ConnectionStats struct {
	Open int
	// Ended is how many had to make room for others, and WithoutFile how many
	// could not be accepted because the system had no file for them.
	Ended, WithoutFile uint64
}

// Stats are the present figures.
func (c *Connections) Stats() ConnectionStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return ConnectionStats{c.open.Len(), c.ended, c.files}
}

// lackingFor is how long a lack of files is reported.
const lackingFor = 30 * time.Second

// LackFiles reports whether the system had no file for a connection a moment ago.
func (c *Connections) LackFiles() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.lacking.IsZero() && c.Now().Sub(c.lacking) < lackingFor
}

// Limit is a listener whose connections are limited.
func (c *Connections) Limit(l net.Listener) net.Listener { return &limitedListener{l, c} }

type limitedListener struct {
	net.Listener
	connections *Connections
}

// Accept implements [net.Listener].
func (l *limitedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			l.connections.lackFile()
		}
		return nil, err // The server tries again after a pause.
	}
	return l.connections.add(conn), nil
}

// lackFile notes that there was no file for a connection, and warns of it once a
// minute at most.
func (c *Connections) lackFile() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.Now()
	c.lacking = now
	c.files++
	if c.warned.IsZero() || now.Sub(c.warned) >= warnEvery {
		c.warned = now
		c.Log.Warn("out of files: connections cannot be accepted; raise the limit of open files (LimitNOFILE) or lower --connections",
			"open", c.open.Len())
	}
}

// add counts a connection, which may displace others.
func (c *Connections) add(conn net.Conn) *connection {
	n := &connection{Conn: conn, of: c, address: c.addressOf(conn)}
	c.mu.Lock()
	displaced := c.makeRoom(n.address)
	n.inOpen = c.open.PushBack(n)
	if n.address.IsValid() {
		if c.byAddress == nil {
			c.byAddress = make(map[netip.Prefix]*list.List)
		}
		if c.byAddress[n.address] == nil {
			c.byAddress[n.address] = list.New()
		}
		n.inAddress = c.byAddress[n.address].PushBack(n)
	}
	c.mu.Unlock()
	for _, other := range displaced {
		other.Conn.Close()
	}
	return n
}

// addressOf is the address that a connection counts for.
func (c *Connections) addressOf(conn net.Conn) netip.Prefix {
	address, isNetwork := peer.ReadNode(conn.RemoteAddr().String())
	if !isNetwork || c.Proxies.Contain(address) || address.IsLoopback() && !c.CountLoopback {
		return netip.Prefix{}
	}
	return peer.Network(address)
}

// makeRoom removes connections until one more fits.
func (c *Connections) makeRoom(address netip.Prefix) (displaced []*connection) {
	from := c.byAddress[address]
	if from != nil && c.FromAddress > 0 && from.Len() >= c.FromAddress {
		displaced = append(displaced, c.displace(from))
	}
	if c.Total > 0 && c.open.Len() >= c.Total {
		displaced = append(displaced, c.displace(&c.open))
	}
	return displaced
}

// displace removes the connection of a list that is needed least.
func (c *Connections) displace(of *list.List) *connection {
	var idle, busy *connection
	for e := of.Front(); e != nil && idle == nil; e = e.Next() {
		switch n := e.Value.(*connection); {
		case n.playing:
		case !n.busy:
			idle = n
		case busy == nil:
			busy = n
		}
	}
	// Where everybody plays, there is no room for more than that.
	least := cmp.Or(idle, busy, of.Front().Value.(*connection))
	c.remove(least)
	c.ended++
	return least
}

func (c *Connections) remove(n *connection) {
	if n.inOpen == nil {
		return
	}
	c.open.Remove(n.inOpen)
	n.inOpen = nil
	if n.inAddress == nil {
		return
	}
	from := c.byAddress[n.address]
	from.Remove(n.inAddress)
	n.inAddress = nil
	if from.Len() == 0 {
		delete(c.byAddress, n.address)
	}
}

// Close implements [net.Conn].
func (n *connection) Close() error {
	n.of.mu.Lock()
	n.of.remove(n)
	n.of.mu.Unlock()
	return n.Conn.Close()
}

// connectionOf is the connection below another one.
func connectionOf(conn net.Conn) *connection {
	if encrypted, ok := conn.(*tls.Conn); ok {
		conn = encrypted.NetConn()
	}
	n, _ := conn.(*connection)
	return n
}

// note is for [http.Server.ConnState].
func (c *Connections) note(conn net.Conn, state http.ConnState) {
	n := connectionOf(conn)
	if n == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n.busy = state == http.StateActive
}

type connectionKey struct{}

// withConnection is for [http.Server.ConnContext].
func withConnection(ctx context.Context, conn net.Conn) context.Context {
	if n := connectionOf(conn); n != nil {
		return context.WithValue(ctx, connectionKey{}, n)
	}
	return ctx
}

// KeepConnection keeps the connection of a request from being displaced by others.
func KeepConnection(r *http.Request) {
	n, ok := r.Context().Value(connectionKey{}).(*connection)
	if !ok {
		return
	}
	n.of.mu.Lock()
	defer n.of.mu.Unlock()
	n.playing = true
}
