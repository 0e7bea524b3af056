// Package load measures Plateau servers from outside, as their players see them: how
// many tables and streams they can hold, how many moves per second they take, and
// how long a move takes to reach the other player.
//
// # How it plays
//
// Pairs of players play random games that were made in advance. Every player
// follows the table with an event stream, and answers the server's heartbeats.
// Moves are sent at a fixed rate, whether the server keeps up or not. Latency
// counts from the moment at which a move was due, so that a server that falls
// behind cannot hide it by slowing down the load.
//
//	         due                                 ┌─► acknowledged
//	clock ────┼──► pair ──► worker ──► server ───┤
//	          │                                  └─► opponent's stream ──► the pair is ready again
//	          └─────────────── what it took ──────────────►
//
// A pair that has finished its game opens the next table, with new streams.
//
// Of several servers each gets its turn, as behind a load balancer that knows nothing
// of sessions: the two players of a table are connected to different ones, and a move
// may go to any.
package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/client"
	"plateau/internal/parallel"
)

// Config says what to measure.
type Config struct {
	// Games are those of the server.
	Games game.List
	// Tables is the number of concurrent tables.
	Tables int
	// Streams is the number of concurrent streams: two per table for its
	// players, and the rest for spectators.
	Streams int
	// Rate is the number of moves per second, for the Duration.
	Rate     float64
	Duration time.Duration
	// Moves ends the measurement earlier, after so many of them; 0 is no limit.
	Moves int
	// Seed makes the games repeatable.
	Seed uint64
	// Profile receives a CPU profile of the first server in the format of pprof; it
	// may be nil.
	Profile io.Writer
}

const (
	// workers is how many moves may be in flight at once.
	workers = 256
	// openers is how many tables are opened at once.
	openers = 32
	// otherFiles is the number of open files besides connections.
	otherFiles = 100
	// settling is how long the server is left idle before its memory is read.
	settling = 2 * time.Second
)

// Run is one measurement.
type Run struct {
	config  Config
	servers []*Server
	scripts []script
	// lobbies speak to the servers for nobody yet.
	lobbies []*client.Client
	pairs   []*pair

	// ready are the pairs that can move, over those that need a new table.
	ready, over chan *pair
	tasks       chan task

	arrived, acknowledged latencies
	// sent counts moves, opened games, beats answered heartbeats.
	sent, opened, beats, open atomic.Int64
	stage                     atomic.Pointer[string]

	mu       sync.Mutex
	failure  error // the first one
	failures int
}

// New prepares a measurement of one server, or of several with one database.
func New(c Config, servers ...*Server) *Run {
	transport := &http.Transport{MaxIdleConnsPerHost: openers, MaxConnsPerHost: openers}
	r := &Run{
		config: c, servers: servers,
		scripts: randomScripts(c.Games, rand.New(rand.NewPCG(c.Seed, 0))),
		ready:   make(chan *pair, c.Tables), over: make(chan *pair, c.Tables),
		tasks: make(chan task, workers),
	}
	for _, s := range servers {
		lobby := client.New("http://" + s.Address)
		lobby.HTTP = &http.Client{Transport: transport}
		r.lobbies = append(r.lobbies, lobby)
	}
	r.enter("starting")
	return r
}

func (r *Run) enter(stage string) { r.stage.Store(&stage) }

// Status says what the measurement is doing.
func (r *Run) Status() string {
	return fmt.Sprintf("%s: %d tables, %d streams, %d moves", *r.stage.Load(), r.opened.Load(), r.open.Load(), r.sent.Load())
}

// fail counts a failure; the measurement continues.
func (r *Run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure == nil {
		r.failure = err
	}
	r.failures++
}

// Do measures. Failures before the first move are returned; moves that fail are
// part of the report.
func (r *Run) Do(ctx context.Context) (Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	memory := Memory{Start: r.memory()}
	r.enter("opening tables")
	if err := r.seat(ctx); err != nil {
		return Report{}, err
	}
	memory.Tables = r.settled(ctx)
	r.enter("opening streams")
	if err := r.openStreams(ctx, &all); err != nil {
		return Report{}, err
	}
	memory.Streams = r.settled(ctx)
	r.enter("playing")
	for i := range workers {
		all.Go(func() { r.work(ctx, turn(r.servers, i)) })
	}
	for range openers {
		all.Go(func() { r.nextGame(ctx) })
	}
	var profile sync.WaitGroup
	if r.config.Profile != nil {
		profile.Go(func() { r.profile(ctx) })
	}
	before := r.figures(ctx)
	began := time.Now()
	r.drive(ctx, began)
	r.drain(ctx)
	took := time.Since(began)
	after := r.figures(ctx)
	memory.Load = r.memory()
	profile.Wait()
	if ctx.Err() != nil {
		return Report{}, ctx.Err()
	}
	return r.report(took, memory, before, after), nil
}

// settled is the memory of servers that have been idle for a while.
func (r *Run) settled(ctx context.Context) int64 {
	for _, s := range r.servers {
		s.collect(ctx)
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
	}
	return r.memory()
}

// memory is that of all servers.
func (r *Run) memory() (sum int64) {
	for _, s := range r.servers {
		sum += s.memory()
	}
	return sum
}

// turn is one of several servers.
func turn[T any](of []T, number int) T { return of[number%len(of)] }

// seat makes guests and opens a table for every two of them.
func (r *Run) seat(ctx context.Context) error {
	r.pairs = make([]*pair, r.config.Tables)
	failures := make([]error, r.config.Tables)
	err := parallel.For(ctx, openers, r.config.Tables, func(_, i int) {
		p := &pair{number: i, run: r}
		for side := range p.players {
			player, _, err := turn(r.lobbies, i+side).Guest(ctx, fmt.Sprintf("Player %d", 2*i+side+1))
			if err != nil {
				failures[i] = err
				return
			}
			p.players[side] = player
		}
		r.pairs[i], failures[i] = p, p.nextGame(ctx)
	})
	return errors.Join(err, cmp.Or(failures...)) // The others are probably the same.
}
