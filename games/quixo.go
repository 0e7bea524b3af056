package games

import (
	"plateau/catalogue"
	"plateau/engine"
	exact "plateau/exact/quixo"
	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/quixo"
	"plateau/puzzles"
	"plateau/rulebook"
)

// Names of the data sets that the 5×5 board of Quixo uses without a tablebase.
const (
	QuixoOpening  = "quixo-opening"
	QuixoEstimate = "quixo-estimate"
)

// quixoStrengths need hardly any errors: search depth decides these games.
var quixoStrengths = engine.Strengths{
	engine.Easiest: {Depth: 1, Nodes: 1e3, Overlook: 0.5, Blur: 60},
	2:              {Depth: 1, Nodes: 1e3, Overlook: 0.1, Blur: 20},
	3:              {Depth: 2, Nodes: 1e4, Overlook: 0.2, Blur: 30},
	4:              {Depth: 3, Nodes: 3e4, Overlook: 0.1, Blur: 15},
	5:              {Depth: 4, Nodes: 1e5, Overlook: 0.03, Blur: 8},
	engine.Hardest: {Depth: 20, Nodes: 3e5},
}

const quixoSize = 5

// Quixo is the game for two on a board with size cells along an edge, 3 to 5.
// It is known exactly with a tablebase. Without one, the 5×5 board has an exact
// opening and a good estimate.
func Quixo(size int) catalogue.Entry {
	spec := quixo.Spec(size)
	entry := catalogue.Entry{
		Game: quixoRules[size],
		Open: func(src catalogue.Sources) (catalogue.NewEngine, error) {
			known, err := quixoKnowledge(size, src)
			return func(o engine.Options) engine.Engine { return engine.New[quixo.State](spec, known, o) }, err
		},
		Rulebook: rulebook.Of(quixo.Spec(quixoSize).ID),
	}
	if size == quixoSize {
		entry.Puzzles = puzzles.Of(spec.ID)
	}
	return entry
}

func quixoKnowledge(size int, src catalogue.Sources) (engine.Knowledge[quixo.State], error) {
	known := engine.Knowledge[quixo.State]{Evaluate: evaluateQuixo, Strengths: &quixoStrengths}
	if t := src.Tablebase; t != nil {
		known.Values = func(s *quixo.State) (game.Value, error) { return t.ValueOf(s.Key()) }
		known.Progress = func(s *quixo.State) (int, error) { return t.Progress(s.Key()) }
	}
	if size < quixoSize || src.Data == nil {
		return known, nil
	}
	data, err := src.Data(QuixoEstimate)
	if err != nil {
		return known, err
	}
	if data != nil {
		net, err := network.New(data)
		if err != nil {
			return known, err
		}
		known.Estimate = estimateQuixo(net)
	}
	if src.Tablebase != nil {
		return known, nil
	}
	if data, err = src.Data(QuixoOpening); err != nil || data == nil {
		return known, err
	}
	opening, err := exact.NewOpening(data)
	if err != nil {
		return known, err
	}
	known.Opening = opening.Value
	return known, nil
}

// QuixoForFour is the game for four. It is not solved, so engines search.
func QuixoForFour() catalogue.Entry {
	spec := quixo.Spec4()
	return catalogue.Entry{
		Game: quixoForFourRules,
		Open: func(catalogue.Sources) (catalogue.NewEngine, error) {
			known := engine.Knowledge[quixo.State4]{Evaluate: evaluateQuixo4, Strengths: &quixoStrengths}
			return func(o engine.Options) engine.Engine { return engine.New[quixo.State4](spec, known, o) }, nil
		},
		Rulebook: rulebook.Of(spec.ID), Puzzles: puzzles.Of(spec.ID),
	}
}
