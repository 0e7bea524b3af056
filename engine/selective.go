package engine

import "plateau/game"

// A selective search trusts its estimates where that saves much: late move
// reductions search moves that look worse less deeply, and reverse futility
// pruning cuts positions whose estimate is far above beta. A win or a loss that
// it finds is still proved, but a shorter one may be overlooked. So it is used
// for choosing a move and not for analysis, which shows distances; and its
// entries in the transposition table are separate from the others.
//
// It pays only if estimates are about right without looking ahead:
// docs/engine.md has the figures.

// selectiveKey marks the keys of a selective search. It works only for games
// whose keys leave this bit free.
const selectiveKey = 1 << 63

const (
	// futilityDepth is the greatest remaining depth at which a position may
	// be pruned, and futilityMargin by how much the estimate has to exceed
	// beta per remaining ply.
	futilityDepth  = 4
	futilityMargin = 95
	// orderedDepth is the least depth at which moves are ordered by
	// estimate. Nearer to the horizon that costs more than it saves.
	orderedDepth = 3
)

// reverseFutility reports whether a position can be pruned because its
// estimate, less a margin, is still at least beta. The score is that lower
// bound.
func (s *Search[S, P]) reverseFutility(state *S, depth int, beta Score) (Score, bool) {
	if !s.Selective || depth > futilityDepth || beta >= decided || beta <= -decided {
		return 0, false
	}
	score := s.estimate(state) - Score(futilityMargin*depth)
	return score, score >= beta
}

// reduction is the late move reduction of the i-th move: how many plies less
// its first search has.
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

// rankByEstimate ranks the remaining moves by the estimates of the positions
// they lead to.
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
