package httpapi

import (
	"net/http"
	"net/netip"
	"strings"
)

// Origin is how people reach the server: the scheme and host of its public
// address, without a slash at the end. If it is empty, whatever they asked for
// counts.
type Origin string

// URL is the origin for whoever has sent the request.
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

// Secure tells whether the way to the server is encrypted. A proxy on this
// machine is believed about how it was reached; others could say anything.
func (o Origin) Secure(r *http.Request) bool {
	if o != "" {
		return strings.HasPrefix(string(o), "https:")
	}
	if r.TLS != nil {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && r.Header.Get("X-Forwarded-Proto") == "https"
}
