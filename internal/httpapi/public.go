package httpapi

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// hstsTime is how long browsers insist on encryption, in seconds: a year.
const hstsTime = "max-age=31536000"

// Public refuses requests for other hosts than that of the public address, which
// other sites could make browsers send (DNS rebinding), and makes browsers insist
// on encryption if that address has it. This machine may call the server by its
// own names. An empty address changes nothing.
func Public(next http.Handler, address string) http.Handler {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u.Scheme == "https" {
			w.Header().Set("Strict-Transport-Security", hstsTime)
		}
		host := (&url.URL{Host: r.Host}).Hostname()
		if !strings.EqualFold(host, u.Hostname()) && !ownName(host) {
			http.Error(w, "this server is "+u.Host, http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownName reports whether a host is a name of this machine for itself.
func ownName(host string) bool {
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
