package httpapi

import (
	"net/http"
	"net/netip"
	"strings"
)

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

// Secure reports whether the client's connection is encrypted. Only a trusted
// proxy may say so, see [Forwarded].
func (o Origin) Secure(r *http.Request) bool {
	if o != "" {
		return strings.HasPrefix(string(o), "https:")
	}
	if encrypted, _ := r.Context().Value(encryptedKey{}).(bool); r.TLS != nil || encrypted {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && r.Header.Get("X-Forwarded-Proto") == "https"
}
