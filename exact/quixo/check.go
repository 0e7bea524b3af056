package quixo

import (
	"fmt"
	"math"
	"math/rand/v2"

	"plateau/game"
	"plateau/game/quixo"
)

// Lookup knows the value of every position, and how far a lost one is from the
// end.
type Lookup interface {
	Value(s *quixo.State) (game.Value, error)
	Progress(s *quixo.State) (int, error)
}

// FromKey is the position with a key on a board of one size.
type FromKey func(key uint64) (quixo.State, error)

// Ask looks something up about the position with a key.
func Ask[T any](f FromKey, key uint64, lookUp func(s *quixo.State) (T, error)) (found T, err error) {
	s, err := f(key)
	if err != nil {
		return found, err
	}
	return lookUp(&s)
}

// CheckRandom draws a random position of the layer and compares its value with
// those of the positions after its moves. If the position is lost, every move
// must also have a reply that makes progress.
func (l *Layer) CheckRandom(known Lookup, rng *rand.Rand) error {
	s := l.board.Position(Place{
		Marks: l.Marks, Set: l.Sets[rng.IntN(len(l.Sets))], Sharing: uint32(rng.IntN(1 << l.Marks)),
	})
	if s.Outcome().Over() {
		return nil
	}
	value, err := known.Value(&s)
	if err != nil {
		return err
	}
	best, err := valueByMoves(known, &s)
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
	comesNearer, err := makesProgress(known, &s)
	if err == nil && !comesNearer {
		err = fmt.Errorf("%s is stored as a loss that takes a shorter time than a move of it", spec.Format(&s))
	}
	return err
}

// valueByMoves is the value, without a distance, that follows from the moves.
func valueByMoves(known Lookup, s *quixo.State) (game.Value, error) {
	best := game.Loss
	for _, m := range s.AppendMoves(nil) {
		after := *s
		after.Play(m)
		value, err := known.Value(&after)
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
func makesProgress(known Lookup, s *quixo.State) (bool, error) {
	progress, err := known.Progress(s)
	if err != nil {
		return false, err
	}
	for _, m := range s.AppendMoves(nil) {
		won := *s
		won.Play(m)
		if won.Outcome().Over() {
			continue
		}
		smallest, err := smallestProgress(known, &won)
		if err != nil || smallest >= progress {
			return false, err
		}
	}
	return true, nil
}

// smallestProgress is the smallest among the losses that moves of a won
// position lead to.
func smallestProgress(known Lookup, won *quixo.State) (int, error) {
	smallest := math.MaxInt
	for _, m := range won.AppendMoves(nil) {
		lost := *won
		lost.Play(m)
		value, err := known.Value(&lost)
		if err != nil {
			return 0, err
		}
		if !value.IsLoss() {
			continue
		}
		progress, err := known.Progress(&lost)
		if err != nil {
			return 0, err
		}
		smallest = min(smallest, progress)
	}
	return smallest, nil
}
