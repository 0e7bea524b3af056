package push

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// The server calls addresses that players name. So that nobody can use it to
// reach what only the server can reach, an address is looked at twice: as text
// when a device is added, and after its name is resolved, just before each
// connection is made. Redirects are not followed, and proxies not used.

const (
	maxEndpoint    = 1000
	usualPort      = "443"
	dialTime       = 5 * time.Second
	postTime       = 10 * time.Second
	maxHeader      = 16 << 10
	maxAnswer      = 4 << 10
	idleTime       = 30 * time.Second
	idlePerHost    = 4
	idleAltogether = 32
)

// errNotPublic refuses connections.
var errNotPublic = errors.New("the address of the push service is not a public one")

// readEndpoint checks the address of a device at a push service. With private,
// it may have any host and port.
func readEndpoint(text string, private bool) (*url.URL, bool) {
	u, err := url.Parse(text)
	if err != nil || len(text) > maxEndpoint || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return nil, false
	}
	if private {
		return u, true
	}
	if port := u.Port(); port != "" && port != usualPort {
		return nil, false
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil {
		return u, isPublic(addr)
	}
	return u, true
}

// readKeys decodes the keys of a subscription, as browsers write them.
func readKeys(key, secret string) (k, s []byte, ok bool) {
	decode := func(text string) []byte {
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil {
			return nil
		}
		return b
	}
	k, s = decode(key), decode(secret)
	_, err := ecdh.P256().NewPublicKey(k)
	return k, s, err == nil && len(s) == secretBytes
}

// Networks that are global unicast and not private, but not public either:
// RFC 6890 and its successors, and tunnels that lead to other addresses.
var notPublic = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// Of IPv6, only this is given out. NAT64 has addresses of IPv4 at its end.
var (
	globalIPv6 = netip.MustParsePrefix("2000::/3")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// isPublic reports whether an address is one that anybody on the internet may
// reach.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if nat64.Contains(addr) {
		bytes := addr.As16()
		addr = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if addr.Zone() != "" || !addr.IsGlobalUnicast() || addr.IsPrivate() || addr.Is6() && !globalIPv6.Contains(addr) {
		return false
	}
	return !slices.ContainsFunc(notPublic, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// refusePrivate is called with the resolved address of every connection, just
// before it is made.
func refusePrivate(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(to.Addr()) {
		return errNotPublic
	}
	return nil
}

// newTransport connects to public addresses, or with private to all. It uses
// no proxy: that would resolve names itself.
func newTransport(private bool) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTime, ControlContext: refusePrivate}
	if private {
		dialer.ControlContext = nil
	}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTime, ForceAttemptHTTP2: true,
		MaxResponseHeaderBytes: maxHeader, MaxIdleConns: idleAltogether, MaxIdleConnsPerHost: idlePerHost, IdleConnTimeout: idleTime,
	}
}

// newClient follows no redirects and waits for nobody for long.
func newClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: transport, Timeout: postTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
