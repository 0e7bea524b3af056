package httpapi

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// What one address may ask for: more than anybody does who steps through a
// game as fast as the keys repeat.
const (
	costPerSecond = 40
	costAtOnce    = 200
	// maxVisitors bounds how many addresses are remembered; one that was
	// forgotten begins anew.
	maxVisitors = 10_000
)

// visitors counts what was asked for from each address.
type visitors struct {
	limiters *recent[netip.Prefix, *rate.Limiter]
}

func newVisitors() visitors {
	return visitors{newRecent[netip.Prefix, *rate.Limiter](maxVisitors)}
}

// wait is how long a request has to be put off; 0 if it may be answered.
func (v visitors) wait(r *http.Request, cost int) time.Duration {
	from := visitor(r)
	limiter, known := v.limiters.get(from)
	if !known {
		limiter = v.limiters.add(from, rate.NewLimiter(costPerSecond, costAtOnce))
	}
	now := time.Now()
	reserved := limiter.ReserveN(now, cost)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// visitor is whom a request counts for: an IPv4 address, or the network of an
// IPv6 address, since everybody there has many. A proxy on this machine is
// believed about whom it speaks for; others could say anything.
func visitor(r *http.Request) netip.Prefix {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	address := peer.Addr().Unmap()
	if address.IsLoopback() {
		if client, err := netip.ParseAddr(lastForwarded(r)); err == nil {
			address = client.Unmap()
		}
	}
	bits := 32
	if address.Is6() {
		bits = 64
	}
	network, err := address.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}

// lastForwarded is what the nearest proxy added; whatever stands before it came
// from further away.
func lastForwarded(r *http.Request) string {
	lines := r.Header.Values("X-Forwarded-For")
	if len(lines) == 0 {
		return ""
	}
	all := strings.Split(lines[len(lines)-1], ",")
	return strings.TrimSpace(all[len(all)-1])
}
