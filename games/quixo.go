package games

import (
	"math/bits"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/exact/quixo/network"
	"plateau/exact/quixo/packed"
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
		Remote: func(read exact.ReadSpans) exact.RemoteTablebase { return packed.NewRemote(size, read) },
		// The first player wins on the small boards; the real one is drawn.
		OneSided: size < quixoSize,
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
	remote, isRemote := src.Tablebase.(exact.RemoteTablebase)
	if isRemote {
		known.Fetch = func(states []quixo.State) error {
			keys := make([]uint64, len(states))
			for i := range states {
				keys[i] = states[i].Key()
			}
			return remote.Fetch(keys)
		}
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
	// The opening saves requests, and is there if they fail.
	if src.Tablebase != nil && !isRemote {
		return known, nil
	}
	if data, err = src.Data(QuixoOpening); err != nil || data == nil {
		return known, err
	}
	opening, err := index.NewOpening(data)
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

// QuixoAnnounced is the game for two in which players announce their lines. The
// tablebase and the other data of the usual game know nothing about it, so
// engines search.
func QuixoAnnounced() catalogue.Entry {
	spec := quixo.AnnouncedSpec(quixoSize)
	return catalogue.Entry{
		Game: quixoAnnouncedRules,
		Open: func(catalogue.Sources) (catalogue.NewEngine, error) {
			known := engine.Knowledge[quixo.Announced]{
				Evaluate: evaluateAnnounced, Strengths: &quixoStrengths, Avoids: (*quixo.Announced).LeavesUnsaid,
			}
			return func(o engine.Options) engine.Engine { return engine.New[quixo.Announced](spec, known, o) }, nil
		},
		Rulebook: rulebook.Of(quixo.Spec(quixoSize).ID),
	}
}

// QuixoForFourAnnounced is the game for four in which players announce their
// lines.
func QuixoForFourAnnounced() catalogue.Entry {
	spec := quixo.AnnouncedSpec4()
	return catalogue.Entry{
		Game: quixoForFourAnnouncedRules,
		Open: func(catalogue.Sources) (catalogue.NewEngine, error) {
			known := engine.Knowledge[quixo.Announced4]{
				Evaluate: evaluateAnnounced4, Strengths: &quixoStrengths, Avoids: (*quixo.Announced4).LeavesUnsaid,
			}
			return func(o engine.Options) engine.Engine { return engine.New[quixo.Announced4](spec, known, o) }, nil
		},
		Rulebook: rulebook.Of(quixo.Spec4().ID),
	}
}

// Quixo is evaluated line by line: the score of a row, a column or a long
// diagonal, in hundredths, depends on how many marks either side has on it.
// docs/engine.md says where the scores come from. Lines at the edge score most
// and diagonals hardly anything: nearly every push breaks them.

// lineScores is indexed by own marks, then by opposing marks.
type lineScores [6][6]engine.Score

var (
	edgeScores = lineScores{
		{4, -26, -55, -98, -178},
		{23, 2, -25, -56, -122},
		{47, 19, 2, -39},
		{109, 68, 21},
		{275, 120},
	}
	innerScores = lineScores{
		{9, -15, -38, -66, -121},
		{29, 9, -13, -48, -101},
		{55, 34, 10, -21},
		{84, 57, 37},
		{124, 111},
	}
	diagonalScores = lineScores{
		{-9, 0, 3, 1, 0},
		{-3, 0, 5, 4, -17},
		{-1, 1, 4, 5},
		{-4, 6, 10},
		{11, 34},
	}
)

// scoredLine is a line in the numbering of the grid with its scores.
type scoredLine struct {
	cells  uint32
	scores *lineScores
}

var quixoLines = [3][]scoredLine{scoredLines(3), scoredLines(4), scoredLines(5)}

// scoredLines are the lines in the order rows, columns, diagonals.
func scoredLines(size int) []scoredLine {
	var lines []scoredLine
	for i, cells := range quixo.Lines(size) {
		line := scoredLine{cells, &innerScores}
		switch at := i % size; {
		case i >= 2*size:
			line.scores = &diagonalScores
		case at == 0 || at == size-1:
			line.scores = &edgeScores
		}
		lines = append(lines, line)
	}
	return lines
}

func evaluateQuixo(s *quixo.State) engine.Score {
	toMove := s.ToMove()
	return evaluateMarks(quixoLines[s.Size()-3], s.Marks(toMove), s.Marks(1-toMove))
}

// estimateQuixo evaluates with a network instead of line by line.
func estimateQuixo(net *network.Net) engine.Evaluate[quixo.State] {
	return func(s *quixo.State) engine.Score {
		toMove := s.ToMove()
		estimate := net.Estimate(s.Marks(toMove), s.Marks(1-toMove))
		return engine.Score(max(-int(engine.MaxEstimate), min(estimate, int(engine.MaxEstimate))))
	}
}

func evaluateQuixo4(s *quixo.State4) engine.Score {
	team := s.Team()
	return evaluateMarks(quixoLines[2], s.Marks(team), s.Marks(team.Other()))
}

// openLine is what a line is worth that its owner can announce at the next turn
// if the opponent does not break it before.
const openLine = 500

func evaluateAnnounced(s *quixo.Announced) engine.Score {
	toMove := s.ToMove()
	return withOpenLines(evaluateQuixo(&s.State), s.HasLine(toMove), s.HasLine(1-toMove))
}

func evaluateAnnounced4(s *quixo.Announced4) engine.Score {
	team := s.Team()
	return withOpenLines(evaluateQuixo4(&s.State4), s.HasLine(team), s.HasLine(team.Other()))
}

// withOpenLines adds the lines that nobody has announced to a score. The side to
// move can announce its own at once.
func withOpenLines(score engine.Score, own, other bool) engine.Score {
	switch {
	case own:
		return engine.MaxEstimate
	case other:
		return score - openLine
	}
	return score
}

func evaluateMarks(lines []scoredLine, own, other uint32) engine.Score {
	score := engine.Score(0)
	for _, line := range lines {
		score += line.scores[bits.OnesCount32(own&line.cells)%6][bits.OnesCount32(other&line.cells)%6]
	}
	return score
}
