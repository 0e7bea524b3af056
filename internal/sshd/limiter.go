package sshd

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"

	"plateau/internal/budget"
	"plateau/internal/httpapi/peer"
)

// Limits bound connections. A session takes about as much memory as a small page.
type Limits struct {
	// Total and FromAddress are how many connections there may be; zero is no
	// limit.
	Total, FromAddress int
	// New limits new connections from an address.
	New budget.Rate
	// Trusted are addresses that are not limited by FromAddress and New. It may
	// be nil.
	Trusted func(address netip.Addr) bool
}

// The limits by default.
const (
	StandardTotal       = 1000
	StandardFromAddress = 100
)

// StandardNew is the limit of new connections by default.
var StandardNew = budget.Rate{PerSecond: 1, AtOnce: 60}

// limiter counts connections.
type limiter struct {
	Limits
	budgets budget.Budgets
	limited func(address net.Addr)
	refused atomic.Uint64

	mu        sync.Mutex
	open      int
	byAddress map[netip.Prefix]int
}

func newLimiter(l Limits, budgets budget.Budgets, limited func(net.Addr)) *limiter {
	return &limiter{Limits: l, budgets: budgets, limited: limited, byAddress: make(map[netip.Prefix]int)}
}

// admit counts a connection until it is closed; nil if there are too many.
func (l *limiter) admit(conn net.Conn) net.Conn {
	address, ok := l.addressOf(conn.RemoteAddr())
	if !l.add(address, ok) {
		l.refused.Add(1)
		if l.limited != nil {
			l.limited(conn.RemoteAddr())
		}
		return nil
	}
	counted := &countedConn{Conn: conn}
	counted.release = sync.OnceFunc(func() { l.remove(address, ok) })
	return counted
}

// addressOf is what a connection counts for: an IPv4 address, or the network of an
// IPv6 address. It is not ok for those that are not limited.
func (l *limiter) addressOf(remote net.Addr) (netip.Prefix, bool) {
	client, err := netip.ParseAddrPort(remote.String())
	if err != nil {
		return netip.Prefix{}, false
	}
	address := client.Addr().Unmap().WithZone("")
	if l.Trusted != nil && l.Trusted(address) {
		return netip.Prefix{}, false
	}
	return peer.Network(address), true
}

func (l *limiter) add(address netip.Prefix, limited bool) bool {
	if limited && l.budgets != nil && l.New != (budget.Rate{}) && l.budgets.Take("SSH connections", l.New, address.String(), 1) > 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Total > 0 && l.open >= l.Total || limited && l.FromAddress > 0 && l.byAddress[address] >= l.FromAddress {
		return false
	}
	l.open++
	if limited {
		l.byAddress[address]++
	}
	return true
}

func (l *limiter) remove(address netip.Prefix, limited bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if !limited {
		return
	}
	if l.byAddress[address]--; l.byAddress[address] == 0 {
		delete(l.byAddress, address)
	}
}

// countedConn counts until it is closed.
type countedConn struct {
	net.Conn
	release func()
}

// Close implements [net.Conn].
func (c *countedConn) Close() error {
	c.release()
	return c.Conn.Close()
}
