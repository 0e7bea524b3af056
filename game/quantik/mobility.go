package quantik

import "math/bits"

// Mobility is the number of placements that the player to move has, and that
// the opponent would have at their turn.
func (s *State) Mobility() (own, other int) {
	toMove := s.plies & 1
	return bits.OnesCount64(s.legal), bits.OnesCount64(legalFor(s.pieces[1-toMove], s.pieces[toMove]))
}
