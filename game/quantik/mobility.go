package quantik

import "math/bits"

// Mobility is the number of legal placements of the player to move, and of the
// opponent if it were their turn.
func (s *State) Mobility() (own, other int) {
	toMove := s.plies & 1
	return bits.OnesCount64(s.legal), bits.OnesCount64(legalFor(s.pieces[1-toMove], s.pieces[toMove]))
}
