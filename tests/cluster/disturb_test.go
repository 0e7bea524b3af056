//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"plateau/internal/testaid"
)

// counts is how often what was done to the cluster.
type counts struct {
	mu     sync.Mutex
	number map[string]int
}

func (c *counts) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.number[what]++
}

func (c *counts) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(c.number)) {
		parts = append(parts, fmt.Sprintf("%s %d", what, c.number[what]))
	}
	return strings.Join(parts, ", ")
}

// disturbance is something that is done to the cluster, for a time. Those of one family
// get in each other's way.
type disturbance struct {
	family int
	name   string
	do     func(r *run, ctx context.Context, rng *rand.Rand, long bool) error
}

// disturbances are all kinds.
var disturbances = []disturbance{
	{0, "servers killed", (*run).killServer},
	{0, "all servers killed", (*run).killServers},
	{1, "PostgreSQL killed", (*run).killDatabase},
	{1, "database links delayed", spoiled(toDatabase, delayed)},
	{1, "database links cut", spoiled(toDatabase, cut)},
	{1, "database links silenced", spoiled(toDatabase, silenced)},
	{1, "all database links cut", (*run).cutDatabases},
	{2, "NATS killed", (*run).killBroker},
	{2, "NATS links delayed", spoiled(toBroker, delayed)},
	{2, "NATS links cut", spoiled(toBroker, cut)},
	{2, "NATS links silenced", spoiled(toBroker, silenced)},
}

// partitions are those that need a network.
var partitions = []disturbance{
	{0, cutOffOnce, (*run).cutOff},
	{0, "all servers cut off", (*run).cutOffAll},
}

const cutOffOnce = "servers cut off"

// kinds are all that can be done here.
func (r *run) kinds() []disturbance {
	if r.network == "" {
		return disturbances
	}
	return slices.Concat(disturbances, partitions)
}

// disturbShortly kills everything once, and does most else once.
func (r *run) disturbShortly(ctx context.Context) {
	for _, names := range [][]string{
		{"servers killed"},
		{"NATS killed", "database links delayed"},
		{"PostgreSQL killed", "NATS links cut"},
		{"database links cut", "servers killed"},
		{"database links silenced", "NATS links silenced"},
		{"NATS links delayed"},
		{cutOffOnce},
	} {
		var all sync.WaitGroup
		for _, d := range r.kinds() {
			if slices.Contains(names, d.name) {
				rng := rand.New(rand.NewPCG(r.rng.Uint64(), 0))
				all.Go(func() { r.disturb(ctx, d, rng, false) })
			}
		}
		all.Wait()
		r.awaitMoves(ctx, len(r.groups))
	}
	r.awaitEverybody(ctx)
}

// disturbFor does one thing after the other, and up to three at once, for a time. Now
// and then everybody must get on.
func (r *run) disturbFor(ctx context.Context, d time.Duration) {
	for step := 1; time.Since(r.began) < d && r.faults.Load() == 0; step++ {
		var all sync.WaitGroup
		for family := range 3 {
			kinds := slices.DeleteFunc(slices.Clone(r.kinds()), func(d disturbance) bool { return d.family != family })
			kind, rng := kinds[r.rng.IntN(len(kinds))], rand.New(rand.NewPCG(r.rng.Uint64(), 0))
			if r.rng.IntN(2) == 0 {
				all.Go(func() { r.disturb(ctx, kind, rng, true) })
			}
		}
		all.Wait()
		r.awaitMoves(ctx, r.rng.IntN(2*len(r.groups)))
		if step%10 == 0 {
			r.awaitEverybody(ctx)
		}
	}
	r.awaitEverybody(ctx)
}

// disturb does something to the cluster, until it is mended. If that never happens, the
// stacks say why.
func (r *run) disturb(ctx context.Context, d disturbance, rng *rand.Rand, long bool) {
	r.done.add(d.name)
	defer time.AfterFunc(2*testaid.Patience, func() { panic(d.name + ": this does not end") }).Stop()
	if err := d.do(r, ctx, rng, long); err != nil && ctx.Err() == nil {
		r.fault("%s: %v", d.name, err)
	}
}

// aWhile is up to a second, or up to nine.
func aWhile(ctx context.Context, rng *rand.Rand, long bool) {
	most := time.Second
	if long {
		most = 9 * time.Second
	}
	pause(ctx, time.Duration(rng.Int64N(int64(most))))
}

