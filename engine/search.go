package engine

import (
	"context"
	"math"
	"slices"

	"plateau/game"
)

// maxPly bounds the depth of a search, and with it its memory.
const maxPly = 64

// maxMoves is greater than every move of every game, except for passes, which
// are never one of several moves.
const maxMoves = 1 << 13

// Evaluate estimates a running position for the side to move, within
// ±[MaxEstimate].
type Evaluate[S any] func(s *S) Score

// Search is an alpha-beta search for one game: principal variation search with
// a transposition table, killer moves and the history heuristic. It is not safe
// for concurrent use; several searches may share [Transpositions].
type Search[S any, P game.State[S]] struct {
	evaluate   Evaluate[S]
	symmetries game.Symmetries[S]
	tt         *Transpositions
	ctx        context.Context
	stopped    bool
	nodes      uint64
	// limit stops the search after so many nodes. Unlike time, that gives
	// the same result on every machine.
	limit uint64
	// blur adds an error to estimates, which depends on the position and
	// salt only.
	blur Score
	salt uint64
	// Selective turns on pruning and reductions; see selective.go.
	Selective bool
	// hitHorizon is set when an estimate is used. While it is false, every
	// result is proved.
	hitHorizon bool
	// One state and one list of moves per ply.
	states    [maxPly + 1]S
	canonical S // scratch space, here so that it is not allocated
	moves     [maxPly][]game.Move
	ranks     [maxPly][]int32
	killers   [maxPly][2]game.Move
	history   [2][maxMoves]int32
}

// NewSearch makes a search for a game. Searches may share a transposition
// table.
func NewSearch[S any, P game.State[S]](spec game.Spec[S], evaluate Evaluate[S], tt *Transpositions) *Search[S, P] {
	s := &Search[S, P]{evaluate: evaluate, symmetries: spec.Symmetries, tt: tt, limit: math.MaxUint64}
	for ply := range s.moves {
		s.moves[ply] = make([]game.Move, 0, 128)
		s.ranks[ply] = make([]int32, 0, 128)
	}
	return s
}

// Reset makes the search as good as new.
func (s *Search[S, P]) Reset() {
	s.tt.Clear()
	s.nodes, s.limit = 0, math.MaxUint64
	clear(s.killers[:])
	clear(s.history[0][:])
	clear(s.history[1][:])
}

// Nodes is the number of positions visited so far.
func (s *Search[S, P]) Nodes() uint64 { return s.nodes }

// Run searches a position to a depth with a window. The search is complete if
// no line was cut off at the horizon. It is not ok if the context ended first;
// then the score means nothing.
func (s *Search[S, P]) Run(ctx context.Context, state *S, depth int, alpha, beta Score) (score Score, complete, ok bool) {
	s.ctx, s.stopped, s.hitHorizon = ctx, ctx.Err() != nil, false
	s.states[0] = *state
	score = s.search(0, min(depth, maxPly), alpha, beta)
	return score, !s.hitHorizon, !s.stopped
}

// stopInterval is the number of nodes between two checks of the context.
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
		s.hitHorizon = true
		return s.estimate(state)
	}
	// Mate distance pruning: nothing is better than winning with this move,
	// or worse than having lost.
	alpha, beta = max(alpha, Score(ply)-winScore), min(beta, winScore-Score(ply)-1)
	if alpha >= beta {
		return alpha
	}
	key, by := s.key(ply)
	best := game.NoMove
	if e, found := s.tt.probe(key); found {
		best = s.transformed(e.move, s.symmetries.Inverse(by))
		if score, usable, sound := e.usable(ply, depth, alpha, beta); usable {
			s.hitHorizon = s.hitHorizon || !sound
			return score
		}
	}
	if score, given := s.reverseFutility(state, depth, beta); given {
		s.hitHorizon = true
		return score
	}
	// Find out whether this subtree hits the horizon, then pass that on.
	outer := s.hitHorizon
	s.hitHorizon = false
	score, move, kind := s.expand(ply, depth, alpha, beta, best)
	if !s.stopped {
		s.tt.store(key, entry{score.nearer(ply), s.transformed(move, by), depth, kind, !s.hitHorizon})
	}
	s.hitHorizon = s.hitHorizon || outer
	return score
}

