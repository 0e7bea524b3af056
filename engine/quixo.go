package engine

import (
	"math/bits"

	"plateau/game/quixo"
)

// quixoLines are the lines of each board in the numbering of the grid.
var quixoLines = [3][]uint32{quixo.Lines(3), quixo.Lines(4), quixo.Lines(5)}

// lineWorth is what a line is worth to the owner of own of its marks, when the
// other side has other of them. Neutral cubes can become anybody's.
var lineWorth = [6][6]Score{
	{0, -2, -8, -24, -70, 0},
	{2, 0, -4, -14, -40, 0},
	{8, 4, 0, -6, 0, 0},
	{24, 14, 6, 0, 0, 0},
	{70, 40, 0, 0, 0, 0},
	{},
}

func evaluateQuixo(s *quixo.State) Score {
	toMove := s.ToMove()
	return evaluateMarks(quixoLines[s.Size()-3], s.Marks(toMove), s.Marks(1-toMove))
}

func evaluateQuixo4(s *quixo.State4) Score {
	team := s.Team()
	return evaluateMarks(quixoLines[2], s.Marks(team), s.Marks(team.Other()))
}

func evaluateMarks(lines []uint32, own, other uint32) Score {
	score := Score(bits.OnesCount32(own)-bits.OnesCount32(other)) * 3
	for _, line := range lines {
		score += lineWorth[bits.OnesCount32(own&line)][bits.OnesCount32(other&line)]
	}
	return score
}
