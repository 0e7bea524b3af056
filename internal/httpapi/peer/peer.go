// Package peer knows who is at the other end of a request: the address of the client,
// whether the connection is encrypted, and the origin that the client sees. Behind
// proxies that is what those say that are trusted; nothing else asks the headers.
package peer

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are networks whose proxies are believed about whom they speak for, and
// how they were reached. Those on this machine always are, and so is who connects
// through a unix socket.
type Proxies []netip.Prefix

// ParseProxies reads networks and single addresses, separated by commas.
func ParseProxies(text string) (Proxies, error) {
	var all Proxies
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, failure := netip.ParseAddr(part)
			if failure != nil {
				return nil, err
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

// Trust reports whether what comes from an address may name its client: it is this
// machine, or a trusted proxy.
func (p Proxies) Trust(address netip.Addr) bool { return address.IsLoopback() || p.Contain(address) }

// Contain reports whether an address is in one of the networks.
func (p Proxies) Contain(address netip.Addr) bool {
	return slices.ContainsFunc(p, func(n netip.Prefix) bool { return n.Contains(address) })
}

// encryptedKey is in the context of requests that reached a trusted proxy
// encrypted.
type encryptedKey struct{}

// forwardedHeaders are those in which proxies say something about a client.
var forwardedHeaders = []string{"X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"}

// Forwarded gives requests the address of the client that a trusted proxy names, in
// X-Forwarded-For or, without that, in Forwarded (RFC 7239). Of a chain of proxies
// the nearest that is not trusted is the client. What others claim is removed.
func Forwarded(next http.Handler, proxies Proxies) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.ContainsFunc(forwardedHeaders, func(name string) bool { return len(r.Header[name]) > 0 }) {
			next.ServeHTTP(w, r)
			return
		}
		peer, isNetwork := ReadNode(r.RemoteAddr)
		believed := !isNetwork && (r.RemoteAddr == "" || r.RemoteAddr == "@") || isNetwork && proxies.Trust(peer)
		hops := claims(r.Header)
		r = r.Clone(r.Context())
		for _, name := range forwardedHeaders {
			r.Header.Del(name)
		}
		if !believed {
			next.ServeHTTP(w, r)
			return
		}
		encrypted := false
		for i, hop := range slices.Backward(hops) {
			if i == len(hops)-1 {
				encrypted = hop.encrypted
			}
			client, ok := ReadNode(hop.client)
			if !ok {
				break
			}
			r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
			if !proxies.Trust(client) {
				break
			}
		}
		if encrypted {
			r = r.WithContext(context.WithValue(r.Context(), encryptedKey{}, true))
		}
		next.ServeHTTP(w, r)
	})
}

// hop is what one proxy says: who it speaks for, and how it was reached.
type hop struct {
	client    string
	encrypted bool
}

// claims are what the proxies on the way say, the nearest last.
func claims(h http.Header) []hop {
	var hops []hop
	if lines := h.Values("X-Forwarded-For"); len(lines) > 0 {
		for part := range strings.SplitSeq(strings.Join(lines, ","), ",") {
			hops = append(hops, hop{client: strings.TrimSpace(part)})
		}
		hops[len(hops)-1].encrypted = lastOf(h.Values("X-Forwarded-Proto")) == "https"
		return hops
	}
	for _, element := range splitQuoted(strings.Join(h.Values("Forwarded"), ","), ',') {
		var one hop
		for _, pair := range splitQuoted(element, ';') {
			name, value, _ := strings.Cut(pair, "=")
			value = strings.Trim(strings.TrimSpace(value), `"`)
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "for":
				one.client = value
			case "proto":
				one.encrypted = strings.EqualFold(value, "https")
			}
		}
		hops = append(hops, one)
	}
	if len(hops) == 0 && lastOf(h.Values("X-Forwarded-Proto")) == "https" {
		hops = append(hops, hop{encrypted: true})
	}
	return hops
}

// lastOf is the last of the values in a header, which the nearest proxy wrote.
func lastOf(lines []string) string {
	all := strings.Split(strings.Join(lines, ","), ",")
	return strings.ToLower(strings.TrimSpace(all[len(all)-1]))
}

// splitQuoted splits a text at a separator that is not within quotes. Empty parts
// are left out.
func splitQuoted(text string, separator byte) []string {
	var parts []string
	quoted, begin := false, 0
	for i := range len(text) + 1 {
		if i < len(text) && text[i] == '"' {
			quoted = !quoted
		}
		if i < len(text) && (quoted || text[i] != separator) {
			continue
		}
		if part := strings.TrimSpace(text[begin:i]); part != "" {
			parts = append(parts, part)
		}
		begin = i + 1
	}
	return parts
}

// ReadNode reads an address with or without a port, as proxies write it:
// 192.0.2.7, 192.0.2.7:4711, 2001:db8::7, [2001:db8::7], [2001:db8::7]:4711.
func ReadNode(text string) (netip.Addr, bool) {
	if node, err := netip.ParseAddrPort(text); err == nil {
		return node.Addr().Unmap().WithZone(""), true
	}
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return address.Unmap().WithZone(""), err == nil
}

// Node is the whole address of the client; it is invalid if nobody says.
func Node(r *http.Request) netip.Addr {
	address, _ := ReadNode(r.RemoteAddr)
	return address
}

// Address is what a request counts for in limits.
func Address(r *http.Request) netip.Prefix { return Network(Node(r)) }

// Network is what a client counts for in limits: its IPv4 address, or the /64 network of
// its IPv6 address, since every client there has many.
func Network(address netip.Addr) netip.Prefix {
	bits := 32
	if address.Is6() {
		bits = 64
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// Encrypted reports whether the client's connection is encrypted.
func Encrypted(r *http.Request) bool {
	encrypted, _ := r.Context().Value(encryptedKey{}).(bool)
	return r.TLS != nil || encrypted
}

// Origin is the scheme and host of the server's public address, without a slash
// at the end. If it is empty, it is taken from each request.
type Origin string

// URL is the origin as the client of a request sees it.
func (o Origin) URL(r *http.Request) string {
	switch {
	case o != "":
		return string(o)
	case o.Secure(r):
		return "https://" + r.Host
	default:
		return "http://" + r.Host
	}
}

// Secure reports whether the client's connection is encrypted, as far as the public
// address does not say.
func (o Origin) Secure(r *http.Request) bool {
	if o != "" {
		return strings.HasPrefix(string(o), "https:")
	}
	return Encrypted(r)
}