// symmetricPlies is how far from the root symmetric positions share an entry of
// the transposition table. Deeper down, finding the canonical form costs more
// than it saves.
const symmetricPlies = 2

// key is the key of the state at a ply, or of its canonical form with the
// symmetry that leads there.
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

func (s *Search[S, P]) transformed(m game.Move, by game.Symmetry) game.Move {
	if by == 0 || m == game.NoMove {
		return m
	}
	return s.symmetries.Move(m, by)
}

// bestMove is the best move of a position in the transposition table, or
// NoMove.
func (s *Search[S, P]) bestMove(state *S) game.Move {
	s.states[0] = *state
	key, by := s.key(0)
	if e, found := s.tt.probe(key); found {
		return s.transformed(e.move, s.symmetries.Inverse(by))
	}
	if e, found := s.tt.probe(P(state).Key()); found {
		return e.move
	}
	return game.NoMove
}

// estimate is the evaluation, with the level's error.
func (s *Search[S, P]) estimate(state *S) Score {
	score := s.evaluate(state)
	if s.blur != 0 {
		hash := (P(state).Key() ^ s.salt) * 0x9E3779B97F4A7C15
		hash = (hash ^ hash>>29) * 0xBF58476D1CE4E5B9
		// The sum of four bytes is nearly normal, with a standard
		// deviation of 148.
		sum := hash>>56 + hash>>48&0xFF + hash>>40&0xFF + hash>>32&0xFF
		score += Score((int(sum) - 510) * int(s.blur) / 148)
	}
	return score
}

// usable reports whether an entry answers for a depth and window, and whether
// the answer is sound, which means it holds at any depth.
//
// A win holds at any depth. But its distance may come from a deeper search of a
// later position: unless it lies within the depth of this entry, there may be a
// shorter win, so the score is a lower bound. In the same way a loss is an
// upper bound.
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
	score = e.score.nearer(-ply)
	usable = (sound || e.depth >= depth) &&
		(kind == exact || kind == atLeast && score >= beta || kind == atMost && score <= alpha)
	return score, usable, sound
}

// expand searches the moves of a position: the first with the full window, the
// others with a null window unless they turn out better. It returns the score,
// the best move, and what kind of bound the score is.
func (s *Search[S, P]) expand(ply, depth int, alpha, beta Score, first game.Move) (Score, game.Move, bound) {
	state, child := &s.states[ply], &s.states[ply+1]
	s.moves[ply] = P(state).AppendMoves(s.moves[ply][:0])
	side := P(state).ToMove() & 1
	s.rank(ply, side, first)
	best, move, kind := -Infinity, game.NoMove, atMost
	ordered := len(s.moves[ply]) // from here on, moves are ordered by estimate
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
			s.recordCutoff(ply, depth, side, m)
			return best, move, atLeast
		}
		if score > alpha {
			alpha, kind = score, exact
		}
	}
	return best, move, kind
}

// searchChild searches the position after the i-th move, and returns its score
// for the side that moved.
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

// Move ordering: the move of the transposition table, then killers, then by
// history.
const (
	ttRank     = 1 << 30
	killerRank = 1 << 28
)

func (s *Search[S, P]) rank(ply int, side game.Seat, first game.Move) {
	moves := s.moves[ply]
	ranks := slices.Grow(s.ranks[ply][:0], len(moves))[:len(moves)]
	killers, history := &s.killers[ply], &s.history[side]
	for i, m := range moves {
		switch m {
		case first:
			ranks[i] = ttRank
		case killers[0]:
			ranks[i] = killerRank + 1
		case killers[1]:
			ranks[i] = killerRank
		default:
			ranks[i] = history[m%maxMoves]
		}
	}
	s.ranks[ply] = ranks
}

// pick swaps the best of the remaining moves to i. This selection sort pays
// since one of the first moves usually causes a cutoff.
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

// recordCutoff updates killers and history after a beta cutoff.
func (s *Search[S, P]) recordCutoff(ply, depth int, side game.Seat, m game.Move) {
	if killers := &s.killers[ply]; killers[0] != m {
		killers[0], killers[1] = m, killers[0]
	}
	h := &s.history[side][m%maxMoves]
	if *h += int32(depth * depth); *h >= killerRank/2 {
		for i := range s.history[side] {
			s.history[side][i] /= 2
		}
	}
}
