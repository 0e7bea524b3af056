package engine

import (
	"math/bits"

	"plateau/game/pivot"
	"plateau/game/quantik"
)

// evaluateQuantik counts the placements that are left to the side to move
// against those of the other: who runs out of them first loses.
func evaluateQuantik(s *quantik.State) Score {
	own, other := s.Mobility()
	return Score(own-other) * 10
}

// evaluatePivot counts pairs that one card would complete to a line.
func evaluatePivot(s *pivot.State) Score {
	own, other := s.Threats()
	return Score(bits.OnesCount64(own)-bits.OnesCount64(other)) * 20
}
