package games

import (
	"math/bits"

	"plateau/catalogue"
	"plateau/engine"
	exact "plateau/exact/pivot"
	"plateau/game"
	"plateau/game/pivot"
	"plateau/puzzles"
	"plateau/rulebook"
)

// PivotLosses is the name of the data set that makes Pivot exact.
const PivotLosses = "pivot-losses"

// Pivot is known exactly from a megabyte of data. Without that, engines search.
func Pivot() catalogue.Entry {
	spec := pivot.Spec()
	return catalogue.Entry{
		Game: pivotRules,
		Open: func(src catalogue.Sources) (catalogue.NewEngine, error) {
			known := engine.Knowledge[pivot.State]{Evaluate: evaluatePivot, Strengths: &shortGame}
			if src.Data == nil {
				return func(o engine.Options) engine.Engine { return engine.New[pivot.State](spec, known, o) }, nil
			}
			data, err := src.Data(PivotLosses)
			if err != nil {
				return nil, err
			}
			losses, err := exact.ReadLosses(data)
			if err != nil {
				return nil, err
			}
			return func(o engine.Options) engine.Engine {
				// Like the engine, it is not safe for concurrent
				// use; the losses are shared.
				values, known := exact.New(losses), known
				known.Values = func(s *pivot.State) (game.Value, error) { return values.Value(s), nil }
				return engine.New[pivot.State](spec, known, o)
			}, nil
		},
		Exact:    true,
		Rulebook: rulebook.Of(spec.ID), Puzzles: puzzles.Of(spec.ID),
	}
}

// evaluatePivot counts the cells where one card would complete a line.
func evaluatePivot(s *pivot.State) engine.Score {
	own, other := s.Threats()
	return engine.Score(bits.OnesCount64(own)-bits.OnesCount64(other)) * 20
}
