package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plateau/game"
)

// Verdict is what is known of a position or of a move: either a proved value,
// or, where that is [game.Unknown], an estimate.
type Verdict struct {
	Value    game.Value
	Estimate Score
}

// score orders verdicts: proved wins, then what is open by its estimate, then
// proved losses.
func (v Verdict) score() Score {
	if v.Value == game.Unknown {
		return v.Estimate
	}
	return ScoreOf(v.Value)
}

// verdictOf is the verdict that a search of a depth with the whole window
// gives. A decided score is proved, but what the table remembers of longer
// searches can show a longer way than the shortest: the distance is known only
// if it lies within the depth, or if nothing was cut off.
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

// before is a verdict of a position as one of the move that leads to it.
func (v Verdict) before() Verdict { return Verdict{v.Value.Before(), -v.Estimate} }

// MoveVerdict is a legal move with what it is worth to the side that makes it.
type MoveVerdict struct {
	Move game.Move
	Verdict
	// Depth is how many plies were looked ahead, the move included; 0 when
	// a table knew the value.
	Depth int
}

// Analysis is what is known of a position at some moment.
type Analysis struct {
	// Moves are all legal moves, best first.
	Moves []MoveVerdict
	// Line is how best play goes on, as far as it is known.
	Line []game.Move
	// Depth is how many plies were looked ahead for every move.
	Depth int
	Nodes uint64
	// Failure is why some values could not be looked up, so that these moves
	// were searched instead.
	Failure error
}

// Verdict is that of the position, or of the finished game: its best move's,
// but without what is not sure while other moves are open. A draw is one only
// if nothing better can come of another move, and the distance of a win is
// known only if no shorter way can.
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
	// Moves judged at the next depth already may show a win at its end, and
	// no shorter one has been found at this depth.
	case best.Value.IsWin() && known && turns > a.Depth+1:
		return Verdict{Value: game.Win}
	}
	return best
}

// open tells whether a move may be better than is known.
func (a *Analysis) open() bool {
	return slices.ContainsFunc(a.Moves, func(m MoveVerdict) bool {
		return m.Value == game.Unknown || m.Value == game.Win
	})
}

// Won tells whether the position is won and its distance known, so that what
// is still open of other moves cannot change that.
func (a *Analysis) Won() bool {
	if len(a.Moves) == 0 {
		return false
	}
	turns, known := a.Moves[0].Value.Distance()
	return known && a.Moves[0].Value.IsWin() && turns <= a.Depth
}

// settled tells whether nothing is left to find out.
func (v Verdict) settled() bool {
	_, known := v.Value.Distance()
	return known || v.Value == game.Draw
}

// settled holds for what a table knows without its distance, too: no search is
// asked for that.
func (m *MoveVerdict) settled() bool {
	return m.Verdict.settled() || m.Depth == 0 && m.Value != game.Unknown
}

// analyse judges every move of a position, deeper and deeper, until all is
// proved, maxDepth is reached or the context ends, and reports after every
// depth.
func (b *brain[S, P]) analyse(ctx context.Context, state *S, maxDepth int, report func(*Analysis)) *Analysis {
	a := &Analysis{}
	a.Moves, a.Failure = b.known(state)
	a.Failure = cmp.Or(a.Failure, b.sortWins(state, a.Moves))
	b.table.Age()
	before := b.nodes()
	for depth := 1; depth <= min(maxDepth, maxPly-1) && !a.Settled() && ctx.Err() == nil; depth++ {
		complete := b.deepen(ctx, state, a, depth)
		a.Nodes = b.nodes() - before
		if !complete {
			break
		}
		a.Depth = depth
		a.sort()
		a.Line = b.line(state, a)
		report(a)
	}
	a.sort()
	a.Line = b.line(state, a)
	return a
}

// Settled tells whether nothing is left to find out of any move.
func (a *Analysis) Settled() bool {
	for i := range a.Moves {
		if !a.Moves[i].settled() {
			return false
		}
	}
	return true
}

