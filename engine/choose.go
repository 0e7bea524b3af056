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
func (b *brain[S, P]) Choose(ctx context.Context, m *game.Match, level Level, lots *rand.Rand) game.Move {
	s := b.state(m.Position())
	b.table.Age()
	switch {
	case level < Perfect:
		return b.chooseAsLevel(ctx, &s, b.rootMoves(m), level, lots)
	case b.oracle != nil:
		return b.choosePerfect(&s, lots)
	default:
		return b.chooseStrongest(ctx, &s, b.sound(&s, b.rootMoves(m)))
	}
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
func (b *brain[S, P]) chooseAsLevel(ctx context.Context, state *S, moves []rootMove, level Level, lots *rand.Rand) game.Move {
	style := b.styles[level]
	side := game.Team(P(state).ToMove() & 1)
	var seen []rootMove
	for _, i := range lots.Perm(len(moves)) {
		m := moves[i]
		overlooked := lots.Float64() < style.overlook
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
		return moves[lots.IntN(len(moves))].move
	}
	return b.think(ctx, state, seen, style, lots.Uint64())
}

// think searches within the bounds of a style, from an empty table: so the
// lots alone decide what is chosen, and not what was thought of before.
func (b *brain[S, P]) think(ctx context.Context, state *S, moves []rootMove, style style, salt uint64) game.Move {
	if b.level == nil {
		b.level = NewSearch[S, P](b.spec, b.evaluate, NewTable(levelTableBytes))
	}
	b.level.forget()
	b.level.blur, b.level.salt = style.blur, salt
	return deepenBest(ctx, b.level, state, moves, 1, style.depth, style.nodes)
}

// levelTableBytes is enough for what a level looks at, and quick to clear.
const levelTableBytes = 4 << 20

// choosePerfect picks a move that keeps the true value, at the best distance;
// where distances are not known, the one that comes nearest to the end.
// Among those it takes one after which the opponent has the smallest share of
// good answers, so that one who can err is most likely to.
func (b *brain[S, P]) choosePerfect(state *S, lots *rand.Rand) game.Move {
	moves := b.known(state)
	if moves[0].Value == game.Win {
		b.sortWins(state, moves)
		return moves[0].Move
	}
	best := slices.IndexFunc(moves, func(m MoveVerdict) bool { return m.Value != moves[0].Value })
	if best > 0 {
		moves = moves[:best]
	}
	if moves[0].Value.IsWin() || len(moves) == 1 {
		return moves[lots.IntN(len(moves))].Move
	}
	choice, smallest := game.NoMove, 2.0
	order := lots.Perm(len(moves))
	for _, i := range order[:min(len(order), maxCompared)] {
		child := *state
		P(&child).Play(moves[i].Move)
		if share := b.goodAnswers(&child); share < smallest {
			choice, smallest = moves[i].Move, share
		}
	}
	return choice
}

// sound leaves out moves that are known to be worse than another.
func (b *brain[S, P]) sound(state *S, moves []rootMove) []rootMove {
	if b.opening == nil {
		return moves
	}
	known := map[game.Move]game.Value{}
	best := game.Loss
	for _, m := range b.known(state) {
		known[m.Move] = m.Value
		switch {
		case m.Value.IsWin():
			best = game.Win
		case !m.Value.IsLoss():
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
func (b *brain[S, P]) goodAnswers(state *S) float64 {
	answers := b.known(state)
	if len(answers) == 0 {
		return 1
	}
	good := 0
	for _, m := range answers {
		if m.Value.IsWin() == answers[0].Value.IsWin() && m.Value.IsLoss() == answers[0].Value.IsLoss() {
			good++
		}
	}
	return float64(good) / float64(len(answers))
}

// chooseStrongest searches until the context ends or the result is proved.
// Every worker searches the same position on its own and profits from what the
// others put into the table; the first one's move counts.
func (b *brain[S, P]) chooseStrongest(ctx context.Context, state *S, moves []rootMove) game.Move {
	stop := func() {}
	if len(b.searches) > 1 {
		// One search alone keeps the caller's context: where there are no
		// threads, its Err is what lets others have their turn.
		ctx, stop = context.WithCancel(ctx)
	}
	defer stop()
	choice := game.NoMove
	b.parallel(len(b.searches), func(worker, i int) {
		search := b.searches[worker]
		search.selective = b.selective
		defer func() { search.selective = false }()
		// Helpers skip the first depth, so that they run ahead.
		move := deepenBest(ctx, search, state, slices.Clone(moves), 1+i%2, maxPly-1, math.MaxUint64)
		if i == 0 {
			choice = move
			stop()
		}
	})
	return choice
}

// deepenBest finds the best move depth by depth, until the result is proved,
// the last depth is done, or so many nodes beyond the first depth.
func deepenBest[S any, P game.State[S]](ctx context.Context, search *Search[S, P], state *S, moves []rootMove, from, to int, nodes uint64) game.Move {
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
	return best.move
}

// drawish is what a move back to an earlier position is worth at most: a
// little less than nothing, so that it is played only by a side that believes
// to be worse.
const drawish Score = -10

// searchRoot searches every move at one depth, the first with the whole
// window, and sorts them for the next. When it is stopped it gives the best
// move so far, which the first move of the last depth always is at least.
func searchRoot[S any, P game.State[S]](ctx context.Context, search *Search[S, P], state *S, moves []rootMove, depth int) (rootMove, bool) {
	best := rootMove{move: game.NoMove, score: -infinity}
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
	if best > -infinity {
		// An empty window asks only whether the move is better at all.
		floor := -best.from(1)
		score, _, ok := search.Judge(ctx, child, depth-1, floor-1, floor)
		if !ok || score >= floor {
			return min(-score.from(-1), best), ok
		}
	}
	score, _, ok := search.Judge(ctx, child, depth-1, -infinity, infinity)
	return -score.from(-1), ok
}
