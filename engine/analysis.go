package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plateau/game"
)

// Verdict is what is known about a position or a move: a proved value, or an
// estimate where the value is [game.Unknown].
type Verdict struct {
	Value    game.Value
	Estimate Score
}

// score orders verdicts: proved wins, then unproved positions by estimate, then
// proved losses.
func (v Verdict) score() Score {
	if v.Value == game.Unknown {
		return v.Estimate
	}
	return ScoreOf(v.Value)
}

// verdictOf is the verdict of a full-window search to a depth. A decided score
// is proved, but the transposition table may hold a longer win from a deeper
// search, so the distance is exact only if it lies within the depth or nothing
// was cut off.
func verdictOf(score Score, complete bool, depth int) Verdict {
	value := score.Proved()
	switch turns, _ := value.Distance(); {
	case value == game.Unknown && complete:
		value = game.Draw
	case value == game.Unknown:
		return Verdict{Estimate: score}
	case complete || turns <= depth:
	case value.IsWin():
		value = game.Win
	default:
		value = game.Loss
	}
	return Verdict{Value: value}
}

// before turns the verdict of a position into that of the move that leads to
// it.
func (v Verdict) before() Verdict { return Verdict{v.Value.Before(), -v.Estimate} }

// MoveVerdict is a legal move with what it is worth to the side that makes it.
type MoveVerdict struct {
	Move game.Move
	Verdict
	// Depth is how many plies were looked ahead, the move included; 0 when
	// the value was looked up.
	Depth int
}

// Analysis is what is known about a position so far.
type Analysis struct {
	// Moves are all legal moves, best first.
	Moves []MoveVerdict
	// Line is the principal variation, as far as it is known.
	Line []game.Move
	// Depth is how many plies were looked ahead for every move.
	Depth int
	Nodes uint64
	// Failure is why a value could not be looked up; the move was searched
	// instead.
	Failure error
}

// Verdict is the verdict of the position, or of the finished game. It is that
// of the best move, without what other moves may still improve: a draw is
// proved only if no other move can turn out better, and the distance of a win
// only if none can win faster.
func (a *Analysis) Verdict(outcome game.Outcome, toMove game.Team) Verdict {
	if len(a.Moves) == 0 {
		return Verdict{Value: game.ValueOf(outcome, toMove)}
	}
	best := a.Moves[0].Verdict
	turns, known := best.Value.Distance()
	switch {
	case !a.open():
	case best.Value == game.Draw:
		return Verdict{}
	// Moves already searched at the next depth may win at its end; this
	// depth has no shorter win.
	case best.Value.IsWin() && known && turns > a.Depth+1:
		return Verdict{Value: game.Win}
	}
	return best
}

// open reports whether a move may still turn out better.
func (a *Analysis) open() bool {
	return slices.ContainsFunc(a.Moves, func(m MoveVerdict) bool {
		return m.Value == game.Unknown || m.Value == game.Win
	})
}

// Won reports whether the position is won at a known distance, which no other
// move can change.
func (a *Analysis) Won() bool {
	if len(a.Moves) == 0 {
		return false
	}
	turns, known := a.Moves[0].Value.Distance()
	return known && a.Moves[0].Value.IsWin() && turns <= a.Depth
}

// settled reports whether a deeper search cannot add anything.
func (v Verdict) settled() bool {
	_, known := v.Value.Distance()
	return known || v.Value == game.Draw
}

// settled also holds for values looked up without a distance: they are not
// searched.
func (m *MoveVerdict) settled() bool {
	return m.Verdict.settled() || m.Depth == 0 && m.Value != game.Unknown
}

