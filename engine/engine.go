package engine

import (
	"context"
	"fmt"
	"math/rand/v2"

	"plateau/engine/pivotexact"
	"plateau/engine/quantikexact"
	"plateau/engine/quixonet"
	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
	"plateau/game/quixo/quixoopening"
)

// Engine judges and chooses moves of one game. It keeps what it has learnt
// between calls, and is not safe for concurrent use.
type Engine interface {
	// Analyse judges every legal move, deeper and deeper, until all is
	// proved, maxDepth is reached or the context ends. It reports what it
	// knows after every depth; the report's Analysis is changed afterwards.
	Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis
	// Choose picks a move as a player of a level would; the lots make it
	// reproducible. The match must be running. When the context ends, it is
	// the best move so far. Positions that have occurred
	// in it are avoided by a side that believes to be better.
	Choose(ctx context.Context, m *game.Match, level Level, lots *rand.Rand) game.Move
	// Exact tells whether every position's value is known, so that the level
	// Perfect deserves its name.
	Exact() bool
}

// Options say what an engine may use. The zero value is one thread and a small
// table.
type Options struct {
	// TableBytes is the size of the table of positions.
	TableBytes int
	// Workers and Parallel spread the search over cores: Parallel calls do
	// for every i below n, up to Workers at a time.
	Workers  int
	Parallel func(n int, do func(worker, i int))
	// Pivot is the data by which every position of Pivot is known exactly:
	// that of package pivotdata. Without it Pivot is searched.
	Pivot []byte
	// Quixo tells the values of Quixo's positions where a table is at hand.
	Quixo func(s *quixo.State) game.Value
	// QuixoMeasure is for a table without distances: a number for every lost
	// position, such that always moving to the smallest wins in the end.
	QuixoMeasure func(s *quixo.State) int
	// QuixoOpening is the data by which positions of the large board with few
	// marks are known where there is no table: that of package quixodata.
	QuixoOpening []byte
	// QuixoEstimate is the data by which analysis and the level Perfect judge
	// positions of the large board: that of package quixodata. Without it they
	// judge by lines, as the levels below always do.
	QuixoEstimate []byte
}

// Solvable tells whether every value of the game with an id can be known from
// what the program brings along: Quantik's by search, Pivot's by its data.
func Solvable(id string) bool { return id == "quantik" || id == "pivot" }

const defaultTableBytes = 32 << 20

// New makes an engine for the game with an id.
func New(id string, o Options) (Engine, error) {
	switch id {
	case "quantik":
		return newBrain[quantik.State](quantik.Spec(), evaluateQuantik, quantikexact.New().Value, o), nil
	case "pivot":
		return newPivot(o)
	case "quixo4p":
		return newBrain[quixo.State4](quixo.Spec4(), evaluateQuixo4, nil, o), nil
	case "quixo", "quixo4", "quixo3":
		size := 5
		if len(id) > len("quixo") {
			size = int(id[len("quixo")] - '0')
		}
		return newQuixo(size, o)
	}
	return nil, fmt.Errorf("there is no engine for the game %q", id)
}

func newQuixo(size int, o Options) (Engine, error) {
	b := newBrain[quixo.State](quixo.Spec(size), evaluateQuixo, o.Quixo, o)
	b.measure = o.QuixoMeasure
	if size == 5 && o.Quixo == nil && o.QuixoOpening != nil {
		opening, err := quixoopening.New(o.QuixoOpening)
		if err != nil {
			return nil, err
		}
		b.opening = opening.Value
	}
	if size == 5 && o.QuixoEstimate != nil {
		net, err := quixonet.New(o.QuixoEstimate)
		if err != nil {
			return nil, err
		}
		b.selective = true
		for _, search := range b.searches {
			search.evaluate = estimateQuixo(net)
		}
	}
	return b, nil
}

func newPivot(o Options) (Engine, error) {
	if o.Pivot == nil {
		return newBrain[pivot.State](pivot.Spec(), evaluatePivot, nil, o), nil
	}
	x, err := pivotexact.New(o.Pivot)
	if err != nil {
		return nil, err
	}
	return newBrain[pivot.State](pivot.Spec(), evaluatePivot, x.Value, o), nil
}

// brain is the engine of one game.
type brain[S any, P game.State[S]] struct {
	spec    game.Spec[S]
	oracle  func(s *S) game.Value
	measure func(s *S) int // of lost positions, where the oracle knows no distances
	// opening knows some values where there is no oracle.
	opening  func(s *S) game.Value
	table    *Table
	searches []*Search[S, P]
	// selective tells that the searches estimate well enough to choose moves
	// selectively.
	selective bool
	// evaluate is how levels judge.
	evaluate Evaluate[S]
	styles   *styles
	// level is the search by which levels choose, made when first needed.
	level    *Search[S, P]
	parallel func(n int, do func(worker, i int))
}

func newBrain[S any, P game.State[S]](spec game.Spec[S], evaluate Evaluate[S], oracle func(s *S) game.Value, o Options) *brain[S, P] {
	size := o.TableBytes
	if size == 0 {
		size = defaultTableBytes
	}
	b := &brain[S, P]{spec: spec, evaluate: evaluate, oracle: oracle, table: NewTable(size), parallel: o.Parallel, styles: &quixoStyles}
	if spec.MaxPlies > 0 {
		b.styles = &shortStyles
	}
	workers := o.Workers
	if b.parallel == nil {
		workers, b.parallel = 1, inTurn
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
func (b *brain[S, P]) Exact() bool { return b.oracle != nil }

// Analyse implements [Engine].
func (b *brain[S, P]) Analyse(ctx context.Context, p game.Position, maxDepth int, report func(*Analysis)) *Analysis {
	s := b.state(p)
	return b.analyse(ctx, &s, maxDepth, report)
}
