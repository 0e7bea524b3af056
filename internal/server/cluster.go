package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"plateau/internal/bus/memory"
	"plateau/internal/bus/nats"
	"plateau/internal/cluster"
	"plateau/internal/cluster/budgets"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

// cluster reports whether other servers may use the same store.
func (c *Config) cluster() bool { return c.NATS != "" || c.Database != "" }

// now is the time that all servers share.
func (o *onlinePlay) now() time.Time { return o.clock.now() }

// now is that of online play, or of this machine without.
func (s *Server) now() time.Time {
	if s.online == nil {
		return time.Now()
	}
	return s.online.now()
}

// freshBytes is the length of secrets.
const freshBytes = 32

// secret is the same for all servers of a store, and for no others.
func (o *onlinePlay) secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, freshBytes)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	return o.store.Secret(ctx, name, fresh)
}

// openCluster prepares what servers share, if there are several: their time, and
// what clients may use.
func (o *onlinePlay) openCluster(ctx context.Context, c *Config) error {
	if !c.cluster() {
		return nil
	}
	if err := o.openClock(ctx, c); err != nil {
		return err
	}
	o.stopClock = inBackground(ctx, o.clock.run)
	key, err := o.secret(ctx, "counts")
	if err != nil {
		return err
	}
	o.counts = budgets.New(o.store, key, o.now, route.Seldom...)
	o.budgets = o.counts
	return nil
}

// openClock finds out the time of the store, if others may use it.
func (o *onlinePlay) openClock(ctx context.Context, c *Config) error {
	if !c.cluster() {
		return nil
	}
	o.clock = &clock{ahead: o.store.ClockAhead, log: o.log}
	if err := o.clock.measure(ctx); err != nil {
		return fmt.Errorf("cannot find out the time of the database: %w", err)
	}
	return nil
}

// clusterNameBytes is how much of its secret is the name of a cluster.
const clusterNameBytes = 12

// openBus connects this server with others that have the same store.
func (o *onlinePlay) openBus(ctx context.Context, c *Config) (play.Bus, error) {
	if c.NATS == "" {
		return new(memory.Bus), nil
	}
	name, err := o.secret(ctx, "cluster")
	if err != nil {
		return nil, err
	}
	if o.nats, err = nats.Open(c.NATS, hex.EncodeToString(name[:clusterNameBytes]), o.log); err != nil {
		return nil, err
	}
	return o.nats, nil
}

// member is this server among those with its store.
func (o *onlinePlay) member(c *Config, bus play.Bus) *cluster.Member {
	config := cluster.Config{Store: o.store, Bus: bus, Now: o.now, Random: rand.Reader, Log: o.log}
	if c.cluster() {
		return cluster.Join(config)
	}
	return cluster.Alone(config)
}

// certificates are keys and certificates in the store, so that one server gets them
// for all, and any may answer the authority. The store is opened before anybody
// asks.
type certificates struct{ server *Server }

var _ autocert.Cache = certificates{}

const certificatePrefix = "acme/"

// Get implements [autocert.Cache].
func (c certificates) Get(ctx context.Context, name string) ([]byte, error) {
	list, err := c.server.online.store.Shared(ctx, c.server.now(), certificatePrefix+name)
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		if v.Key == certificatePrefix+name {
			return v.Value, nil
		}
	}
	return nil, autocert.ErrCacheMiss
}

// Put implements [autocert.Cache].
func (c certificates) Put(ctx context.Context, name string, data []byte) error {
	return c.set(ctx, name, data)
}

// Delete implements [autocert.Cache].
func (c certificates) Delete(ctx context.Context, name string) error { return c.set(ctx, name, nil) }

func (c certificates) set(ctx context.Context, name string, data []byte) error {
	return c.server.online.store.Share(ctx, c.server.now(),
		play.SharedChange{SharedValue: play.SharedValue{Key: certificatePrefix + name, Value: data}, Anyway: true})
}