// Analyse implements [Engine].
func (e *gameEngine[S, P]) Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis {
	s := e.state(p)
	state, a := &s, &Analysis{}
	a.Moves, a.Failure = e.knownMoves(state)
	a.Failure = cmp.Or(a.Failure, e.sortWins(state, a.Moves))
	e.tt.Age()
	before := e.nodes()
	for depth := 1; depth <= min(maxDepth, maxPly-1) && !a.Settled() && ctx.Err() == nil; depth++ {
		complete := e.deepen(ctx, state, a, depth)
		a.Nodes = e.nodes() - before
		if !complete {
			break
		}
		a.Depth = depth
		a.sort()
		a.Line = e.line(state, a)
		report(a)
	}
	a.sort()
	a.Line = e.line(state, a)
	return a
}

// Settled reports whether a deeper search cannot add anything to any move.
func (a *Analysis) Settled() bool {
	return !slices.ContainsFunc(a.Moves, func(m MoveVerdict) bool { return !m.settled() })
}

func (a *Analysis) sort() {
	sortMoves(a.Moves, func(x, y *MoveVerdict) bool { return x.score() > y.score() })
}

// sortMoves is a stable insertion sort: lists of moves are short, and from one
// depth to the next the order hardly changes.
func sortMoves[M any](moves []M, before func(x, y *M) bool) {
	for i := range moves {
		for ; i > 0 && before(&moves[i], &moves[i-1]); i-- {
			moves[i], moves[i-1] = moves[i-1], moves[i]
		}
	}
}

// deepen searches every unsettled move to one depth, spread over the workers,
// and reports whether it finished. If not, only proofs count: estimates from
// two depths cannot be compared.
func (e *gameEngine[S, P]) deepen(ctx context.Context, state *S, a *Analysis, depth int) bool {
	found := slices.Clone(a.Moves)
	e.parallel(len(found), func(worker, i int) {
		move := &found[i]
		if move.settled() {
			return
		}
		child := *state
		P(&child).Play(move.Move)
		score, complete, ok := e.searches[worker].Run(ctx, &child, depth-1, -Infinity, Infinity)
		if ok {
			move.Verdict, move.Depth = verdictOf(score, complete, depth-1).before(), depth
		}
	})
	complete := ctx.Err() == nil
	for i := range found {
		if complete || found[i].Value != game.Unknown {
			a.Moves[i] = found[i]
		}
	}
	return complete
}

// value is what the rules, the opening or else the exact values say about a
// position.
func (e *gameEngine[S, P]) value(state *S) (game.Value, error) {
	value, err := e.valueHere(state)
	if value != game.Unknown || e.Values == nil {
		return value, err
	}
	value, err = e.Values(state)
	e.note(err)
	return value, err
}

// note tells who counts failed look-ups of one.
func (e *gameEngine[S, P]) note(err error) {
	if err != nil && e.failed != nil {
		e.failed(err)
	}
}

// valueHere is what the rules or else the opening say: nobody has to wait for it.
func (e *gameEngine[S, P]) valueHere(state *S) (game.Value, error) {
	if o := P(state).Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(P(state).ToMove()&1)), nil
	}
	if e.Opening != nil {
		return e.Opening(state)
	}
	return game.Unknown, nil
}

// maxLine bounds the principal variation. Games that end are far shorter.
const maxLine = 24

// line is the principal variation from the best move, by exact values or from
// the transposition table.
func (e *gameEngine[S, P]) line(state *S, a *Analysis) []game.Move {
	if len(a.Moves) == 0 {
		return nil
	}
	line := []game.Move{a.Moves[0].Move}
	if a.Moves[0].Value == game.Draw && e.spec.Repeats {
		// It goes on for ever, and any drawing move is as good.
		return line
	}
	if e.Fetch != nil && a.Moves[0].Depth == 0 {
		return line
	}
	at := *state
	P(&at).Play(line[0])
	for len(line) < maxLine && !P(&at).Outcome().Over() {
		m := e.bestKnown(&at)
		if m == game.NoMove {
			break
		}
		line = append(line, m)
		P(&at).Play(m)
	}
	return line
}

