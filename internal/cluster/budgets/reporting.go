package budgets

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"plateau/internal/budget"
	"plateau/internal/play"
)

// What every request takes is counted in memory. A client who has taken less than half
// of a budget at a server matters nowhere else. What is taken beyond that is reported to
// the others, once a second, who take it from their own counts:
//
//	server A:  60 ── 30 │ 29 … ──► notice: 5 more ──► servers B, C: 60 − 5
//
// So a client gets half a budget more per server at once, and in the long run as much
// as from one server. Without notices every server counts for itself.

const (
	tellEvery = time.Second
	// mostReported is how many clients one notice names. The others come with the next.
	mostReported = 500
	// mostTaken is how many clients are remembered until then.
	mostTaken = 20_000
)

// unreported is what the others have to learn.
type unreported struct {
	mu    sync.Mutex
	taken map[taker]*play.TakenNotice
}

// taker is a client with a budget for a purpose.
type taker struct{ purpose, client string }

// takeHere takes from the budget in memory. Its clients have the same hidden names at
// all servers.
func (c *Shared) takeHere(purpose string, r budget.Rate, client string, cost int) (wait time.Duration) {
	if r == budget.Unlimited {
		return 0
	}
	client = c.keyOf("", client)
	wait = c.own.Take(purpose, r, client, cost)
	if wait > 0 || c.own.Left(purpose, r, client) > float64(r.AtOnce)/2 {
		return wait
	}
	c.unreported.mu.Lock()
	defer c.unreported.mu.Unlock()
	t := c.unreported.taken[taker{purpose, client}]
	if t == nil {
		if len(c.unreported.taken) >= mostTaken {
			return 0
		}
		if c.unreported.taken == nil {
			c.unreported.taken = make(map[taker]*play.TakenNotice)
		}
		t = &play.TakenNotice{Purpose: purpose, Client: client, PerSecond: r.PerSecond, AtOnce: r.AtOnce}
		c.unreported.taken[taker{purpose, client}] = t
	}
	t.Cost += min(cost, max(1, r.AtOnce))
	return 0
}

// Run tells other servers what clients take here, and learns what they take there,
// until the context ends.
func (c *Shared) Run(ctx context.Context, bus play.Bus) {
	tell, leave := c.join(bus)
	defer leave()
	ticks := time.NewTicker(tellEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			tell()
		}
	}
}

// join takes part in a bus. The first function tells the others what is new.
func (c *Shared) join(bus play.Bus) (tell, leave func()) {
	origin := "counts " + rand.Text()
	leave = bus.Subscribe(func(n play.Notice) {
		if n.Origin == origin {
			return
		}
		for _, t := range n.Taken {
			c.own.TakenElsewhere(t.Purpose, budget.Rate{PerSecond: t.PerSecond, AtOnce: t.AtOnce}, t.Client, t.Cost)
		}
	})
	tell = func() {
		if news := c.news(); len(news) > 0 {
			bus.Publish(play.Notice{Origin: origin, Taken: news})
		}
	}
	return tell, leave
}

// news is what the others do not know yet.
func (c *Shared) news() (list []play.TakenNotice) {
	c.unreported.mu.Lock()
	defer c.unreported.mu.Unlock()
	for key, t := range c.unreported.taken {
		if len(list) == mostReported {
			break
		}
		list = append(list, *t)
		delete(c.unreported.taken, key)
	}
	return list
}
