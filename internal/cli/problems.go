package cli

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"plateau/game"
	"plateau/game/pivot/pivotindex"
	"plateau/game/quixo"
	"plateau/internal/parallel"
	"plateau/solve"
	"plateau/tablebase"
)

// problem is a game that can be solved, and how its layers are counted.
type problem struct {
	game string
	make func() solve.Problem
	// bytes is how many a position is stored in; the last of them, in a block
	// behind all others, is its value.
	bytes int64
	// copies is how many positions up to the symmetries of the game a stored
	// one of a layer stands for; nil for one.
	copies func(layer int) int64
}

// problems are the games that can be solved.
func problems() []problem {
	return []problem{
		{"quantik", func() solve.Problem { return solve.NewQuantik() }, 9, nil},
		{"pivot", solve.NewPivot, 1, pivotCopies},
		{"quixo4", func() solve.Problem { return solve.NewQuixo(4) }, 1, nil},
		{"quixo3", func() solve.Problem { return solve.NewQuixo(3) }, 1, nil},
	}
}

// pivotCopies counts as the game's symmetries do, by which all cards are turned
// over together. The table goes further and turns each player's on their own.
func pivotCopies(layer int) int64 {
	return max(int64(pivotindex.Turnings(pivotindex.Layer(layer)))/2, 1)
}

func findProblem(g game.Game) (problem, error) {
	var ids []string
	for _, p := range problems() {
		if p.game == g.ID() {
			return p, nil
		}
		ids = append(ids, p.game)
	}
	return problem{}, usagef("%s cannot be solved; the games that can are %s", g.ID(), strings.Join(ids, ", "))
}

// count tells how many positions of a stored layer are won, lost and drawn.
func (p problem) count(layer int, contents []byte) (n counts) {
	positions := int64(len(contents)) / p.bytes
	var values [256]int64
	for _, v := range contents[int64(len(contents))-positions:] {
		values[v]++
	}
	copies := int64(1)
	if p.copies != nil {
		copies = p.copies(layer)
	}
	for v, stored := range values {
		positions := stored * copies
		switch value := game.Value(v); {
		case value.IsWin():
			n.won += positions
		case value.IsLoss():
			n.lost += positions
		case value == game.Draw:
			n.drawn += positions
		}
	}
	return n
}

// tablesDir is where tables are kept unless a flag says otherwise; it is empty
// where there is no data folder.
func tablesDir() string {
	if dir := dataDir(); dir != "" {
		return filepath.Join(dir, "tables")
	}
	return ""
}

// quixoOracle knows the values of small boards of Quixo; it is nil for the
// large one, and where the table has not been solved.
func quixoOracle(id string) (func(s *quixo.State) game.Value, error) {
	size := map[string]int{"quixo3": 3, "quixo4": 4}[id]
	if size == 0 {
		return nil, nil
	}
	q := solve.NewQuixo(size)
	values, err := quixoValues(q, size)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return func(s *quixo.State) game.Value {
		_, offset := q.Locate(s)
		return game.Value(values[offset])
	}, err
}

// quixoValues solves the smallest board anew, which takes no time, and reads
// the table of a larger one whole, so that a damaged one is never believed.
func quixoValues(q *solve.Quixo, size int) ([]byte, error) {
	if size == 3 {
		return q.Solve(runOn(context.Background(), 1, func(int64, int64) {}), 0, nil)
	}
	layer, err := tablebase.In(tablesDir(), q.Game(), q.Layers()).Open(0)
	if err != nil {
		return nil, err
	}
	defer layer.Close()
	return layer.Contents()
}

// runOn is a solver's run on so many threads.
func runOn(ctx context.Context, workers int, report func(done, total int64)) solve.Run {
	return solve.Run{
		Context: ctx, Workers: workers, Report: report,
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(ctx, workers, n, do) },
	}
}