// bestKnown is the best move by exact values or from the transposition table, or
// NoMove. What takes long to look up is not looked up for a line.
func (e *gameEngine[S, P]) bestKnown(state *S) game.Move {
	if e.Values != nil && e.Fetch == nil {
		next, err := e.knownMoves(state)
		if err == nil {
			err = e.sortWins(state, next)
		}
		if err == nil && len(next) > 0 {
			return next[0].Move
		}
	}
	m := e.searches[0].bestMove(state)
	if !slices.Contains(P(state).AppendMoves(nil), m) {
		return game.NoMove
	}
	return m
}

// knownMoves are the moves of a position with what is known without a search,
// best first. Where a look-up fails, the value is unknown, and the first error
// is returned with the moves.
func (e *gameEngine[S, P]) knownMoves(state *S) ([]MoveVerdict, error) {
	moves := P(state).AppendMoves(nil)
	value := e.value
	if e.Fetch != nil {
		if err := e.fetch(state, moves, e.isElsewhere); err != nil {
			// One by one, the others would fail as well.
			value = func(child *S) (game.Value, error) {
				here, _ := e.valueHere(child)
				if here == game.Unknown {
					return here, err
				}
				return here, nil
			}
		}
	}
	return judge(moves, func(m game.Move) (game.Value, error) {
		child := *state
		P(&child).Play(m)
		return value(&child)
	})
}

// isElsewhere reports whether a value has to be fetched.
func (e *gameEngine[S, P]) isElsewhere(state *S) bool {
	value, _ := e.valueHere(state)
	return value == game.Unknown
}

// fetch fetches what the positions after some moves need.
func (e *gameEngine[S, P]) fetch(state *S, moves []game.Move, isNeeded func(child *S) bool) error {
	var children []S
	for _, m := range moves {
		child := *state
		P(&child).Play(m)
		if isNeeded(&child) {
			children = append(children, child)
		}
	}
	return e.Fetch(children)
}

func judge(moves []game.Move, valueAfter func(game.Move) (game.Value, error)) ([]MoveVerdict, error) {
	a := &Analysis{}
	for _, m := range moves {
		value, err := valueAfter(m)
		if err != nil {
			value, a.Failure = game.Unknown, cmp.Or(a.Failure, err)
		}
		a.Moves = append(a.Moves, MoveVerdict{Move: m, Verdict: Verdict{Value: value.Before()}})
	}
	a.sort()
	return a.Moves, a.Failure
}

// sortWins orders the moves that win at an unknown distance by progress. The
// moves are sorted best first. A move whose progress cannot be looked up comes
// last of the wins.
func (e *gameEngine[S, P]) sortWins(state *S, moves []MoveVerdict) error {
	if e.Progress == nil {
		return nil
	}
	if e.Fetch != nil {
		var wins []game.Move
		for _, m := range moves {
			if m.Value == game.Win {
				wins = append(wins, m.Move)
			}
		}
		if err := e.fetch(state, wins, func(*S) bool { return true }); err != nil {
			return err
		}
	}
	return sortByProgress(moves, func(m game.Move) (int, error) {
		child := *state
		P(&child).Play(m)
		progress, err := e.Progress(&child)
		e.note(err)
		return progress, err
	})
}

func sortByProgress(moves []MoveVerdict, progressAfter func(game.Move) (int, error)) error {
	first := slices.IndexFunc(moves, func(m MoveVerdict) bool { return m.Value == game.Win })
	if first < 0 {
		return nil
	}
	wins := moves[first:]
	if end := slices.IndexFunc(wins, func(m MoveVerdict) bool { return m.Value != game.Win }); end >= 0 {
		wins = wins[:end]
	}
	var failure error
	progress := map[game.Move]int{}
	for _, m := range wins {
		n, err := progressAfter(m.Move)
		if err != nil {
			n, failure = math.MaxInt, cmp.Or(failure, err)
		}
		progress[m.Move] = n
	}
	sortMoves(wins, func(x, y *MoveVerdict) bool { return progress[x.Move] < progress[y.Move] })
	return failure
}
