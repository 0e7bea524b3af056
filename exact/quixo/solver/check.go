package solver

import (
	"fmt"
	"math/rand/v2"

	index "plateau/exact/quixo"

	"plateau/game"
	"plateau/game/quixo"
)

// CheckRandom draws a position by lot, any number of marks as likely as any
// other, and compares its value with those of the positions that its moves lead
// to, by the rules of the game. If the position is lost, the answers to every
// move have to come nearer to the end, too.
func (l *Lookup) CheckRandom(lots *rand.Rand) error {
	marks := lots.IntN(l.board.Cells + 1)
	layer := l.layer(marks)
	s := l.board.Position(index.Place{
		Marks: marks, Set: layer.Sets[lots.IntN(len(layer.Sets))], Sharing: uint32(lots.IntN(1 << marks)),
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
	comesNearer, err := l.comesNearer(&s)
	if err == nil && !comesNearer {
		err = fmt.Errorf("%s is stored as a loss that takes a shorter time than a move of it", spec.Format(&s))
	}
	return err
}

// valueByMoves is a value without a distance.
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

// comesNearer tells whether every move of a lost position has an answer to a
// position with a smaller measure.
func (l *Lookup) comesNearer(s *quixo.State) (bool, error) {
	measure, err := l.Measure(s)
	if err != nil {
		return false, err
	}
	for _, m := range s.AppendMoves(nil) {
		won := *s
		won.Play(m)
		if won.Outcome().Over() {
			continue
		}
		smallest, err := l.smallestMeasure(&won)
		if err != nil || smallest >= measure {
			return false, err
		}
	}
	return true, nil
}

// smallestMeasure is that of the losses that moves of a won position lead to.
func (l *Lookup) smallestMeasure(won *quixo.State) (int, error) {
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
		measure, err := l.Measure(&lost)
		if err != nil {
			return 0, err
		}
		smallest = min(smallest, measure)
	}
	return smallest, nil
}
