package online

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientAddress is the address that a request counts for: an IPv4 address, or
// the /64 network of an IPv6 address, since every client there has many. Only a
// proxy on this machine is trusted to name the client.
func ClientAddress(r *http.Request) netip.Prefix {
	address, bits := clientNode(r), 32
	if address.Is6() {
		bits = 64
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// clientNode is the whole address of the client; it is invalid if nobody says.
func clientNode(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	address := peer.Addr().Unmap()
	if address.IsLoopback() {
		if client, err := netip.ParseAddr(lastForwarded(r)); err == nil {
			address = client.Unmap()
		}
	}
	return address.WithZone("")
}

// lastForwarded is the address that the nearest proxy added. Addresses before it
// come from further away and may be forged.
func lastForwarded(r *http.Request) string {
	lines := r.Header.Values("X-Forwarded-For")
	if len(lines) == 0 {
		return ""
	}
	all := strings.Split(lines[len(lines)-1], ",")
	return strings.TrimSpace(all[len(all)-1])
}

// sameOrigin keeps other sites from acting, or from asking for costly answers,
// in the name of their visitors. Browsers that follow a link may read; handlers
// of GET requests with effects check [fromPage].
func sameOrigin(next http.Handler, refuse func(http.ResponseWriter)) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuse(w) }))
	protected := protection.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The protection of the standard library lets all GET requests pass.
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !navigates(r) {
			refuse(w)
			return
		}
		protected.ServeHTTP(w, r)
	})
}

// fromPage reports whether a request comes from a page of this server or from a
// program that is not a browser. Navigation does not count, wherever it started:
// neither a link nor a frame may have an effect.
func fromPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "" || site == "same-origin") && !navigates(r)
}

func navigates(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") == "navigate" }
