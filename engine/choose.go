package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"plateau/game"
)

// Choose implements [Engine].
func (b *brain[S, P]) Choose(ctx context.Context, m *game.Match, level Level, rng *rand.Rand) Choice {
	s := b.state(m.Position())
	b.table.Age()
	if level < Perfect {
		return Choice{Move: b.chooseAsLevel(ctx, &s, b.rootMoves(m), level, rng)}
	}
	if b.Values != nil {
		if best, err := b.choosePerfect(&s, rng); err == nil {
			return Choice{Move: best.Move, Value: best.Value, Exact: true}
		}
		// A look-up failed: what is known still rules out bad moves.
	}
	moves := b.rootMoves(m)
	side := game.Team(P(&s).ToMove() & 1)
	if i := slices.IndexFunc(moves, func(m rootMove) bool { return m.ends == game.Won(side) }); i >= 0 {
		return Choice{Move: moves[i].move, Value: game.WinIn(1)}
	}
	known := b.knownValues(&s)
	best := b.chooseStrongest(ctx, &s, sound(moves, known))
	return Choice{Move: best.move, Value: cmp.Or(best.score.Proved(), known[best.move])}
}

// rootMove is a move of the position being searched with its last score.
type rootMove struct {
	move  game.Move
	score Score
	// ends is what the rules say of the position it leads to.
	ends game.Outcome
	// repeats tells that the position it leads to has occurred before: two
	// sides that go on like this will draw.
	repeats bool
}

func (b *brain[S, P]) rootMoves(m *game.Match) []rootMove {
	var moves []rootMove
	now := m.Position()
	for _, move := range now.Moves() {
		next, err := now.Play(move)
		if err != nil {
			panic("engine: " + err.Error())
		}
		moves = append(moves, rootMove{move: move, ends: next.Outcome(), repeats: m.Occurrences(next) > 0})
	}
	return moves
}

// chooseAsLevel picks the best of the moves that the level thinks of, by what
// it believes them to be worth. A win in one is never missed above the lowest
// level, and nobody loses by their own hand while there is another move.
func (b *brain[S, P]) chooseAsLevel(ctx context.Context, state *S, moves []rootMove, level Level, rng *rand.Rand) game.Move {
	strength := b.Strengths[level]
	side := game.Team(P(state).ToMove() & 1)
	var seen []rootMove
	for _, i := range rng.Perm(len(moves)) {
		m := moves[i]
		overlooked := rng.Float64() < strength.Overlook
		switch m.ends {
		case game.Won(side):
			if level > Easiest || !overlooked {
				return m.move
			}
		case game.Won(side.Other()):
		default:
			if len(seen) == 0 || !overlooked {
				seen = append(seen, m)
			}
		}
	}
	if len(seen) == 0 {
		return moves[rng.IntN(len(moves))].move
	}
	return b.think(ctx, state, seen, strength, rng.Uint64())
}

// think searches within the bounds of a strength, from an empty transposition
// table: so the random source alone decides, and not what was searched before.
func (b *brain[S, P]) think(ctx context.Context, state *S, moves []rootMove, strength Strength, salt uint64) game.Move {
	if b.level == nil {
		b.level = NewSearch[S, P](b.spec, b.Evaluate, NewTranspositions(levelTableBytes))
	}
	b.level.Forget()
	b.level.blur, b.level.salt = strength.Blur, salt
	return deepenBest(ctx, b.level, state, moves, 1, strength.Depth, strength.Nodes).move
}

// levelTableBytes is enough for what a level looks at, and fast to clear.
const levelTableBytes = 4 << 20

// choosePerfect picks a move that keeps the true value, at the best distance;
// where distances are not known, the one that comes nearest to the end.
// Among those it takes one after which the opponent has the smallest share of
// good answers, so that one who can err is most likely to.
func (b *brain[S, P]) choosePerfect(state *S, rng *rand.Rand) (MoveVerdict, error) {
	moves, err := b.known(state)
	if err != nil {
		return MoveVerdict{}, err
	}
	if moves[0].Value == game.Win {
		err := b.sortWins(state, moves)
		return moves[0], err
	}
	best := slices.IndexFunc(moves, func(m MoveVerdict) bool { return m.Value != moves[0].Value })
	if best > 0 {
		moves = moves[:best]
	}
	if moves[0].Value.IsWin() || len(moves) == 1 {
		return moves[rng.IntN(len(moves))], nil
	}
	choice, smallest := moves[0], 2.0
	order := rng.Perm(len(moves))
	for _, i := range order[:min(len(order), maxCompared)] {
		child := *state
		P(&child).Play(moves[i].Move)
		share, err := b.goodAnswers(&child)
		if err != nil {
			return MoveVerdict{}, err
		}
		if share < smallest {
			choice, smallest = moves[i], share
		}
	}
	return choice, nil
}