// outage is a downtime that counts.
func outage(ctx context.Context, rng *rand.Rand, long bool) {
	if long {
		pause(ctx, time.Duration(rng.Int64N(int64(4*time.Second))))
	}
	pause(ctx, counted+100*time.Millisecond)
}

func (r *run) anyNode(rng *rand.Rand) *node { return r.nodes[rng.IntN(len(r.nodes))] }

// What begins is always mended, also when the run ends meanwhile.

func (r *run) killServer(ctx context.Context, rng *rand.Rand, long bool) error {
	n := r.anyNode(rng)
	n.kill()
	aWhile(ctx, rng, long)
	return n.start(context.WithoutCancel(ctx))
}

func (r *run) killServers(ctx context.Context, rng *rand.Rand, long bool) error {
	for _, n := range r.nodes {
		n.kill()
	}
	r.begin()
	outage(ctx, rng, long)
	r.end()
	for _, n := range r.nodes {
		if err := n.start(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) killBroker(ctx context.Context, rng *rand.Rand, long bool) error {
	r.broker.kill()
	aWhile(ctx, rng, long)
	return r.broker.start(context.WithoutCancel(ctx))
}

func (r *run) killDatabase(ctx context.Context, rng *rand.Rand, long bool) error {
	r.database.Kill()
	r.begin()
	if long && rng.IntN(2) == 0 {
		aWhile(ctx, rng, false)
	} else {
		outage(ctx, rng, long)
	}
	r.end()
	return r.database.Start(context.WithoutCancel(ctx))
}

func (r *run) cutDatabases(ctx context.Context, rng *rand.Rand, long bool) error {
	for _, n := range r.nodes {
		n.database.cut()
	}
	r.begin()
	outage(ctx, rng, long)
	r.end()
	for _, n := range r.nodes {
		if err := n.database.mend(); err != nil {
			return err
		}
	}
	return nil
}

// unplugged is how long servers are cut off in long runs, at most. It is longer than
// anything waits for.
const unplugged = 25 * time.Second

// cutOff unplugs a server. In a short run, when nothing else happens, the others must go
// on meanwhile, and the server must notice.
func (r *run) cutOff(ctx context.Context, rng *rand.Rand, long bool) error {
	n := r.anyNode(rng)
	if err := r.network.plug(ctx, n.number, false); err != nil {
		return err
	}
	var err error
	if long {
		pause(ctx, time.Duration(rng.Int64N(int64(unplugged))))
	} else {
		r.awaitMoves(ctx, len(r.groups))
		err = until(ctx, "a server notices that it is cut off", func() error {
			ready, err := r.network.readyWithin(ctx, n.number, n.setup.Address)
			if err == nil && ready {
				err = errors.New("it is still ready")
			}
			return err
		})
	}
	return errors.Join(err, r.network.plug(context.WithoutCancel(ctx), n.number, true))
}

func (r *run) cutOffAll(ctx context.Context, rng *rand.Rand, long bool) error {
	for _, n := range r.nodes {
		if err := r.network.plug(context.WithoutCancel(ctx), n.number, false); err != nil {
			return err
		}
	}
	r.begin()
	outage(ctx, rng, long)
	r.end()
	for _, n := range r.nodes {
		if err := r.network.plug(context.WithoutCancel(ctx), n.number, true); err != nil {
			return err
		}
	}
	return nil
}

// toDatabase and toBroker are the links of a server.
func toDatabase(n *node) *link { return n.database }
func toBroker(n *node) *link   { return n.nats }

// spoiled spoils the link of some server for a while.
func spoiled(of func(*node) *link, spoil func(l *link, rng *rand.Rand)) func(*run, context.Context, *rand.Rand, bool) error {
	return func(r *run, ctx context.Context, rng *rand.Rand, long bool) error {
		l := of(r.anyNode(rng))
		spoil(l, rng)
		aWhile(ctx, rng, long)
		return l.mend()
	}
}

// delayed is what a bad network does.
func delayed(l *link, rng *rand.Rand) {
	by := time.Duration(5+rng.IntN(200)) * time.Millisecond
	l.delay(by, by/2)
}

func cut(l *link, _ *rand.Rand) { l.cut() }

func silenced(l *link, _ *rand.Rand) { l.silence() }
