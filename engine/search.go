package engine

import (
	"context"
	"math"
	"slices"

	"plateau/game"
)

// maxPly bounds the depth of a search and so the memory of one.
const maxPly = 64

// moveNumbers is beyond every move's number in all games but passing, which
// is never one of several.
const moveNumbers = 1 << 13

// Evaluate estimates a running position for the side to move, within
// [MaxEstimate] either way.
type Evaluate[S any] func(s *S) Score

// Search looks for the best move of one game's positions. It is not safe for
// concurrent use; several searches may share [Transpositions].
type Search[S any, P game.State[S]] struct {
	evaluate   Evaluate[S]
	symmetries game.Symmetries[S]
	table      *Transpositions
	ctx        context.Context
	stopped    bool
	nodes      uint64
	// limit stops the search when so many nodes have been looked at, which
	// unlike time gives the same result on every machine.
	limit uint64
	// blur and salt make estimates err, always by the same amount for the
	// same position and salt.
	blur Score
	salt uint64
	// Selective lets the search believe its estimates; see tooGood.
	Selective bool
	// horizon tells whether an estimate has been asked for: while it is
	// false, everything found is proved.
	horizon bool
	// states and moves hold one state and one list of moves a ply.
	states    [maxPly + 1]S
	canonical S // the last canonical form, here so that it is not allocated
	moves     [maxPly][]game.Move
	ranks     [maxPly][]int32
	killers   [maxPly][2]game.Move
	history   [2][moveNumbers]int32
}

// NewSearch makes a search of a game's positions. The table may be shared.
func NewSearch[S any, P game.State[S]](spec game.Spec[S], evaluate Evaluate[S], table *Transpositions) *Search[S, P] {
	s := &Search[S, P]{evaluate: evaluate, symmetries: spec.Symmetries, table: table, limit: math.MaxUint64}
	for ply := range s.moves {
		s.moves[ply] = make([]game.Move, 0, 128)
		s.ranks[ply] = make([]int32, 0, 128)
	}
	return s
}

// Forget makes the search as new.
func (s *Search[S, P]) Forget() {
	s.table.Clear()
	s.nodes, s.limit = 0, math.MaxUint64
	clear(s.killers[:])
	clear(s.history[0][:])
	clear(s.history[1][:])
}

// Nodes is the number of positions looked at so far.
func (s *Search[S, P]) Nodes() uint64 { return s.nodes }

// Judge gives the score of a position within a window, looking depth plies
// ahead, and whether the search was complete: no line had to be cut off. It
// reports false when the context ended first; then the score means nothing.
func (s *Search[S, P]) Judge(ctx context.Context, state *S, depth int, alpha, beta Score) (score Score, complete, ok bool) {
	s.ctx, s.stopped, s.horizon = ctx, ctx.Err() != nil, false
	s.states[0] = *state
	score = s.search(0, min(depth, maxPly), alpha, beta)
	return score, !s.horizon, !s.stopped
}

// stopInterval is how many nodes pass between two looks at the context.
const stopInterval = 1 << 11

