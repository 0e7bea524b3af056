package finder

import (
	"context"
	"math/rand/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/puzzles"
)

// gradeOf is the grade of a puzzle by the lowest level that solves it. What
// none of them solves has the hardest grade.
var gradeOf = [...]int{1: 1, 2: 1, 3: 2, 4: 3, 5: 4}

// A level solves a puzzle if it plays the whole line in more than half of its
// attempts, since levels below the highest are partly random.
const (
	attempts = 5
	majority = attempts/2 + 1
)

// grade is how hard a puzzle is: by the lowest level of the computer player
// that solves it. The random source is seeded with the position, so that the
// grade depends on nothing else.
func (a *analyser) grade(ctx context.Context, p game.Position, line []string) int {
	seed := hash(p)
	for level := engine.Easiest; int(level) < len(gradeOf); level++ {
		solved := 0
		for attempt := range attempts {
			rng := rand.New(rand.NewPCG(seed, uint64(level)<<8+uint64(attempt)))
			if a.plays(ctx, p, line, level, rng) {
				solved++
			}
			if solved == majority {
				return gradeOf[level]
			}
		}
	}
	return puzzles.MaxGrade
}

// plays reports whether a level finds every move of the solver in a line.
func (a *analyser) plays(ctx context.Context, start game.Position, line []string, level engine.Level, rng *rand.Rand) bool {
	m := game.MatchFrom(start, nil)
	for i, text := range line {
		if i%2 == 0 {
			p := m.Position()
			choice := a.engine.Choose(ctx, m, level, rng).Move
			if p.MoveText(choice) != text && !wins(p, choice) {
				return false
			}
		}
		if err := m.Play(text); err != nil {
			panic("finder: " + err.Error())
		}
	}
	return true
}
