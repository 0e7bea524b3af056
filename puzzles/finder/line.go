package finder

import (
	"context"
	"math/rand/v2"
	"slices"

	"plateau/engine"
	"plateau/game"
	"plateau/puzzles"
)

const (
	// minMoves is the least number of moves that the solver can choose
	// from: with fewer, trying them all is easy.
	minMoves = 10
	// minTurns excludes wins in one, which the lessons have.
	minTurns = 3
	// maxDecisions bounds the solver's moves if the line does not end with
	// the game.
	maxDecisions = 4
	// maxReplies bounds how many equally good replies are tried for one
	// that leaves the solver a single right move.
	maxReplies = 8
)

// solve makes a puzzle, without its grade, from a position and its evaluated
// moves, or reports that there is none.
func (a *analyser) solve(ctx context.Context, p game.Position, moves []engine.MoveVerdict) (puzzles.Puzzle, bool) {
	if len(moves) < minMoves {
		return puzzles.Puzzle{}, false
	}
	puzzle := puzzles.Puzzle{ID: idOf(p), Game: p.Game().ID(), Position: p.String()}
	value := moves[0].Value
	var line []game.Move
	if turns, known := value.Distance(); known && value.IsWin() && turns >= minTurns && turns <= a.maxTurns {
		puzzle.Goal, puzzle.Turns = puzzles.ToWin, turns
		line = a.winning(ctx, p, moves)
	}
	if line == nil && (value == game.Draw || value.IsWin() && value < game.WinIn(minTurns)) {
		puzzle.Goal, puzzle.Turns = puzzles.OnlyMove, 0
		if value == game.Draw {
			puzzle.Goal = puzzles.ToDraw
		}
		line = a.forcedLine(ctx, p, moves, maxDecisions)
	}
	for _, m := range line {
		puzzle.Line = append(puzzle.Line, p.MoveText(m))
		p = after(p, m)
	}
	return puzzle, line != nil
}

// winning is the line of a puzzle that has to be won as fast as possible, or
// nil if there is more than one way somewhere. Of the replies that resist
// longest it takes the first that leaves a single way.
func (a *analyser) winning(ctx context.Context, p game.Position, moves []engine.MoveVerdict) []game.Move {
	if quickest(p, moves) != 1 {
		return nil
	}
	turns, _ := moves[0].Value.Distance()
	line := []game.Move{moves[0].Move}
	next := after(p, line[0])
	if next.Outcome().Over() {
		return line
	}
	replies := a.moves(ctx, next, turns-1)
	for _, reply := range replies[:min(len(replies), maxReplies)] {
		if reply.Value != replies[0].Value {
			break
		}
		then := after(next, reply.Move)
		if then.Outcome().Over() {
			return append(line, reply.Move)
		}
		if rest := a.winning(ctx, then, a.moves(ctx, then, turns-2)); rest != nil {
			return append(append(line, reply.Move), rest...)
		}
	}
	return nil
}

// forcedLine is the line of a puzzle in which one move keeps the result, or
// nil if it does not begin with one. It continues while some best reply leaves
// the solver a single move again.
func (a *analyser) forcedLine(ctx context.Context, p game.Position, moves []engine.MoveVerdict, decisions int) []game.Move {
	if len(moves) < 2 || countKeepers(moves) != 1 {
		return nil
	}
	line := []game.Move{moves[0].Move}
	next := after(p, line[0])
	if decisions == 1 || next.Outcome().Over() {
		return line
	}
	replies := a.moves(ctx, next, a.maxTurns)
	longest := []game.Move(nil)
	for _, reply := range replies[:min(len(replies), maxReplies)] {
		then := after(next, reply.Move)
		if reply.Value != replies[0].Value || then.Outcome().Over() {
			break
		}
		rest := a.forcedLine(ctx, then, a.moves(ctx, then, a.maxTurns), decisions-1)
		if len(rest) > len(longest)-1 && rest != nil {
			longest = slices.Concat([]game.Move{reply.Move}, rest)
		}
	}
	return append(line, longest...)
}

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
