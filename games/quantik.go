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
				// It is for one goroutine, as the engine is.
				search := exact.New()
				return engine.New[quantik.State](spec, engine.Knowledge[quantik.State]{
					Evaluate: evaluateQuantik, Strengths: &shortGame,
					Values: func(s *quantik.State) (game.Value, error) { return search.Value(s), nil },
				}, o)
			}, nil
		},
		Exact:    true,
		Rulebook: rulebook.Of(spec.ID), Puzzles: puzzles.Of(spec.ID),
	}
}

// evaluateQuantik counts the placements that are left to the side to move
// against those of the other: who runs out of them first loses.
func evaluateQuantik(s *quantik.State) engine.Score {
	own, other := s.Mobility()
	return engine.Score(own-other) * 10
}
