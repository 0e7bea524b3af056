package sshd

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"plateau/internal/budget"
)

// from is a connection from an address.
type from struct {
	net.Conn
	address string
}

func (f from) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.address))
}
func (f from) Close() error { return nil }

func TestConnectionsAreLimited(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	var refused []string
	l := newLimiter(Limits{
		Total: 5, FromAddress: 2, New: budget.Rate{PerSecond: 1, AtOnce: 3},
		Trusted: func(a netip.Addr) bool { return a.IsLoopback() },
	}, budget.NewMemory(func() time.Time { return now }), func(a net.Addr) { refused = append(refused, a.String()) })
	admit := func(address string, want bool) net.Conn {
		t.Helper()
		conn := l.admit(from{address: address})
		if (conn != nil) != want {
			t.Errorf("%s: %v", address, conn)
		}
		return conn
	}
	first := admit("192.0.2.1:5", true)
	admit("192.0.2.1:6", true)
	admit("192.0.2.1:7", false) // two from an address
	for range 2 {
		first.Close() // It counts once.
	}
	admit("192.0.2.1:8", false) // three at once
	now = now.Add(time.Second)
	admit("192.0.2.1:8", true)
	admit("[2001:db8::1]:1", true)
	admit("[2001:db8::2]:1", true)
	admit("[2001:db8::3]:1", false) // They share a network.
	admit("127.0.0.1:1", true)
	admit("127.0.0.1:2", false) // five in all
	if len(refused) != 4 || l.refused.Load() != 4 {
		t.Errorf("refused were %q", refused)
	}
}