// knownValues are what is known of the moves without a search. Where a look-up
// fails, that move is not known.
func (b *brain[S, P]) knownValues(state *S) map[game.Move]game.Value {
	if b.Opening == nil && b.Values == nil {
		return nil
	}
	values := map[game.Move]game.Value{}
	judged, _ := b.known(state)
	for _, m := range judged {
		values[m.Move] = m.Value
	}
	return values
}

// sound leaves out moves that are known to be worse than another.
func sound(moves []rootMove, known map[game.Move]game.Value) []rootMove {
	best := game.Loss
	for _, value := range known {
		switch {
		case value.IsWin():
			best = game.Win
		case !value.IsLoss():
			best = max(best, game.Draw)
		}
	}
	return slices.DeleteFunc(moves, func(m rootMove) bool {
		value := known[m.move]
		return best == game.Win && !value.IsWin() || best == game.Draw && value.IsLoss()
	})
}

// maxCompared bounds how many equally good moves are compared by the answers
// that they leave, since that costs a second look at every position.
const maxCompared = 8

// goodAnswers is the share of the moves of a position that keep its value; a
// longer way to the same result is kept, too.
func (b *brain[S, P]) goodAnswers(state *S) (float64, error) {
	answers, err := b.known(state)
	if err != nil || len(answers) == 0 {
		return 1, err
	}
	good := 0
	for _, m := range answers {
		if m.Value.IsWin() == answers[0].Value.IsWin() && m.Value.IsLoss() == answers[0].Value.IsLoss() {
			good++
		}
	}
	return float64(good) / float64(len(answers)), nil
}

// chooseStrongest searches until the context ends or the result is proved.
// Every worker searches the same position on its own and profits from what the
// others store in the transposition table; the first one's move counts.
func (b *brain[S, P]) chooseStrongest(ctx context.Context, state *S, moves []rootMove) rootMove {
	stop := func() {}
	if len(b.searches) > 1 {
		// One search alone keeps the caller's context: where there are no
		// threads, its Err is what lets others have their turn.
		ctx, stop = context.WithCancel(ctx)
	}
	defer stop()
	var choice rootMove
	b.parallel(len(b.searches), func(worker, i int) {
		search := b.searches[worker]
		search.Selective = b.Estimate != nil
		defer func() { search.Selective = false }()
		// Helpers skip the first depth, so that they run ahead.
		best := deepenBest(ctx, search, state, slices.Clone(moves), 1+i%2, maxPly-1, math.MaxUint64)
		if i == 0 {
			choice = best
			stop()
		}
	})
	return choice
}

// deepenBest finds the best move depth by depth, until the result is proved,
// the last depth is done, or so many nodes beyond the first depth.
func deepenBest[S any, P game.State[S]](ctx context.Context, search *Search[S, P], state *S, moves []rootMove, from, to int, nodes uint64) rootMove {
	best := moves[0]
	for depth := from; depth <= to; depth++ {
		found, complete := searchRoot(ctx, search, state, moves, depth)
		if found.move != game.NoMove {
			best = found
		}
		if turns, known := best.score.Proved().Distance(); !complete || known && turns <= depth {
			break
		}
		search.limit = nodes
	}
	return best
}

// drawish is what a move back to an earlier position is worth at most: a
// little less than nothing, so that it is played only by a side that believes
// it is worse.
const drawish Score = -10

// searchRoot searches every move at one depth, the first with the whole
// window, and sorts them for the next. When it is stopped it gives the best
// move so far, which the first move of the last depth always is at least.
func searchRoot[S any, P game.State[S]](ctx context.Context, search *Search[S, P], state *S, moves []rootMove, depth int) (rootMove, bool) {
	best := rootMove{move: game.NoMove, score: -Infinity}
	for i := range moves {
		child := *state
		P(&child).Play(moves[i].move)
		score, ok := judgeMove(ctx, search, &child, depth, best.score)
		if !ok {
			return best, false
		}
		if moves[i].repeats {
			score = min(score, drawish)
		}
		moves[i].score = score
		if score > best.score {
			best = moves[i]
		}
	}
	slices.SortStableFunc(moves, func(x, y rootMove) int { return cmp.Compare(y.score, x.score) })
	return best, true
}

// judgeMove gives the score of the move that led to child if it is better than
// the best so far, and something not better otherwise.
func judgeMove[S any, P game.State[S]](ctx context.Context, search *Search[S, P], child *S, depth int, best Score) (Score, bool) {
	if best > -Infinity {
		// An empty window asks only whether the move is better at all.
		floor := -best.from(1)
		score, _, ok := search.Judge(ctx, child, depth-1, floor-1, floor)
		if !ok || score >= floor {
			return min(-score.from(-1), best), ok
		}
	}
	score, _, ok := search.Judge(ctx, child, depth-1, -Infinity, Infinity)
	return -score.from(-1), ok
}
