// Package referee lets engines play each other: who meets whom, from which opening
// and with which side, how long they may think, who has won, and what it says about
// their strength. An engine that crashes, is late or plays an illegal move loses
// the game, and is started again for the next one.
package referee

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/ugi"
)

// Player plays one game at a time. After an error it is closed.
type Player interface {
	// NewGame prepares it for a game.
	NewGame(ctx context.Context, g game.Game) error
	// Choose picks a move of a running match; the random source makes it
	// repeatable where that is possible.
	Choose(ctx context.Context, m *game.Match, l ugi.Limits, rng *rand.Rand) (ugi.Reply, error)
	Close(failed bool)
}

// Entrant is somebody who takes part.
type Entrant struct {
	Name string
	// Start makes a player. Every worker has its own.
	Start func(ctx context.Context) (Player, error)
	// Control replaces that of the contest, if it is not zero.
	Control Control
}

// Control is how long players may think.
type Control struct {
	// Main and Increment are the clock of each seat.
	Main, Increment time.Duration
	// MoveTime, Depth and Nodes are for each move.
	MoveTime time.Duration
	Depth    int
	Nodes    uint64
}

// Format is who meets whom.
type Format string

// The formats: everybody meets everybody, or the first meets all others.
const (
	RoundRobin Format = "round-robin"
	Gauntlet   Format = "gauntlet"
)

// Contest is a number of games between entrants.
type Contest struct {
	Game     game.Game
	Entrants []Entrant
	Format   Format
	// Games is how many are played by each two who meet.
	Games int
	// Openings are where games begin; without any, they begin with RandomPlies
	// random moves. Each is played twice, with sides swapped.
	Openings    []*game.Match
	RandomPlies int
	// MaxPlies ends a game as drawn that goes on for ever.
	MaxPlies int
	Control  Control
	// Value knows the proved value of a position, if that ends games from
	// AdjudicateFrom plies on; nil if not.
	Value          func(ctx context.Context, p game.Position) game.Value
	AdjudicateFrom int
	// Seed makes openings and random choices repeatable.
	Seed    uint64
	Workers int
	// Skip tells which games have been played already.
	Skip func(number int) bool
	// Finished is called after every game, one at a time, in any order. If it
	// returns false, no more games are begun.
	Finished func(Result) (more bool)

	mu sync.Mutex
	// failedStarts counts for each entrant how often in a row it could not be
	// started.
	failedStarts []int
}

// Pairing is one game of a contest.
type Pairing struct {
	// Number counts the games from 0. Round is that of its opening.
	Number, Round int
	// A and B are entrants, of whom A came first. AFirst says whether A has the
	// first side.
	A, B   int
	AFirst bool
}

// Of is the entrant who plays for a team.
func (p Pairing) Of(team game.Team) int {
	if (team == 0) == p.AFirst {
		return p.A
	}
	return p.B
}

// Result is a finished game.
type Result struct {
	Pairing
	Match *game.Match
	// Failure is what went wrong with the loser, if anything did.
	Failure string
}

// encounters are the pairs of entrants who meet.
func (c *Contest) encounters() [][2]int {
	var pairs [][2]int
	for a := range c.Entrants {
		if c.Format == Gauntlet && a > 0 {
			break
		}
		for b := a + 1; b < len(c.Entrants); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// Schedule is all games in the order in which they are begun: round by round, and
// in each round two games of everybody who meets, from the same opening.
func (c *Contest) Schedule() []Pairing {
	var games []Pairing
	encounters := c.encounters()
	for round := 0; 2*round < c.Games; round++ {
		for _, e := range encounters {
			for half := range min(2, c.Games-2*round) {
				games = append(games, Pairing{len(games), round, e[0], e[1], half == 0})
			}
		}
	}
	return games
}

// maxFailedStarts is how often in a row an entrant may fail to start, before the
// contest ends: nothing is learnt from more.
const maxFailedStarts = 3

// Run plays the contest. When the context ends, games that have not ended do not
// count. Its other errors are entrants that cannot be started.
func (c *Contest) Run(ctx context.Context) error {
	c.failedStarts = make([]int, len(c.Entrants))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var games []Pairing
	for _, p := range c.Schedule() {
		if c.Skip == nil || !c.Skip(p.Number) {
			games = append(games, p)
		}
	}
	workers := make([]*worker, max(min(c.Workers, len(games)), 1))
	for i := range workers {
		workers[i] = &worker{Contest: c, players: make([]Player, len(c.Entrants))}
		defer workers[i].close()
	}
	// One of each is started first, so that what cannot work is found out before
	// anything is played.
	for i := range c.Entrants {
		if _, err := workers[0].player(ctx, i); err != nil {
			return fmt.Errorf("%s: %w", c.Entrants[i].Name, err)
		}
	}
	err := parallel.For(ctx, len(workers), len(games), func(w, i int) {
		result, err := workers[w].play(ctx, games[i])
		c.mu.Lock()
		defer c.mu.Unlock()
		switch {
		case ctx.Err() != nil:
		case err != nil:
			stop(err)
		case !c.Finished(result):
			stop(errEnough)
		}
	})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// errEnough ends a contest that has been decided.
var errEnough = errors.New("enough games have been played")

// worker plays games, one after the other, with players of its own.
type worker struct {
	*Contest
	players []Player
}

// player is the one of an entrant, started if needed.
func (w *worker) player(ctx context.Context, entrant int) (Player, error) {
	if w.players[entrant] != nil {
		return w.players[entrant], nil
	}
	p, err := w.Entrants[entrant].Start(ctx)
	if err != nil {
		return nil, err
	}
	w.players[entrant] = p
	return p, nil
}

// drop closes a player that has failed.
func (w *worker) drop(entrant int) {
	if p := w.players[entrant]; p != nil {
		p.Close(true)
		w.players[entrant] = nil
	}
}

// close ends all players, at the same time, because each may take a while.
func (w *worker) close() {
	var closing sync.WaitGroup
	for i, p := range w.players {
		if p != nil {
			closing.Go(func() { p.Close(false) })
			w.players[i] = nil
		}
	}
	closing.Wait()
}

// startFailed counts a failed start, and returns an error if there were too many.
func (c *Contest) startFailed(entrant int, failed error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if failed == nil {
		c.failedStarts[entrant] = 0
		return nil
	}
	if c.failedStarts[entrant]++; c.failedStarts[entrant] < maxFailedStarts {
		return nil
	}
	return fmt.Errorf("%s: %w", c.Entrants[entrant].Name, failed)
}
