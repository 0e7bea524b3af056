package engine

import (
	"context"
	"math/rand/v2"

	"plateau/game"
)

// Engine judges and chooses moves of one game. It remembers what it has
// learnt between calls, and is not safe for concurrent use.
type Engine interface {
	// Analyse judges every legal move, deeper and deeper, until all is
	// proved, maxDepth is reached or the context ends. It reports what it
	// knows after every depth; the report's Analysis is changed afterwards.
	Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis
	// Choose picks a move as a player of a level would; the random source
	// makes it reproducible. The match must be running. When the context
	// ends, it is the best move so far. Positions that have occurred in the
	// match are avoided by a side that believes it is better.
	Choose(ctx context.Context, m *game.Match, level Level, rng *rand.Rand) Choice
	// Exact tells whether every position's value is known, so that the level
	// Perfect deserves its name.
	Exact() bool
}

// Choice is a move with what it rests on.
type Choice struct {
	Move game.Move
	// Value is what the move is proved to be worth, as far as the level
	// Perfect knows it.
	Value game.Value
	// Exact tells that the move was chosen by true values: the engine knows
	// the game and every look-up succeeded.
	Exact bool
}

// Knowledge is what an engine knows about a game beyond its rules. Everything
// but the evaluation and the strengths may be left out. Functions that look
// values up may fail; then the engine searches, and says so.
type Knowledge[S any] struct {
	// Evaluate estimates positions for the levels.
	Evaluate Evaluate[S]
	// Strengths are those of the levels.
	Strengths *Strengths
	// Values gives the value of every position.
	Values func(s *S) (game.Value, error)
	// Progress is for values without distances: a number for every lost
	// position, such that always moving to the smallest wins in the end.
	Progress func(s *S) (int, error)
	// Opening gives values of some positions, and Unknown for the others. It
	// is not asked where Values is there.
	Opening func(s *S) (game.Value, error)
	// Estimate is so good that a search may be selective by it. Analysis and
	// the level Perfect use it in place of Evaluate.
	Estimate Evaluate[S]
}

// Options say what an engine may use. The zero value is one thread and a small
// transposition table.
type Options struct {
	// TranspositionBytes is the size of the transposition table.
	TranspositionBytes int
	// Workers and Parallel spread the search over cores: Parallel calls do
	// for every i below n, up to Workers at a time.
	Workers  int
	Parallel func(n int, do func(worker, i int))
}

const defaultTranspositionBytes = 32 << 20

// New makes an engine for a game.
func New[S any, P game.State[S]](spec game.Spec[S], k Knowledge[S], o Options) Engine {
	return newBrain[S, P](spec, k, o)
}

// brain is the engine of one game.
type brain[S any, P game.State[S]] struct {
	Knowledge[S]

	spec     game.Spec[S]
	table    *Transpositions
	searches []*Search[S, P]
	// level is the search by which levels choose, made when first needed.
	level    *Search[S, P]
	parallel func(n int, do func(worker, i int))
}

func newBrain[S any, P game.State[S]](spec game.Spec[S], k Knowledge[S], o Options) *brain[S, P] {
	size := o.TranspositionBytes
	if size == 0 {
		size = defaultTranspositionBytes
	}
	b := &brain[S, P]{Knowledge: k, spec: spec, table: NewTranspositions(size), parallel: o.Parallel}
	workers := o.Workers
	if b.parallel == nil {
		workers, b.parallel = 1, inTurn
	}
	evaluate := k.Evaluate
	if k.Estimate != nil {
		evaluate = k.Estimate
	}
	for range max(workers, 1) {
		b.searches = append(b.searches, NewSearch[S, P](spec, evaluate, b.table))
	}
	return b
}

// inTurn is Parallel on one thread.
func inTurn(n int, do func(worker, i int)) {
	for i := range n {
		do(0, i)
	}
}

// state is the static face of a position.
func (b *brain[S, P]) state(p game.Position) S {
	s, err := b.spec.FromKey(p.Key())
	if err != nil {
		panic("engine: " + err.Error())
	}
	return s
}

func (b *brain[S, P]) nodes() uint64 {
	sum := uint64(0)
	for _, s := range b.searches {
		sum += s.Nodes()
	}
	return sum
}

// Exact implements [Engine].
func (b *brain[S, P]) Exact() bool { return b.Values != nil }

// Analyse implements [Engine].
func (b *brain[S, P]) Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis {
	s := b.state(p)
	return b.analyse(ctx, &s, maxDepth, report)
}
