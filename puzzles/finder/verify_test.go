package finder

import (
	"context"
	"errors"
	"fmt"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/puzzles"
)

// Verifier proves puzzles of one game. It is not safe for concurrent use.
type Verifier struct {
	game     game.Game
	analyser *analyser
}

// NewVerifier makes one for a game.
func NewVerifier(e catalogue.Entry, data func(name string) ([]byte, error)) (*Verifier, error) {
	newEngine, err := open(e, data)
	if err != nil {
		return nil, err
	}
	return &Verifier{e.Game, newAnalyser(newEngine)}, nil
}

// Verify returns what is wrong with a puzzle, if anything: it follows the line
// and proves at every turn that the solver's move is the only right one and
// that the opponent's is a best one. It does not check the grade.
func (v *Verifier) Verify(ctx context.Context, puzzle puzzles.Puzzle) error {
	start, err := v.game.Parse(puzzle.Position)
	if err != nil {
		return err
	}
	if id := idOf(start); puzzle.ID != id || puzzle.Game != v.game.ID() {
		return fmt.Errorf("the id is not %s of %s", id, v.game.ID())
	}
	p := start
	for i, text := range puzzle.Line {
		move, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		within := v.analyser.maxTurns
		if puzzle.Goal == puzzles.ToWin {
			within = puzzle.Turns - i
		}
		moves := v.analyser.moves(ctx, p, within)
		if i%2 == 0 {
			err = solution(p, moves, move, puzzle.Goal, within)
		} else {
			err = bestReply(moves, move)
		}
		if err != nil {
			return fmt.Errorf("move %d, %s: %w", i+1, text, err)
		}
		p = after(p, move)
	}
	return ending(start, p, puzzle)
}

// solution returns why a move is not the only one that reaches the goal.
func solution(p game.Position, moves []engine.MoveVerdict, move game.Move, goal puzzles.Goal, within int) error {
	best, right := moves[0].Value, 0
	switch goal {
	case puzzles.ToWin:
		if best != game.WinIn(within) {
			return fmt.Errorf("the position is a %v, not a win in %d", best, within)
		}
		right = quickest(p, moves)
	case puzzles.ToDraw:
		if best != game.Draw {
			return fmt.Errorf("the position is a %v", best)
		}
		right = countKeepers(moves)
	case puzzles.OnlyMove:
		if !best.IsWin() {
			return fmt.Errorf("the position is a %v", best)
		}
		right = countKeepers(moves)
	}
	switch {
	case right != 1:
		return fmt.Errorf("%d moves are right", right)
	case moves[0].Move != move && !wins(p, move):
		return fmt.Errorf("%s is right", p.MoveText(moves[0].Move))
	}
	return nil
}

// bestReply returns why a move is not a best one.
func bestReply(moves []engine.MoveVerdict, move game.Move) error {
	for _, m := range moves {
		if m.Move == move && m.Value != moves[0].Value {
			return fmt.Errorf("it is a %v, and there is a %v", m.Value, moves[0].Value)
		}
	}
	return nil
}

// ending returns why a line does not end where its goal is reached.
func ending(start, end game.Position, puzzle puzzles.Puzzle) error {
	turns := len(puzzle.Line)
	switch {
	case puzzle.Goal != puzzles.ToWin && puzzle.Turns != 0:
		return errors.New("only wins have a number of turns")
	case puzzle.Goal != puzzles.ToWin && turns%2 == 0:
		return errors.New("the last move is not the solver's")
	case puzzle.Goal == puzzles.ToWin && end.Outcome() != game.Won(toMove(start)):
		return errors.New("the line does not end with a win")
	case puzzle.Goal == puzzles.ToWin && turns != puzzle.Turns:
		return fmt.Errorf("the line has %d turns, not %d", turns, puzzle.Turns)
	}
	return nil
}
