//go:build unix

package cluster_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/play"
)

// group are people who play one game after the other.
type group struct {
	run     *run
	rng     *rand.Rand
	game    game.Game
	terms   play.Terms
	chairs  []api.Chair
	persons []*person
	// deserter leaves every game after some moves, and loses it on time.
	deserter *person
	// progress counts what has happened: moves and games.
	progress atomic.Int64
	// table is that of the current game, for who reads the database.
	table atomic.Pointer[history]
}

// makeUp is what groups are like, in turn. Most play rated games with a clock.
var makeUp = []struct {
	seats    int
	computer bool
	deserter bool
	time     play.Time
}{
	{seats: 2, time: play.Time{Main: 600_000, Increment: 1000}},
	{seats: 2, time: play.Time{Main: 300_000}},
	{seats: 2, deserter: true, time: play.Time{Main: 10_000}},
	{seats: 2, computer: true, time: play.Time{Main: 600_000}},
	{seats: 4, time: play.Time{Main: 600_000}},
	{seats: 2, time: play.Time{Days: 2}},
	{seats: 2, time: play.Time{Main: 600_000}},
	{seats: 2},
}

// newGroup makes the group with a number of people who are still free.
func (r *run) newGroup(number int, free []*person) (g *group, rest []*person) {
	like := makeUp[number%len(makeUp)]
	fitting := slices.DeleteFunc(slices.Clone(r.games), func(g game.Game) bool { return len(g.Seats()) != like.seats || g.Casual() })
	g = &group{run: r, rng: rand.New(rand.NewPCG(r.rng.Uint64(), 0)), game: fitting[number/len(makeUp)%len(fitting)]}
	g.terms = play.Terms{Game: g.game.ID(), Rated: !like.computer, Spectators: true, Time: like.time}
	people := like.seats
	if like.computer {
		people = 1
	}
	if len(free) < people {
		return nil, free
	}
	g.persons, rest = free[:people], free[people:]
	for i := range like.seats {
		switch {
		case i == 0:
			g.chairs = append(g.chairs, api.Chair{Me: true})
		case like.computer:
			g.chairs = append(g.chairs, api.Chair{Level: "1"})
		default:
			g.chairs = append(g.chairs, api.Chair{})
		}
	}
	if like.deserter {
		g.deserter = g.persons[1]
	}
	return g, rest
}

// deserts reports whether a person leaves a game now: when both have moved, so that
// the clock counts.
func (g *group) deserts(p *person, t *api.Table) bool { return p == g.deserter && len(t.Moves) > 2 }

func (g *group) acknowledged() {
	g.progress.Add(1)
	g.run.moves.Add(1)
}

// play plays one game after the other until the run ends.
func (g *group) play(ctx context.Context) {
	for ctx.Err() == nil {
		table := g.open(ctx)
		if table == nil {
			return
		}
		g.table.Store(table)
		var all sync.WaitGroup
		for _, p := range g.persons {
			s := &seat{person: p, group: g, table: table}
			all.Go(func() { s.play(ctx) })
		}
		all.Wait()
		g.progress.Add(1)
		if ctx.Err() == nil {
			g.run.over.Add(1)
			g.run.check(ctx, table)
		} else {
			g.run.unfinished(table)
		}
	}
}

// open opens the next table, and everybody sits down. There is none when the run ends.
func (g *group) open(ctx context.Context) *history {
	table := &history{began: time.Now()}
	host := g.persons[0]
	r := table.ask(host.id, host.newRequest(), -1, "")
	got, err := host.insist(ctx, host.anywhere(), "/tables", map[string]any{"terms": g.terms, "chairs": g.chairs, "request": r.id})
	if err != nil {
		g.refused(ctx, err)
		return nil
	}
	table.id = got.Table
	table.answer(r, got.Seq)
	for _, p := range g.persons[1:] {
		r := table.ask(p.id, p.newRequest(), -1, "")
		got, err := p.insist(ctx, p.anywhere(), "/tables/"+string(table.id)+"/sit", map[string]any{"request": r.id})
		if err != nil {
			g.refused(ctx, err)
			g.run.unfinished(table)
			return nil
		}
		table.answer(r, got.Seq)
	}
	return table
}

func (g *group) refused(ctx context.Context, err error) {
	if ctx.Err() == nil {
		g.run.fault("a group of %d cannot go on: %v", len(g.persons), err)
	}
}

// ready fails while a server does not say that it is.
func (n *node) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	return askReady(ctx, n.setup.Address)
}
