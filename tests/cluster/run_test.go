//go:build unix

package cluster_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// run is one run of the test.
type run struct {
	*cluster
	t     *testing.T
	rng   *mathrand.Rand
	games game.List
	// thinking is the longest time a player takes for a move.
	thinking time.Duration
	groups   []*group
	// asking is the context of requests, which last longer than the games.
	asking context.Context
	began  time.Time
	lag    lag

	// What is counted for the report.
	moves, refused, looks, reads, repeated, over, decided, undecided, faults atomic.Int64
	done                                                                     counts

	mu sync.Mutex
	// rated are the ratings of all finished games, left the tables that are not over.
	rated []rated
	left  []*history
}

// fault notes something that must not be.
func (r *run) fault(format string, args ...any) {
	r.t.Helper()
	r.faults.Add(1)
	r.t.Errorf("after %v: %s", time.Since(r.began).Round(time.Millisecond), fmt.Sprintf(format, args...))
}

// newPeople makes registered players, who may play rated games.
func (r *run) newPeople(number int) (people []*person) {
	r.t.Helper()
	connections := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4 * number}}
	service := accounts.New(accounts.Config{Games: r.games, Store: r.store, Now: time.Now, Random: rand.Reader})
	for i := range number {
		name := fmt.Sprint("Player ", i)
		player, token, err := service.Guest(r.t.Context(), name)
		if err == nil {
			err = r.store.SetPassword(r.t.Context(), player, accounts.NameKey(name), "")
		}
		if err != nil {
			r.t.Fatal(err)
		}
		p := &person{run: r, id: player.ID, rng: mathrand.New(mathrand.NewPCG(r.rng.Uint64(), 0))}
		for _, n := range r.nodes {
			p.at = append(p.at, &client.Client{Server: "http://" + n.setup.Address, Token: token, HTTP: connections})
		}
		people = append(people, p)
	}
	return people
}

// newRun starts a cluster and prepares its players.
func newRun(t *testing.T, seed uint64, players int, thinking time.Duration) *run {
	t.Helper()
	r := &run{
		cluster: newCluster(t), t: t, rng: mathrand.New(mathrand.NewPCG(seed, 0)), games: games.All().Games(), thinking: thinking,
		began: time.Now(), done: counts{number: make(map[string]int)},
	}
	free := r.newPeople(players)
	for number := 0; len(free) > 0; number++ {
		g, rest := r.newGroup(number, free)
		if g != nil {
			r.groups = append(r.groups, g)
		}
		if g == nil && number%len(makeUp) == 0 {
			break // There are too few for another game.
		}
		free = rest
	}
	return r
}

// play lets everybody play while something else is done, and checks all games.
func (r *run) play(ctx context.Context, meanwhile func(ctx context.Context)) {
	r.t.Helper()
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var cancel context.CancelFunc
	r.asking, cancel = context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	for _, g := range r.groups {
		all.Go(func() { g.play(playing) })
	}
	rng := mathrand.New(mathrand.NewPCG(r.rng.Uint64(), 0))
	all.Go(func() { r.readTables(playing, rng) })
	all.Go(func() { r.tell(playing) })
	all.Go(func() { r.lag.watch(playing) })
	meanwhile(playing)
	stop()
	ended := make(chan struct{})
	go func() {
		all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(testaid.Patience):
		r.fault("requests are not answered")
		cancel()
		<-ended
	}
}

// readTables reads tables in the database, which always has the newest.
func (r *run) readTables(ctx context.Context, rng *mathrand.Rand) {
	for ctx.Err() == nil {
		pause(ctx, 20*time.Millisecond)
		table := r.groups[rng.IntN(len(r.groups))].table.Load()
		if table == nil {
			continue
		}
		called := table.now()
		events, err := r.events(ctx, table.id)
		if err != nil {
			continue // The database is away.
		}
		var moves []string
		for _, e := range events {
			if moved, is := e.Body.(play.Moved); is {
				moves = append(moves, moved.Move)
			}
		}
		table.show(input{kind: readKind}, called, listOf(moves))
		r.reads.Add(1)
	}
}