func (a *Analysis) sort() {
	slices.SortStableFunc(a.Moves, func(x, y MoveVerdict) int { return cmp.Compare(y.score(), x.score()) })
}

// deepen judges every move that is still open at one depth, the moves shared
// out among the workers, and reports whether it came to the end. If not, only
// what was proved counts: estimates of two depths cannot be compared.
func (b *brain[S, P]) deepen(ctx context.Context, state *S, a *Analysis, depth int) bool {
	found := slices.Clone(a.Moves)
	b.parallel(len(found), func(worker, i int) {
		move := &found[i]
		if move.settled() {
			return
		}
		child := *state
		P(&child).Play(move.Move)
		score, complete, ok := b.searches[worker].Judge(ctx, &child, depth-1, -Infinity, Infinity)
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

// value is what the rules, the exact values or else the opening say of a
// position.
func (b *brain[S, P]) value(state *S) (game.Value, error) {
	if o := P(state).Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(P(state).ToMove()&1)), nil
	}
	switch {
	case b.Values != nil:
		return b.Values(state)
	case b.Opening != nil:
		return b.Opening(state)
	}
	return game.Unknown, nil
}

// maxLine bounds the line of best play that is shown: games that end are far
// shorter.
const maxLine = 24

// line follows best play from the best move on, by exact values or by the best
// moves that the transposition table remembers.
func (b *brain[S, P]) line(state *S, a *Analysis) []game.Move {
	if len(a.Moves) == 0 {
		return nil
	}
	line := []game.Move{a.Moves[0].Move}
	if a.Moves[0].Value == game.Draw && b.spec.Repeats {
		// It goes on for ever, and any move that draws is as good.
		return line
	}
	at := *state
	P(&at).Play(line[0])
	for len(line) < maxLine && !P(&at).Outcome().Over() {
		m := b.remembered(&at)
		if m == game.NoMove {
			break
		}
		line = append(line, m)
		P(&at).Play(m)
	}
	return line
}

func (b *brain[S, P]) remembered(state *S) game.Move {
	if b.Values != nil {
		next, err := b.known(state)
		if err == nil {
			err = b.sortWins(state, next)
		}
		if err == nil && len(next) > 0 {
			return next[0].Move
		}
	}
	m := b.searches[0].recall(state)
	if !slices.Contains(P(state).AppendMoves(nil), m) {
		return game.NoMove
	}
	return m
}

// known is the moves of a position with what is known without a search, best
// first. Where a look-up fails, the move's value is unknown, and the first
// failure is returned beside the moves.
func (b *brain[S, P]) known(state *S) ([]MoveVerdict, error) {
	a := &Analysis{}
	for _, m := range P(state).AppendMoves(nil) {
		child := *state
		P(&child).Play(m)
		value, err := b.value(&child)
		if err != nil {
			value, a.Failure = game.Unknown, cmp.Or(a.Failure, err)
		}
		a.Moves = append(a.Moves, MoveVerdict{Move: m, Verdict: Verdict{Value: value.Before()}})
	}
	a.sort()
	return a.Moves, a.Failure
}

// sortWins puts moves that win at an unknown distance, of moves that are best
// first, in the order in which they come nearer to the end. A move whose
// progress cannot be looked up comes last of them.
func (b *brain[S, P]) sortWins(state *S, moves []MoveVerdict) error {
	if b.Progress == nil {
		return nil
	}
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
		child := *state
		P(&child).Play(m.Move)
		n, err := b.Progress(&child)
		if err != nil {
			n, failure = math.MaxInt, cmp.Or(failure, err)
		}
		progress[m.Move] = n
	}
	slices.SortStableFunc(wins, func(x, y MoveVerdict) int { return cmp.Compare(progress[x.Move], progress[y.Move]) })
	return failure
}
