// Package visit knows who asks over HTTP, as far as the network tells, and how
// much they have asked for.
package visit

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"plateau/internal/httpapi/recent"
)

// Rate is how much may be asked for: so much a second in the long run, and so
// much at once. The zero Rate lets nothing through; [Unlimited] all.
type Rate struct {
	PerSecond float64
	AtOnce    int
}

// Unlimited is a rate that nobody exceeds.
var Unlimited = Rate{PerSecond: float64(rate.Inf)}

// maxRemembered bounds how many visitors are remembered; one that was forgotten
// begins anew.
const maxRemembered = 20_000

// Limits counts what was asked for by each visitor, who is an address or a
// player. It is safe for concurrent use.
type Limits[K comparable] struct {
	rate     Rate
	now      func() time.Time
	limiters *recent.Cache[K, *rate.Limiter]
}

// NewLimits gives each visitor the same rate.
func NewLimits[K comparable](r Rate, now func() time.Time) *Limits[K] {
	return &Limits[K]{r, now, recent.New[K, *rate.Limiter](maxRemembered)}
}

// Wait is how long a request that counts for cost has to be put off; 0 if it
// may be answered, and then it counts.
func (l *Limits[K]) Wait(from K, cost int) time.Duration {
	if l.rate == Unlimited {
		return 0
	}
	limiter, known := l.limiters.Get(from)
	if !known {
		limiter = l.limiters.Add(from, rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.AtOnce))
	}
	now := l.now()
	// What costs more than anybody may have at once takes all of it.
	reserved := limiter.ReserveN(now, min(cost, max(1, l.rate.AtOnce)))
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// Address is whom a request counts for: an IPv4 address, or the network of an
// IPv6 address, since everybody there has many. A proxy on this machine is
// believed about whom it speaks for; others could say anything.
func Address(r *http.Request) netip.Prefix {
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