// events are all events of a table in the store.
func (r *run) events(ctx context.Context, table play.TableID) ([]play.Event, error) {
	const most = 100_000
	return r.store.Events(ctx, table, 0, most)
}

// check compares what players know of a finished game with the store.
func (r *run) check(ctx context.Context, h *history) {
	h.close()
	var events []play.Event
	err := until(ctx, "the events of a game", func() (err error) {
		events, err = r.events(ctx, h.id)
		return err
	})
	if err != nil {
		if ctx.Err() == nil {
			r.fault("table %s: %v", h.id, err)
			return
		}
		r.unfinished(h)
		return
	}
	r.compare(h, events)
}

// compare compares what players know of a table with its events.
func (r *run) compare(h *history, events []play.Event) {
	change, err := ratedRightly(events)
	if change != nil {
		r.mu.Lock()
		r.rated = append(r.rated, *change)
		r.mu.Unlock()
	}
	order := h.linearizable(events)
	if errors.Is(order, errUndecided) {
		r.t.Logf("table %s: %v", h.id, order)
		r.undecided.Add(1)
		order = nil
	} else {
		r.decided.Add(1)
	}
	if err := errors.Join(err, h.stored(events), order, chargedFairly(events, r.knownOutages(), r.lag.tolerance())); err != nil {
		r.fault("table %s: %v", h.id, err)
	}
}

// unfinished notes a table that is to be checked when nothing runs any more.
func (r *run) unfinished(h *history) {
	h.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = append(r.left, h)
}

// tell says now and then how it goes.
func (r *run) tell(ctx context.Context) {
	ticks := time.NewTicker(10 * time.Second)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			r.t.Log(r)
		}
	}
}

// String is what has happened so far.
func (r *run) String() string {
	return fmt.Sprintf("%6s: %d moves acknowledged, %d refused, %d games over, %d looks, %d reads, %d requests repeated; %v; %d histories decided, %d not; %v late at most; %d faults",
		time.Since(r.began).Round(time.Second), r.moves.Load(), r.refused.Load(), r.over.Load(), r.looks.Load(), r.reads.Load(), r.repeated.Load(),
		&r.done, r.decided.Load(), r.undecided.Load(), time.Duration(r.lag.most.Load()).Round(time.Millisecond), r.faults.Load())
}

// awaitMoves waits for so many more moves.
func (r *run) awaitMoves(ctx context.Context, more int) {
	goal := r.moves.Load() + int64(more)
	err := until(ctx, "moves", func() error {
		if now := r.moves.Load(); now < goal {
			return fmt.Errorf("%d of %d moves are missing", goal-now, more)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		r.fault("%v", err)
	}
}

// awaitEverybody waits until everything is well, and then until something has happened
// in every group. One in which nothing happens is stuck.
func (r *run) awaitEverybody(ctx context.Context) {
	for i, n := range r.nodes {
		if err := until(ctx, fmt.Sprintf("server %d is ready", i), func() error { return n.ready(ctx) }); err != nil && ctx.Err() == nil {
			r.fault("%v", err)
		}
	}
	before := make([]int64, len(r.groups))
	for i, g := range r.groups {
		before[i] = g.progress.Load()
	}
	err := until(ctx, "everybody gets on", func() (stuck error) {
		for i, g := range r.groups {
			if g.progress.Load() == before[i] {
				table := g.table.Load()
				if table == nil {
					table = new(history)
				}
				stuck = errors.Join(stuck, fmt.Errorf("group %d is stuck at table %q", i, table.id))
			}
		}
		return stuck
	})
	if err != nil && ctx.Err() == nil {
		r.fault("%v", err)
	}
}

// noPanics looks for what servers must not log.
func (r *run) noPanics() {
	for i, n := range r.nodes {
		text, err := os.ReadFile(n.log)
		if err != nil {
			r.fault("%v", err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "panic") || strings.Contains(line, "DATA RACE") {
				r.fault("server %d: %s", i, line)
			}
		}
	}
}
