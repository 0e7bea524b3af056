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
func (e *gameEngine[S, P]) Choose(ctx context.Context, m *game.Match, level Level, rng *rand.Rand) Choice {
	s := e.state(m.Position())
	if len(P(&s).AppendMoves(nil)) == 0 {
		return Choice{Move: game.NoMove}
	}
	e.tt.Age()
	if level < Perfect {
		return Choice{Move: e.chooseAsLevel(ctx, &s, e.rootMoves(&s, m), level, rng)}
	}
	if e.Values != nil {
		if best, err := e.choosePerfect(ctx, &s, m, rng); err == nil {
			return Choice{Move: best.Move, Value: best.Value, Exact: true}
		}
		// A look-up failed; the others still rule out bad moves.
	}
	moves := e.rootMoves(&s, m)
	if win := winAtOnce(moves, game.Team(P(&s).ToMove()&1)); win != game.NoMove {
		return Choice{Move: win, Value: game.WinIn(1)}
	}
	var verdicts []MoveVerdict
	if e.Opening != nil || e.Values != nil {
		// A move whose look-up fails is not known.
		verdicts, _ = e.knownMoves(&s)
	}
	known := valuesOf(verdicts)
	best := e.chooseStrongest(ctx, &s, dropWorse(moves, known))
	return Choice{Move: best.move, Value: cmp.Or(best.score.Proved(), known[best.move])}
}

// rootMoves are the moves that the player considers.
func (e *gameEngine[S, P]) rootMoves(state *S, m *game.Match) []rootMove {
	moves := rootMoves(m)
	if e.Avoids == nil {
		return moves
	}
	return slices.DeleteFunc(moves, func(root rootMove) bool { return e.Avoids(state, root.move) })
}

// rootMove is a move at the root with its latest score.
type rootMove struct {
	move  game.Move
	score Score
	// outcome is that of the position after the move.
	outcome game.Outcome
	// repeats is set if the position after the move has occurred before:
	// going on like this leads to a draw.
	repeats bool
}

// What does not depend on the type of a state is not generic: the compiler makes
// generic code once per game, which browsers have to load.

func rootMoves(m *game.Match) []rootMove {
	var moves []rootMove
	now := m.Position()
	for _, move := range now.Moves() {
		next, err := now.Play(move)
		if err != nil {
			panic("engine: " + err.Error())
		}
		moves = append(moves, rootMove{move: move, outcome: next.Outcome(), repeats: m.Occurrences(next) > 0})
	}
	return moves
}

// winAtOnce is a move that wins the game, or NoMove.
func winAtOnce(moves []rootMove, side game.Team) game.Move {
	for _, m := range moves {
		if m.outcome == game.Won(side) {
			return m.move
		}
	}
	return game.NoMove
}

func valuesOf(moves []MoveVerdict) map[game.Move]game.Value {
	values := map[game.Move]game.Value{}
	for _, m := range moves {
		values[m.Move] = m.Value
	}
	return values
}

// chooseAsLevel picks the best of the moves that the level notices, as far as
// the level can see.
func (e *gameEngine[S, P]) chooseAsLevel(ctx context.Context, state *S, moves []rootMove, level Level, rng *rand.Rand) game.Move {
	strength := e.Strengths[level]
	seen, chosen := notice(moves, game.Team(P(state).ToMove()&1), level, strength.Overlook, rng)
	if chosen != game.NoMove {
		return chosen
	}
	return e.think(ctx, state, seen, strength, rng.Uint64())
}

// notice returns the moves that a level notices, or the one it plays without
// thinking. Above the lowest level no win in one is missed, and no level plays a
// move that loses at once while there is another.
func notice(moves []rootMove, side game.Team, level Level, overlook float64, rng *rand.Rand) (seen []rootMove, chosen game.Move) {
	for _, i := range rng.Perm(len(moves)) {
		m := moves[i]
		overlooked := rng.Float64() < overlook
		switch m.outcome {
		case game.Won(side):
			if level > Easiest || !overlooked {
				return nil, m.move
			}
		case game.Won(side.Other()):
		default:
			if len(seen) == 0 || !overlooked {
				seen = append(seen, m)
			}
		}
	}
	if len(seen) == 0 {
		return nil, moves[rng.IntN(len(moves))].move
	}
	return seen, game.NoMove
}

