// Package budget counts what clients use, so that nobody takes what belongs to
// others. A client is who has a budget: an address, a player, a device.
//
// Budgets are an interface, so that servers that share a store can share them,
// too. [Memory] is for a single server.
package budget

import (
	"time"

	"golang.org/x/time/rate"

	"plateau/internal/lru"
)

// Rate is a limit: so many per second in the long run, and so many at once.
type Rate struct {
	PerSecond float64
	AtOnce    int
}

// Unlimited is a rate that nobody exceeds.
var Unlimited = Rate{PerSecond: float64(rate.Inf)}

// Budgets has the budgets of all clients, one for each purpose. It is safe for
// concurrent use.
type Budgets interface {
	// Take takes from the budget that a client has for a purpose. If there is
	// not enough left it takes nothing, and returns how long to wait. A purpose
	// always has the same rate.
	Take(purpose string, r Rate, client string, cost int) (wait time.Duration)
}

// maxClients bounds how many clients are remembered. Those that are forgotten
// start again.
const maxClients = 100_000

// Memory has budgets in memory.
type Memory struct {
	now     func() time.Time
	clients *lru.Cache[owner, *rate.Limiter]
}

// owner is a client with a budget for a purpose.
type owner struct{ purpose, client string }

// NewMemory makes budgets that are all unused.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{now, lru.New[owner, *rate.Limiter](maxClients)}
}

// Take implements [Budgets]. What costs more than the whole budget takes all of
// it.
func (m *Memory) Take(purpose string, r Rate, client string, cost int) (wait time.Duration) {
	if r == Unlimited {
		return 0
	}
	bucket := m.bucket(purpose, r, client)
	now := m.now()
	reserved := bucket.ReserveN(now, min(cost, max(1, r.AtOnce)))
	if wait = reserved.DelayFrom(now); wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

func (m *Memory) bucket(purpose string, r Rate, client string) *rate.Limiter {
	whose := owner{purpose, client}
	bucket, known := m.clients.Get(whose)
	if !known {
		bucket = m.clients.Add(whose, rate.NewLimiter(rate.Limit(r.PerSecond), r.AtOnce))
	}
	return bucket
}

// Left is how much of a budget is left; less than nothing if more was taken elsewhere.
func (m *Memory) Left(purpose string, r Rate, client string) float64 {
	return m.bucket(purpose, r, client).TokensAt(m.now())
}

// TakenElsewhere counts what a client has taken at another server, even if nothing is
// left here.
func (m *Memory) TakenElsewhere(purpose string, r Rate, client string, cost int) {
	if r.AtOnce < 1 {
		return
	}
	bucket, now := m.bucket(purpose, r, client), m.now()
	for ; cost > 0; cost -= r.AtOnce {
		bucket.ReserveN(now, min(cost, r.AtOnce))
	}
}
