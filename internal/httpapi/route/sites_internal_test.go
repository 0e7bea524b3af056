package route

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/budget"
	"plateau/internal/httpapi/problem"
)

// Somebody with a large network of IPv6 has no budget for each of its parts.
func TestSitesOfIPv6ShareABudget(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	l := Limiter{budget.NewMemory(func() time.Time { return now }), "new guests", Rate{PerSecond: 1, AtOnce: 3}, problem.TooOften}
	in := func(site string) (answered int) {
		for i := range 100 {
			if l.Take(fmt.Sprintf("%s:%x::/64", site, i), 1) == nil {
				answered++
			}
		}
		return answered
	}
	if n := in("2001:db8:1"); n != 12 {
		t.Errorf("%d requests of one site were answered, want 4 times 3", n)
	}
	if n := in("2001:db8:2"); n != 12 {
		t.Errorf("%d requests of another site were answered, want 12", n)
	}
	now = now.Add(time.Second)
	if n := in("2001:db8:1"); n != 4 {
		t.Errorf("after a second %d requests were answered, want 4", n)
	}
	for i := range 100 {
		if l.Take(fmt.Sprintf("192.0.2.%d/32", i), 1) != nil {
			t.Errorf("address %d of IPv4 shares a budget", i)
		}
	}
}