// think searches with the limits of a strength. It starts from an empty
// transposition table, so that the choice depends on the random source and not
// on earlier searches.
func (e *gameEngine[S, P]) think(ctx context.Context, state *S, moves []rootMove, strength Strength, salt uint64) game.Move {
	if e.level == nil {
		e.level = NewSearch[S, P](e.spec, e.Evaluate, NewTranspositions(levelTranspositionBytes))
	}
	e.level.Reset()
	e.level.blur, e.level.salt = strength.Blur, salt
	return deepenBest(ctx, e.level, state, moves, 1, strength.Depth, strength.Nodes).move
}

// ChooseWithin implements [Engine].
func (e *gameEngine[S, P]) ChooseWithin(ctx context.Context, m *game.Match, nodes uint64) Choice {
	if e.bounded == nil {
		e.bounded = NewSearch[S, P](e.spec, e.estimate(), NewTranspositions(levelTranspositionBytes))
		e.bounded.Selective = e.Estimate != nil
	}
	e.bounded.Reset()
	s := e.state(m.Position())
	moves := e.rootMoves(&s, m)
	if len(moves) == 0 {
		return Choice{Move: game.NoMove}
	}
	if win := winAtOnce(moves, game.Team(P(&s).ToMove()&1)); win != game.NoMove {
		return Choice{Move: win, Value: game.WinIn(1)}
	}
	best := deepenBest(ctx, e.bounded, &s, moves, 1, maxPly-1, nodes)
	return Choice{Move: best.move, Value: best.score.Proved()}
}

// levelTableBytes is enough for the nodes of a level, and fast to clear.
const levelTranspositionBytes = 4 << 20

// choosePerfect picks a move that keeps the value at the best distance, or with
// the most progress where distances are not known. Among equals it takes the
// move that leaves the opponent the smallest share of good replies, so that a
// fallible opponent is most likely to err. If replies take long to look up, a
// search decides among equals.
func (e *gameEngine[S, P]) choosePerfect(ctx context.Context, state *S, m *game.Match, rng *rand.Rand) (MoveVerdict, error) {
	moves, err := e.knownMoves(state)
	if err != nil {
		return MoveVerdict{}, err
	}
	if moves[0].Value == game.Win {
		err := e.sortWins(state, moves)
		return moves[0], err
	}
	if e.Fetch != nil && !moves[0].Value.IsWin() {
		known := valuesOf(moves)
		best := e.chooseStrongest(ctx, state, dropWorse(e.rootMoves(state, m), known))
		return MoveVerdict{Move: best.move, Verdict: Verdict{Value: known[best.move]}}, nil
	}
	return hardestToAnswer(moves, rng, func(m game.Move) ([]MoveVerdict, error) {
		child := *state
		P(&child).Play(m)
		return e.knownMoves(&child)
	})
}

// hardestToAnswer picks one of the best moves, which are the first ones.
func hardestToAnswer(moves []MoveVerdict, rng *rand.Rand, answers func(game.Move) ([]MoveVerdict, error)) (MoveVerdict, error) {
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
		replies, err := answers(moves[i].Move)
		if err != nil {
			return MoveVerdict{}, err
		}
		if share := goodShare(replies); share < smallest {
			choice, smallest = moves[i], share
		}
	}
	return choice, nil
}

