// Package finder finds puzzles: it lets the levels of the computer player play
// many games against themselves and looks for positions with a single solution.
// A seed makes a search repeatable, on any number of threads.
package finder

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/puzzles"
)

// Search is the parameters of a search for puzzles.
type Search struct {
	Entry catalogue.Entry
	// Data returns the embedded data sets.
	Data func(name string) ([]byte, error)
	// Games is the number of games to play.
	Games int
	// Count is the number of puzzles wanted; there may be fewer.
	Count int
	Seed  uint64
	// Workers and Parallel spread the work over cores: Parallel calls do for
	// every i below n, up to Workers at a time.
	Workers  int
	Parallel func(n int, do func(worker, i int))
	// Progress is called after every game, by any worker, with the number
	// of puzzles it had.
	Progress func(found int)
}

// Run searches. When the context ends, it returns its error.
func (s *Search) Run(ctx context.Context) ([]puzzles.Puzzle, error) {
	newEngine, err := open(s.Entry, s.Data)
	if err != nil {
		return nil, err
	}
	analysers := make([]*analyser, s.Workers)
	for i := range analysers {
		analysers[i] = newAnalyser(newEngine)
	}
	found := make([][]puzzles.Puzzle, s.Games)
	s.Parallel(s.Games, func(worker, number int) {
		if ctx.Err() == nil {
			a := analysers[worker]
			m := a.play(ctx, s.Entry.Game, rand.New(rand.NewPCG(s.Seed, uint64(number))))
			found[number] = a.lookThrough(ctx, m)
			s.Progress(len(found[number]))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return choose(found, s.Count), nil
}

// Openings are random, so that games differ, and then levels play on that
// neither blunder at every turn nor see everything.
const (
	openingPlies = 3
	lowestLevel  = 3
	levels       = 2
	// maxPlies ends games of Quixo that make no progress.
	maxPlies = 80
)

// play plays a game of a level against itself.
func (a *analyser) play(ctx context.Context, g game.Game, rng *rand.Rand) *game.Match {
	openers := g.Openers()
	m := game.MatchFrom(g.Start(openers[rng.IntN(len(openers))]), nil)
	level := engine.Level(lowestLevel + rng.IntN(levels))
	for m.Plies() < maxPlies && !m.Verdict().Outcome.Over() && ctx.Err() == nil {
		var move game.Move
		if m.Plies() < openingPlies {
			moves := m.Position().Moves()
			move = moves[rng.IntN(len(moves))]
		} else {
			move = a.engine.Choose(ctx, m, level, rng).Move
		}
		if err := m.PlayMove(move); err != nil {
			panic("finder: " + err.Error())
		}
	}
	return m
}

// lookThrough returns the puzzles in a game, from its end back to its opening.
// If values have to be proved by search, it goes back only as long as the
// winner's win is near: anything else would take long and find nothing.
func (a *analyser) lookThrough(ctx context.Context, m *game.Match) []puzzles.Puzzle {
	var found []puzzles.Puzzle
	winner, won := m.Position().Outcome().Winner()
	turns := 0
	for ply := m.Plies() - 1; ply >= openingPlies && ctx.Err() == nil; ply-- {
		p := m.PositionAfter(ply)
		if !a.engine.Exact() && (!won || toMove(p) != winner) {
			continue
		}
		// One turn of each side earlier, the win is two turns longer.
		moves := a.moves(ctx, p, min(turns+2, a.maxTurns))
		turns, _ = moves[0].Value.Distance()
		if !a.engine.Exact() && (turns == 0 || !moves[0].Value.IsWin()) {
			break
		}
		if puzzle, ok := a.solve(ctx, p, moves); ok {
			puzzle.Grade = a.grade(ctx, p, puzzle.Line)
			found = append(found, puzzle)
		}
	}
	return found
}

// kind is how puzzles of a list should differ.
type kind struct {
	grade, turns int
	goal         puzzles.Goal
}

// choose picks up to count puzzles: at most one per game, no two that are
// symmetric, and evenly by grade, and within a grade by kind, as far as there
// are enough. They are sorted from easy to hard.
func choose(found [][]puzzles.Puzzle, count int) []puzzles.Puzzle {
	type candidate struct {
		puzzles.Puzzle
		game int
	}
	waiting := map[kind][]candidate{}
	for number, list := range found {
		for _, p := range list {
			of := kind{p.Grade, p.Turns, p.Goal}
			waiting[of] = append(waiting[of], candidate{p, number})
		}
	}
	takenGame, takenID := map[int]bool{}, map[string]bool{}
	takenGrade, takenKind := [puzzles.MaxGrade + 1]int{}, map[kind]int{}
	var chosen []puzzles.Puzzle
	for len(chosen) < count && len(waiting) > 0 {
		kinds := slices.SortedFunc(maps.Keys(waiting), func(a, b kind) int {
			return cmp.Or(cmp.Compare(a.grade, b.grade), cmp.Compare(a.goal, b.goal), cmp.Compare(a.turns, b.turns))
		})
		next := slices.MinFunc(kinds, func(a, b kind) int {
			return cmp.Or(cmp.Compare(takenGrade[a.grade], takenGrade[b.grade]), cmp.Compare(takenKind[a], takenKind[b]))
		})
		c := waiting[next][0]
		if waiting[next] = waiting[next][1:]; len(waiting[next]) == 0 {
			delete(waiting, next)
		}
		if takenGame[c.game] || takenID[c.ID] {
			continue
		}
		takenGame[c.game], takenID[c.ID] = true, true
		takenGrade[next.grade]++
		takenKind[next]++
		chosen = append(chosen, c.Puzzle)
	}
	slices.SortFunc(chosen, func(a, b puzzles.Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), cmp.Compare(len(a.Line), len(b.Line)), cmp.Compare(a.ID, b.ID))
	})
	return chosen
}

// hash is the same for symmetric positions.
func hash(p game.Position) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.Game().ID(), " ", p.Canonical())
	return h.Sum64()
}

// idOf is the id of the puzzle of a position: six digits are enough for some
// hundred positions, and short in a link.
func idOf(p game.Position) string { return fmt.Sprintf("%06x", hash(p)>>40) }
