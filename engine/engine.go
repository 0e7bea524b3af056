package engine

import (
	"context"
	"math/rand/v2"

	"plateau/game"
)

// Engine evaluates and chooses moves of one game. It keeps its transposition
// table between calls and is not safe for concurrent use.
type Engine interface {
	// Analyse evaluates every legal move by iterative deepening until all
	// are proved, maxDepth is reached or the context ends. It reports after
	// every depth; the reported Analysis changes afterwards.
	Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis
	// Choose picks a move as a player of a level would; the random source
	// makes it reproducible. When the context ends, the best move so far is
	// returned; where there is no legal move, [game.NoMove]. A side that
	// believes it is better avoids positions that have occurred in the match.
	Choose(ctx context.Context, m *game.Match, level Level, rng *rand.Rand) Choice
	// ChooseWithin picks the best move that a search of so many nodes finds.
	// Unlike time, that gives the same move on every machine.
	ChooseWithin(ctx context.Context, m *game.Match, nodes uint64) Choice
	// Exact reports whether the value of every position is known, so that
	// the level Perfect deserves its name.
	Exact() bool
}

// Choice is a move and what it is based on.
type Choice struct {
	Move game.Move
	// Value is the proved value of the move, if the level is Perfect and it
	// is known.
	Value game.Value
	// Exact is set if the move was chosen by exact values: the engine knows
	// the game and every look-up succeeded.
	Exact bool
}

// Knowledge is what an engine knows about a game beyond its rules. Only
// Evaluate and Strengths are required. Look-ups may fail; then the engine
// searches, and says so.
type Knowledge[S any] struct {
	// Evaluate is the evaluation that the levels use.
	Evaluate Evaluate[S]
	// Strengths has one entry per level.
	Strengths *Strengths
	// Values looks up the value of any position.
	Values func(s *S) (game.Value, error)
	// Progress is for values without distances: a number for every lost
	// position, such that always moving to the smallest eventually wins.
	Progress func(s *S) (int, error)
	// Fetch is set if looking up Values and Progress takes long, such as over
	// a network: it reads what some positions need, all at once. The engine
	// then looks up the moves of a position and nothing beyond: neither
	// the replies to them nor a principal variation.
	Fetch func(states []S) error
	// Opening looks up the values of some positions; others are Unknown. It
	// is asked before Values.
	Opening func(s *S) (game.Value, error)
	// Estimate is an evaluation good enough for selective search. Analysis
	// and the level Perfect use it instead of Evaluate.
	Estimate Evaluate[S]
	// Avoids names legal moves that a computer player of any level never
	// chooses; there is always another move. Nil if there are none.
	Avoids func(s *S, m game.Move) bool
}

// Options are the resources of an engine. The zero value means one thread and a
// small transposition table.
type Options struct {
	// TranspositionBytes is the size of the transposition table.
	TranspositionBytes int
	// Workers and Parallel spread the search over cores: Parallel calls do
	// for every i below n, up to Workers at a time.
	Workers  int
	Parallel func(n int, do func(worker, i int))
	// Failed is called with every look-up that fails; nil if nobody counts them.
	Failed func(err error)
}

const defaultTranspositionBytes = 32 << 20

// New makes an engine for a game.
func New[S any, P game.State[S]](spec game.Spec[S], k Knowledge[S], o Options) Engine {
	size := o.TranspositionBytes
	if size == 0 {
		size = defaultTranspositionBytes
	}
	e := &gameEngine[S, P]{Knowledge: k, spec: spec, tt: NewTranspositions(size), parallel: o.Parallel, failed: o.Failed}
	workers := o.Workers
	if e.parallel == nil {
		workers = 1
		e.parallel = func(n int, do func(worker, i int)) {
			for i := range n {
				do(0, i)
			}
		}
	}
	for range max(workers, 1) {
		e.searches = append(e.searches, NewSearch[S, P](spec, e.estimate(), e.tt))
	}
	return e
}

// gameEngine implements [Engine].
type gameEngine[S any, P game.State[S]] struct {
	Knowledge[S]

	spec     game.Spec[S]
	tt       *Transpositions
	searches []*Search[S, P]
	// level is the search of the levels and bounded that of ChooseWithin,
	// made when first needed.
	level    *Search[S, P]
	bounded  *Search[S, P]
	parallel func(n int, do func(worker, i int))
	failed   func(err error)
}

// state is the game's own representation of a position.
func (e *gameEngine[S, P]) state(p game.Position) S {
	s, err := e.spec.FromKey(p.Key())
	if err != nil {
		panic("engine: " + err.Error())
	}
	return s
}

// estimate is the best evaluation there is.
func (e *gameEngine[S, P]) estimate() Evaluate[S] {
	if e.Estimate != nil {
		return e.Estimate
	}
	return e.Evaluate
}

func (e *gameEngine[S, P]) nodes() uint64 {
	sum := uint64(0)
	for _, s := range e.searches {
		sum += s.Nodes()
	}
	return sum
}

// Exact implements [Engine].
func (e *gameEngine[S, P]) Exact() bool { return e.Values != nil }

// Strength is how well a level plays. It errs as people do: it looks only so
// far ahead, overlooks moves and misjudges positions.
type Strength struct {
	// Depth is how many plies it looks ahead, its own move included.
	Depth int
	// Nodes bounds the search beyond a depth of one.
	Nodes uint64
	// Overlook is the probability of not considering a move at all.
	Overlook float64
	// Blur is the standard deviation of the errors in its estimates.
	Blur Score
}

// Strengths has an entry for every level below Perfect. docs/levels.md has
// measurements of how they score against each other.
type Strengths [Perfect]Strength
