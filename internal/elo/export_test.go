package elo

import "math"

// These are for published values, with which the tests compare.

// NormalisedElo is the difference in standard deviations of a game, on Elo's
// scale. Unlike Elo it does not depend on how many games are drawn.
func (p Pairs) NormalisedElo() (difference, margin float64) {
	variance := p.variance()
	scale := normal / math.Sqrt(2*variance)
	return (p.Points() - 0.5) * scale, confidence * math.Sqrt(variance/float64(max(p.Count(), 1))) * scale
}

// OfScore is [Test.OfPairs] after single games.
func (t Test) OfScore(s Score) float64 {
	if s.Games() == 0 {
		return 0
	}
	return t.ratio([]int{s.Losses, s.Draws, s.Wins}, 1)
}
