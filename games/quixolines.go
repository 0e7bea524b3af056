package games

import (
	"math/bits"

	"plateau/engine"
	"plateau/exact/quixo/network"
	"plateau/game/quixo"
)

// Quixo is evaluated line by line: the score of a row, a column or a long
// diagonal depends on how many marks either side has on it. The scores, in
// hundredths, come from a logistic regression on the results of some 3,000
// games of self-play, repeated with the new scores; they are the mean of the
// second and third rounds. Lines at the edge score most and diagonals hardly
// anything: nearly every push breaks them.

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

func evaluateMarks(lines []scoredLine, own, other uint32) engine.Score {
	score := engine.Score(0)
	for _, line := range lines {
		score += line.scores[bits.OnesCount32(own&line.cells)%6][bits.OnesCount32(other&line.cells)%6]
	}
	return score
}
