package arena_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"plateau/game"
	"plateau/games"
	"plateau/internal/arena"
)

func atRandom(_ context.Context, m *game.Match, rng *rand.Rand) game.Move {
	moves := m.Position().Moves()
	return moves[rng.IntN(len(moves))]
}

func newContest(t *testing.T, id string, count, workers int) *arena.Contest {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	player := func(int) arena.Player { return atRandom }
	return &arena.Contest{
		Game: g, A: player, B: player, NameA: "Ann", NameB: "Ben", Games: count, Opening: 2, Seed: 7, Workers: workers,
		Finished: func(int, *game.Match, bool) {},
	}
}

// played are the games of a contest as text, by their numbers.
func played(t *testing.T, c *arena.Contest) (games []string, score arena.Score) {
	t.Helper()
	games = make([]string, c.Games)
	c.Finished = func(number int, m *game.Match, aFirst bool) {
		var b strings.Builder
		if err := game.WriteRecord(&b, game.RecordOf(m)); err != nil {
			t.Error(err)
		}
		games[number] = b.String()
		if first := m.Players()[0]; (first == "Ann") != aFirst {
			t.Errorf("game %d: %s has the first side", number, first)
		}
	}
	score, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return games, score
}

func TestContestIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	for _, id := range []string{"quantik", "quixo4p"} {
		one, scoreOfOne := played(t, newContest(t, id, 12, 1))
		three, scoreOfThree := played(t, newContest(t, id, 12, 3))
		if strings.Join(one, "") != strings.Join(three, "") || scoreOfOne != scoreOfThree {
			t.Errorf("%s: %v and %v", id, scoreOfOne, scoreOfThree)
		}
		if scoreOfOne.Games() != 12 {
			t.Errorf("%s: %v", id, scoreOfOne)
		}
	}
}

// Both games of a pair begin with the same moves.
func TestOpeningsAreShared(t *testing.T) {
	c := newContest(t, "pivot", 6, 2)
	c.Opening = 3
	var mu sync.Mutex
	openings := map[int]game.Position{}
	c.Finished = func(number int, m *game.Match, _ bool) {
		mu.Lock()
		defer mu.Unlock()
		openings[number] = m.PositionAfter(c.Opening)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for number := 0; number < 6; number += 2 {
		if a, b := openings[number], openings[number+1]; a.Key() != b.Key() {
			t.Errorf("games %d and %d: %v and %v", number, number+1, a, b)
		}
	}
}

func TestCancelledContestCountsWhatIsFinished(t *testing.T) {
	c := newContest(t, "quantik", 1000, 2)
	ctx, cancel := context.WithCancel(t.Context())
	finished := 0
	c.Finished = func(int, *game.Match, bool) {
		if finished++; finished == 5 {
			cancel()
		}
	}
	score, err := c.Run(ctx)
	if !errors.Is(err, context.Canceled) || score.Games() != finished || finished > 7 {
		t.Errorf("%v after %d games, %v", score, finished, err)
	}
}

func TestElo(t *testing.T) {
	tests := []struct {
		score              arena.Score
		difference, margin float64
	}{
		{arena.Score{Wins: 50, Losses: 50}, 0, 69},
		{arena.Score{Draws: 100}, 0, 0},
		{arena.Score{Wins: 75, Losses: 25}, 190.8, 81.2},
	}
	for _, test := range tests {
		difference, margin := test.score.Elo()
		if math.Abs(difference-test.difference) > 1 || math.Abs(margin-test.margin) > 1 {
			t.Errorf("%v: %.1f ± %.1f", test.score, difference, margin)
		}
	}
	if difference, _ := (arena.Score{Wins: 3}).Elo(); !math.IsInf(difference, 1) {
		t.Errorf("all points: %f", difference)
	}
}
