package engine

import "plateau/game"

// A selective search believes its estimates where that saves much: it goes on
// less deeply behind moves that look worse than others, and gives up positions
// that look far too good for the side to move to come about. A win or a loss
// that it finds is as proved as any, but a shorter one may be overlooked. So it
// serves for choosing a move, not for analysis, which tells distances; and its
// entries in the table are kept apart from the others.
//
// It needs estimates that are about right without looking ahead, and pays only
// with such: docs/engine.md has the figures.

// selectiveKey marks keys of entries that a selective search made. Only games
// whose keys have this bit free may be searched so.
const selectiveKey = 1 << 63

const (
	// giveUpDepth is how near to the horizon a position may be given up, and
	// giveUpMargin by how much it has to look too good, for every ply that is
	// left.
	giveUpDepth  = 4
	giveUpMargin = 95
	// orderedDepth is from where moves are put in the order of the estimates
	// they lead to. Nearer to the horizon that costs more than it saves.
	orderedDepth = 3
)

// tooGood tells whether a position can be given up, and a score that it is worth
// at least by its estimate.
func (s *Search[S, P]) tooGood(state *S, depth int, beta Score) (Score, bool) {
	if !s.Selective || depth > giveUpDepth || beta >= decided || beta <= -decided {
		return 0, false
	}
	score := s.estimate(state) - Score(giveUpMargin*depth)
	return score, score >= beta
}

// reduction is by how many plies less is looked ahead behind the i-th move in
// the order, at first.
func (s *Search[S, P]) reduction(depth, i int, alpha Score) int {
	switch {
	case !s.Selective || depth < 3 || i < 4 || alpha <= -decided:
		return 0
	case i < 8:
		return 1
	case i < 16 || depth <= 4:
		return min(2, depth-1)
	}
	return 3
}

// rankByEstimate puts the moves from one on in the order of what they lead to.
func (s *Search[S, P]) rankByEstimate(ply, from int) {
	state, child := &s.states[ply], &s.states[ply+1]
	moves, ranks := s.moves[ply], s.ranks[ply]
	for i := from; i < len(moves); i++ {
		*child = *state
		P(child).Play(moves[i])
		if o := P(child).Outcome(); o.Over() {
			ranks[i] = -int32(scoreOf(o, game.Team(P(child).ToMove()&1), 0))
		} else {
			ranks[i] = -int32(s.estimate(child))
		}
	}
}
