// Package arena lets two players play many games against each other and counts
// the results.
package arena

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"plateau/game"
	"plateau/internal/parallel"
)

// Player chooses a move in a running match. It plays one game at a time.
type Player func(ctx context.Context, m *game.Match, rng *rand.Rand) game.Move

// Contest is two players who play a number of games.
type Contest struct {
	Game game.Game
	// A and B make the players of a worker: engines are not shared.
	A, B  func(worker int) Player
	NameA string
	NameB string
	Games int
	// Opening is the number of random moves before the players take over, so
	// that games differ. Every opening is played twice, with the sides
	// changed.
	Opening int
	// Seed makes the openings and the players' random choices repeatable.
	Seed    uint64
	Workers int
	// Finished is called after every game, one at a time, in any order; aFirst
	// says whether A had the first side.
	Finished func(number int, m *game.Match, aFirst bool)
}

// maxPlies ends a game of Quixo that goes on for ever without repeating. It
// counts as drawn.
const maxPlies = 400

// Score is the result of a contest for A.
type Score struct{ Wins, Draws, Losses int }

// Run plays the contest. When the context ends, the games played so far count.
func (c *Contest) Run(ctx context.Context) (Score, error) {
	var mu sync.Mutex
	var score Score
	playersA, playersB := make([]Player, c.Workers), make([]Player, c.Workers)
	err := parallel.For(ctx, c.Workers, c.Games, func(worker, number int) {
		if playersA[worker] == nil {
			playersA[worker], playersB[worker] = c.A(worker), c.B(worker)
		}
		aFirst := number%2 == 0
		m := c.play(ctx, number, aFirst, playersA[worker], playersB[worker])
		if ctx.Err() != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		score.Add(m.Verdict().Outcome, aFirst)
		c.Finished(number, m, aFirst)
	})
	return score, err
}

// play plays one game. Its random choices depend only on its number, those of
// the opening on the number of the pair.
func (c *Contest) play(ctx context.Context, number int, aFirst bool, a, b Player) *game.Match {
	m := c.open(rand.New(rand.NewPCG(c.Seed, uint64(number/2))), aFirst)
	rng := rand.New(rand.NewPCG(c.Seed, 1<<32+uint64(number)))
	seats := c.Game.Seats()
	for ctx.Err() == nil && m.Plies() < maxPlies && !m.Verdict().Outcome.Over() {
		player := b
		if (seats[m.Position().ToMove()].Team == 0) == aFirst {
			player = a
		}
		if err := m.PlayMove(player(ctx, m, rng)); err != nil {
			panic("arena: " + err.Error())
		}
	}
	return m
}

// open plays a random opening that does not end the game.
func (c *Contest) open(rng *rand.Rand, aFirst bool) *game.Match {
	names := [2]string{c.NameB, c.NameA}
	players := make([]string, len(c.Game.Seats()))
	for i, seat := range c.Game.Seats() {
		first := 0
		if (seat.Team == 0) == aFirst {
			first = 1
		}
		players[i] = names[first]
	}
	for {
		openers := c.Game.Openers()
		m := game.MatchFrom(c.Game.Start(openers[rng.IntN(len(openers))]), players)
		for range c.Opening {
			if moves := m.Position().Moves(); len(moves) > 0 {
				_ = m.PlayMove(moves[rng.IntN(len(moves))])
			}
		}
		if !m.Verdict().Outcome.Over() {
			return m
		}
	}
}

// Add counts the result of a game; aFirst says whether A had the first side.
func (s *Score) Add(o game.Outcome, aFirst bool) {
	winner, won := o.Winner()
	switch {
	case !won:
		s.Draws++
	case (winner == 0) == aFirst:
		s.Wins++
	default:
		s.Losses++
	}
}

// Games is the number of games played.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Points is A's share of the points: 1 for a win, a half for a draw.
func (s Score) Points() float64 {
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(max(s.Games(), 1))
}

// Elo is the difference in rating that the score suggests, and its margin in
// either direction at a confidence of 95%. Both are infinite if one side has all
// the points.
func (s Score) Elo() (difference, margin float64) {
	n, p := float64(max(s.Games(), 1)), s.Points()
	spread := (float64(s.Wins)*sq(1-p) + float64(s.Draws)*sq(0.5-p) + float64(s.Losses)*sq(p)) / n
	deviation := 1.96 * math.Sqrt(spread/n)
	return elo(p), (elo(min(p+deviation, 1)) - elo(max(p-deviation, 0))) / 2
}

func sq(x float64) float64 { return x * x }

func elo(p float64) float64 { return 400 * math.Log10(p/(1-p)) }