func (s *Search[S, P]) search(ply, depth int, alpha, beta Score) Score {
	state := &s.states[ply]
	if s.nodes++; s.nodes%stopInterval == 0 && s.ctx.Err() != nil || s.nodes > s.limit {
		s.stopped = true
	}
	if s.stopped {
		return 0
	}
	if o := P(state).Outcome(); o.Over() {
		return scoreOf(o, game.Team(P(state).ToMove()&1), ply)
	}
	if depth == 0 {
		s.horizon = true
		return s.estimate(state)
	}
	// Nothing here is better than winning with this move, or worse than
	// losing at once.
	alpha, beta = max(alpha, Score(ply)-winNow), min(beta, winNow-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	key, by := s.key(ply)
	best := game.NoMove
	if e, found := s.table.probe(key); found {
		best = s.renamed(e.move, s.symmetries.Inverse(by))
		if score, usable, sound := e.usable(ply, depth, alpha, beta); usable {
			s.horizon = s.horizon || !sound
			return score
		}
	}
	if score, given := s.tooGood(state, depth, beta); given {
		s.horizon = true
		return score
	}
	// Whether this position rests on finished games alone is asked of its own
	// tree, then handed on.
	above := s.horizon
	s.horizon = false
	score, move, kind := s.expand(ply, depth, alpha, beta, best)
	if !s.stopped {
		s.table.store(key, entry{score.from(ply), s.renamed(move, by), depth, kind, !s.horizon})
	}
	s.horizon = s.horizon || above
	return score
}

// symmetricPlies is how far from the root positions that are the same but for
// a symmetry share an entry of the table. Further on finding the symmetry
// costs more than it saves.
const symmetricPlies = 2

// key is that of the state at a ply or of its canonical form, and the symmetry
// that leads there.
func (s *Search[S, P]) key(ply int) (uint64, game.Symmetry) {
	mark := uint64(0)
	if s.Selective {
		mark = selectiveKey
	}
	if ply > symmetricPlies {
		return P(&s.states[ply]).Key() | mark, 0
	}
	var by game.Symmetry
	s.canonical, by = s.symmetries.Canonical(&s.states[ply])
	return P(&s.canonical).Key() | mark, by
}

func (s *Search[S, P]) renamed(m game.Move, by game.Symmetry) game.Move {
	if by == 0 || m == game.NoMove {
		return m
	}
	return s.symmetries.Move(m, by)
}

// recall is the best move that the table remembers of a position, or NoMove.
func (s *Search[S, P]) recall(state *S) game.Move {
	s.states[0] = *state
	key, by := s.key(0)
	if e, found := s.table.probe(key); found {
		return s.renamed(e.move, s.symmetries.Inverse(by))
	}
	if e, found := s.table.probe(P(state).Key()); found {
		return e.move
	}
	return game.NoMove
}

// estimate is the evaluation, blurred where a level asks for it.
func (s *Search[S, P]) estimate(state *S) Score {
	score := s.evaluate(state)
	if s.blur != 0 {
		hash := (P(state).Key() ^ s.salt) * 0x9E3779B97F4A7C15
		hash = (hash ^ hash>>29) * 0xBF58476D1CE4E5B9
		// The sum of four bytes is nearly normal, with a spread of 148.
		sum := hash>>56 + hash>>48&0xFF + hash>>40&0xFF + hash>>32&0xFF
		score += Score((int(sum) - 510) * int(s.blur) / 148)
	}
	return score
}

// usable tells whether a stored score answers the question, and whether the
// answer is sound: true at any depth.
//
// A win that was found holds at any depth, but its distance can come from a
// longer search of a position further on; unless it lies within the depth of
// this entry, there may be a shorter way, so that the win is a lower bound. A
// loss is an upper one in the same way.
func (e entry) usable(ply, depth int, alpha, beta Score) (score Score, usable, sound bool) {
	kind, sound := e.bound, e.complete
	if !sound && (e.score > decided || e.score < -decided) {
		shown := atLeast
		if e.score < 0 {
			shown = atMost
		}
		if kind == exact && e.score.turns() > e.depth {
			kind = shown
		}
		sound = kind == exact || kind == shown
	}
	score = e.score.from(-ply)
	usable = (sound || e.depth >= depth) &&
		(kind == exact || kind == atLeast && score >= beta || kind == atMost && score <= alpha)
	return score, usable, sound
}

// expand searches the moves of a position, the first with the whole window,
// the others with an empty one until they prove better. It gives the score,
// the best move, and how the score relates to the true one.
func (s *Search[S, P]) expand(ply, depth int, alpha, beta Score, first game.Move) (Score, game.Move, bound) {
	state, child := &s.states[ply], &s.states[ply+1]
	s.moves[ply] = P(state).AppendMoves(s.moves[ply][:0])
	side := P(state).ToMove() & 1
	s.rank(ply, side, first)
	best, move, kind := -Infinity, game.NoMove, atMost
	ordered := len(s.moves[ply]) // from where moves are in the order of estimates
	if s.Selective && depth >= orderedDepth {
		ordered = 0
		if first != game.NoMove {
			ordered = 1
		}
	}
	for i := range s.moves[ply] {
		if i == ordered {
			s.rankByEstimate(ply, i)
		}
		m := s.pick(ply, i)
		*child = *state
		P(child).Play(m)
		score := s.searchChild(ply, depth, i, alpha, beta)
		if s.stopped {
			return 0, game.NoMove, noBound
		}
		if score > best {
			best, move = score, m
		}
		if score >= beta {
			s.reward(ply, depth, side, m)
			return best, move, atLeast
		}
		if score > alpha {
			alpha, kind = score, exact
		}
	}
	return best, move, kind
}

// searchChild searches the position after the i-th move in the order, from the
// view of the side that made it.
func (s *Search[S, P]) searchChild(ply, depth, i int, alpha, beta Score) Score {
	if i == 0 {
		return -s.search(ply+1, depth-1, -beta, -alpha)
	}
	if r := s.reduction(depth, i, alpha); r > 0 {
		if score := -s.search(ply+1, depth-1-r, -alpha-1, -alpha); score <= alpha {
			return score
		}
	}
	score := -s.search(ply+1, depth-1, -alpha-1, -alpha)
	if score > alpha && score < beta {
		score = -s.search(ply+1, depth-1, -beta, -alpha)
	}
	return score
}

// Ranks of moves: that of the table first, then those that refuted a sibling,
// then by how often they refuted anything.
const (
	tableRank  = 1 << 30
	killerRank = 1 << 28
)

func (s *Search[S, P]) rank(ply int, side game.Seat, first game.Move) {
	moves := s.moves[ply]
	ranks := slices.Grow(s.ranks[ply][:0], len(moves))[:len(moves)]
	killers, history := &s.killers[ply], &s.history[side]
	for i, m := range moves {
		switch m {
		case first:
			ranks[i] = tableRank
		case killers[0]:
			ranks[i] = killerRank + 1
		case killers[1]:
			ranks[i] = killerRank
		default:
			ranks[i] = history[m%moveNumbers]
		}
	}
	s.ranks[ply] = ranks
}

// pick brings the best of the moves from i on to i. Sorting step by step pays
// because most positions are refuted by one of their first moves.
func (s *Search[S, P]) pick(ply, i int) game.Move {
	moves, ranks := s.moves[ply], s.ranks[ply]
	best := i
	for j := i + 1; j < len(ranks); j++ {
		if ranks[j] > ranks[best] {
			best = j
		}
	}
	moves[i], moves[best] = moves[best], moves[i]
	ranks[i], ranks[best] = ranks[best], ranks[i]
	return moves[i]
}

// reward makes a move that refuted a position come earlier elsewhere.
func (s *Search[S, P]) reward(ply, depth int, side game.Seat, m game.Move) {
	if killers := &s.killers[ply]; killers[0] != m {
		killers[0], killers[1] = m, killers[0]
	}
	h := &s.history[side][m%moveNumbers]
	if *h += int32(depth * depth); *h >= killerRank/2 {
		for i := range s.history[side] {
			s.history[side][i] /= 2
		}
	}
}