// dropWorse removes moves that are known to be worse than another.
func dropWorse(moves []rootMove, known map[game.Move]game.Value) []rootMove {
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

// maxCompared bounds how many equally good moves are compared by the replies
// they leave, since that looks up a second ply.
const maxCompared = 8

// goodShare is the share of moves, sorted best first, that keep the result of
// the position, at any distance.
func goodShare(moves []MoveVerdict) float64 {
	if len(moves) == 0 {
		return 1
	}
	good := 0
	for _, m := range moves {
		if m.Value.Result() == moves[0].Value.Result() {
			good++
		}
	}
	return float64(good) / float64(len(moves))
}

// chooseStrongest searches until the context ends or the result is proved. This
// is lazy SMP: every worker searches the same position, they share the
// transposition table, and the first one's move counts.
func (e *gameEngine[S, P]) chooseStrongest(ctx context.Context, state *S, moves []rootMove) rootMove {
	stop := func() {}
	if len(e.searches) > 1 {
		// A single search keeps the caller's context: in a browser, its
		// Err is where a search lets messages through.
		ctx, stop = context.WithCancel(ctx)
	}
	defer stop()
	var choice rootMove
	e.parallel(len(e.searches), func(worker, i int) {
		search := e.searches[worker]
		search.Selective = e.Estimate != nil
		defer func() { search.Selective = false }()
		// Every other worker starts one ply deeper, so that it runs
		// ahead.
		best := deepenBest(ctx, search, state, slices.Clone(moves), 1+i%2, maxPly-1, math.MaxUint64)
		if i == 0 {
			choice = best
			stop()
		}
	})
	return choice
}

// deepenBest is iterative deepening for the best move. It ends when the result
// is proved, the last depth is done, or the node limit, which does not apply to
// the first depth, is reached.
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

// repetitionScore is the most that a move back to an earlier position is worth:
// just below a draw, so that only a side that believes it is worse repeats.
const repetitionScore Score = -10

// searchRoot searches every move to one depth, the first with the full window,
// and sorts them for the next. When it is stopped, it returns the best move so
// far, which is at least as good as the first.
func searchRoot[S any, P game.State[S]](ctx context.Context, search *Search[S, P], state *S, moves []rootMove, depth int) (rootMove, bool) {
	best := rootMove{move: game.NoMove, score: -Infinity}
	for i := range moves {
		child := *state
		P(&child).Play(moves[i].move)
		score, ok := scoreMove(ctx, search, &child, depth, best.score)
		if !ok {
			return best, false
		}
		if moves[i].repeats {
			score = min(score, repetitionScore)
		}
		moves[i].score = score
		if score > best.score {
			best = moves[i]
		}
	}
	sortMoves(moves, func(x, y *rootMove) bool { return x.score > y.score })
	return best, true
}

// scoreMove is the score of the move that led to child if it beats the best so
// far; otherwise only an upper bound.
func scoreMove[S any, P game.State[S]](ctx context.Context, search *Search[S, P], child *S, depth int, best Score) (Score, bool) {
	if best > -Infinity {
		// A null window only asks whether the move is better.
		floor := -best.nearer(1)
		score, _, ok := search.Run(ctx, child, depth-1, floor-1, floor)
		if !ok || score >= floor {
			return min(-score.nearer(-1), best), ok
		}
	}
	score, _, ok := search.Run(ctx, child, depth-1, -Infinity, Infinity)
	return -score.nearer(-1), ok
}

// offerDepth is how deep to search before answering a draw offer. It is a depth
// and not a time, so that the answer can be reproduced.
const offerDepth = 4

// AcceptsDraw reports whether a computer player accepts a draw offered to its
// seat: it does unless it believes it is better. If the context ends early,
// what is known by then decides.
func AcceptsDraw(ctx context.Context, e Engine, p game.Position, seat game.Seat) bool {
	seats := p.Game().Seats()
	toMove := seats[p.ToMove()].Team
	found := e.Analyse(ctx, p, offerDepth, func(*Analysis) {})
	return !found.Verdict(p.Outcome(), toMove).better(toMove == seats[seat].Team)
}

// better reports whether a verdict is better than a draw, for the side to move
// or for the other one.
func (v Verdict) better(toMove bool) bool {
	switch {
	case v.Value == game.Unknown && toMove:
		return v.Estimate > 0
	case v.Value == game.Unknown:
		return v.Estimate < 0
	case toMove:
		return v.Value.IsWin()
	default:
		return v.Value.IsLoss()
	}
}
