package house_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/live"
)

// silentStore does not answer heartbeats while it is silent.
type silentStore struct {
	Store
	silent chan struct{} // nil if it answers; closed when it fails
	asked  chan struct{}
}

func (s *silentStore) Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (int, error) {
	if s.silent == nil {
		return s.Store.Heartbeat(ctx, now, gap)
	}
	select {
	case s.asked <- struct{}{}:
	default:
	}
	select {
	case <-s.silent:
		return 0, errBroken
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// While the store is away, a command waits no longer than its context allows, and all
// that wait learn together that it failed.
func TestCommandsWhileTheStoreIsAway(t *testing.T) {
	s := newSite(t)
	store := &silentStore{Store: s.store, asked: make(chan struct{}, 1)}
	s.store = store
	c := clusterAt(s, 31, 1)
	h := c.houses[0]
	table := c.begin(h, play.Terms{})
	store.silent = make(chan struct{})
	c.wait(time.Minute)
	answers := make(chan error)
	resign := func(ctx context.Context) {
		_, err := h.Tables.Do(ctx, live.Request{Table: table, By: ann.ID, Command: play.Resign{}})
		answers <- err
	}
	answer := func() error {
		t.Helper()
		select {
		case err := <-answers:
			return err
		case <-time.After(time.Minute):
			t.Fatal("a command still waits")
			return nil
		}
	}
	go resign(t.Context())
	<-store.asked
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	for range 3 {
		go resign(impatient)
	}
	for range 3 {
		if err := answer(); !errors.Is(err, context.Canceled) {
			t.Errorf("a command that was given up got %v", err)
		}
	}
	for range 9 {
		go resign(t.Context())
	}
	close(store.silent)
	for range 10 {
		if err := answer(); !errors.Is(err, errBroken) {
			t.Errorf("a command got %v, want that the store is away", err)
		}
	}
	store.silent = nil
	c.do(h, table, ann.ID, play.Resign{})
}

// Notices of a computer player's turn may arrive while the house finds out whether it is
// the sweeper. The race detector looks on.
func TestNoticesDuringTicks(t *testing.T) {
	c := newCluster(t, 32, 2)
	a, b := c.houses[0], c.houses[1]
	terms := play.Terms{Game: "quixo", Begins: play.FirstParty, FirstSide: play.FirstParty, Spectators: true}
	answer, err := a.Tables.Open(t.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	c.watch(b, answer.Table, "cleo")
	for range 5 {
		now := c.table(a, answer.Table)
		c.move(a, answer.Table, now.Position().MoveText(now.Position().Moves()[0]))
		c.wait(time.Second)
		var ticks sync.WaitGroup
		ticks.Go(func() {
			for range 20 {
				b.Tick(t.Context())
				c.wait(time.Second)
			}
		})
		c.faults.deliver(1)
		ticks.Wait()
		c.settle()
		for _, h := range c.houses {
			if h.Tables.Stats().Queued > 0 {
				h.Tables.ThinkNext(t.Context(), false)
			}
		}
		c.pass(10 * time.Second)
	}
}

// A notice that arrives after a house has ended begins nothing: the store may be closed.
func TestNoticeAfterTheEnd(t *testing.T) {
	s := newSite(t)
	store := &countingStore{Store: s.store, asked: make(map[string]int)}
	s.store = store
	c := clusterAt(s, 33, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	c.watch(b, table, ben.ID)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	b.Run(ended)
	c.move(a, table, "a1-a5")
	store.take()
	c.faults.deliver(1)
	c.settle()
	if asked := store.take(); asked != "" {
		t.Errorf("a house that has ended asked the store: %s", asked)
	}
}
