package httpapi

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// hstsTime is how long browsers insist on encryption, in seconds: a year.
const hstsTime = "max-age=31536000"

// Public refuses requests for other hosts than that of the public address, which
// other sites could make browsers send (DNS rebinding), and makes browsers insist
// on encryption if that address has it. This machine may call the server by its
// own names. Readers who use one of the other names are redirected. An empty
// address changes nothing.
func Public(next http.Handler, address string, others ...string) http.Handler {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return next
	}
	elsewhere := secured(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(others, strings.ToLower(hostOf(r))) {
			redirect(w, r, address)
			return
		}
		refuseHost(w, address)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u.Scheme == "https" {
			w.Header().Set("Strict-Transport-Security", hstsTime)
		}
		if host := hostOf(r); strings.EqualFold(host, u.Hostname()) || ownName(host) {
			next.ServeHTTP(w, r)
			return
		}
		elsewhere.ServeHTTP(w, r)
	})
}

func hostOf(r *http.Request) string { return (&url.URL{Host: r.Host}).Hostname() }

// refuseHost says which host the server is.
func refuseHost(w http.ResponseWriter, address string) {
	http.Error(w, "this server is "+address, http.StatusMisdirectedRequest)
}

// ownName reports whether a host is a name of this machine for itself.
func ownName(host string) bool {
	if host == "localhost" {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
