package games

import (
	"plateau/catalogue"
	"plateau/engine"
	exact "plateau/exact/quantik"
	"plateau/game"
	"plateau/game/quantik"
	"plateau/puzzles"
	"plateau/rulebook"
)

// Quantik is known exactly by search alone.
func Quantik() catalogue.Entry {
	spec := quantik.Spec()
	return catalogue.Entry{
		Game: quantikRules,
		Open: func(catalogue.Sources) (catalogue.NewEngine, error) {
			return func(o engine.Options) engine.Engine {
				// Like the engine, it is not safe for concurrent
				// use.
				search := exact.New()
				return engine.New[quantik.State](spec, engine.Knowledge[quantik.State]{
					Evaluate: evaluateQuantik, Strengths: &shortGame,
					Values: func(s *quantik.State) (game.Value, error) { return search.Value(s), nil },
				}, o)
			}, nil
		},
		Exact:    true,
		OneSided: true,
		Rulebook: rulebook.Of(spec.ID), Puzzles: puzzles.Of(spec.ID),
	}
}

// evaluateQuantik is the difference in mobility: a side without a move loses.
func evaluateQuantik(s *quantik.State) engine.Score {
	own, other := s.Mobility()
	return engine.Score(own-other) * 10
}
