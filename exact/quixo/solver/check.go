package solver

import (
	"fmt"
	"math/rand/v2"

	index "plateau/exact/quixo"

	"plateau/game"
	"plateau/game/quixo"
)

// CheckRandom draws a random position, with every number of marks equally
// likely, and compares its value with those of the positions after its moves.
// If the position is lost, every move must also have a reply that makes
// progress.
func (l *Lookup) CheckRandom(rng *rand.Rand) error {
	marks := rng.IntN(l.board.Cells + 1)
	layer := l.layer(marks)
	s := l.board.Position(index.Place{
		Marks: marks, Set: layer.Sets[rng.IntN(len(layer.Sets))], Sharing: uint32(rng.IntN(1 << marks)),
	})
	if s.Outcome().Over() {
		return nil
	}
	value, err := l.Value(&s)
	if err != nil {
		return err
	}
	best, err := l.valueByMoves(&s)
	if err != nil {
		return err
	}
	spec := quixo.Spec(l.board.Size)
	if value != best {
		return fmt.Errorf("%s is stored as a %v, but by its moves it is a %v", spec.Format(&s), value, best)
	}
	if value != game.Loss {
		return nil
	}
	comesNearer, err := l.makesProgress(&s)
	if err == nil && !comesNearer {
		err = fmt.Errorf("%s is stored as a loss that takes a shorter time than a move of it", spec.Format(&s))
	}
	return err
}

// valueByMoves is the value, without a distance, that follows from the moves.
func (l *Lookup) valueByMoves(s *quixo.State) (game.Value, error) {
	best := game.Loss
	for _, m := range s.AppendMoves(nil) {
		after := *s
		after.Play(m)
		value, err := l.Value(&after)
		switch {
		case err != nil:
			return game.Unknown, err
		case value.IsLoss():
			best = game.Win
		case value == game.Draw:
			best = max(best, game.Draw)
		}
	}
	return best, nil
}

// makesProgress reports whether every move of a lost position has a reply to a
// position with smaller progress.
func (l *Lookup) makesProgress(s *quixo.State) (bool, error) {
	progress, err := l.Progress(s)
	if err != nil {
		return false, err
	}
	for _, m := range s.AppendMoves(nil) {
		won := *s
		won.Play(m)
		if won.Outcome().Over() {
			continue
		}
		smallest, err := l.smallestProgress(&won)
		if err != nil || smallest >= progress {
			return false, err
		}
	}
	return true, nil
}

// smallestProgress is the smallest among the losses that moves of a won
// position lead to.
func (l *Lookup) smallestProgress(won *quixo.State) (int, error) {
	smallest := l.board.Cells << roundBits
	for _, m := range won.AppendMoves(nil) {
		lost := *won
		lost.Play(m)
		value, err := l.Value(&lost)
		if err != nil {
			return 0, err
		}
		if !value.IsLoss() {
			continue
		}
		progress, err := l.Progress(&lost)
		if err != nil {
			return 0, err
		}
		smallest = min(smallest, progress)
	}
	return smallest, nil
}
