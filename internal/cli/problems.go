package cli

import (
	"context"
	"strings"

	"plateau/game"
	"plateau/game/pivot/pivotindex"
	"plateau/internal/parallel"
	"plateau/solve"
)

// problem is a game that can be solved, and how its layers are counted.
type problem struct {
	game string
	make func() solve.Problem
	// positions is about how many of them a layer of so many bytes has.
	positions func(size int64) int64
	count     func(layer int, stored solve.Layer) (counts, error)
}

// problems are the games that can be solved.
func problems() []problem {
	quantik := byteValues{bytes: 9}
	pivot := byteValues{bytes: 1, copies: pivotCopies}
	smallQuixo := byteValues{bytes: 1}
	return []problem{
		{"quantik", func() solve.Problem { return solve.InBytes(solve.NewQuantik()) }, quantik.positions, quantik.count},
		{"pivot", func() solve.Problem { return solve.InBytes(solve.NewPivot()) }, pivot.positions, pivot.count},
		{"quixo", func() solve.Problem { return solve.NewQuixoLayers(5) }, quixoPositions, countQuixo},
		{"quixo4", func() solve.Problem { return solve.InBytes(solve.NewQuixo(4)) }, smallQuixo.positions, smallQuixo.count},
		{"quixo3", func() solve.Problem { return solve.InBytes(solve.NewQuixo(3)) }, smallQuixo.positions, smallQuixo.count},
	}
}

// byteValues describes layers whose values are bytes.
type byteValues struct {
	// bytes is how many a position is stored in; the last of them, in a block
	// behind all others, is its value.
	bytes int64
	// copies is how many positions up to the symmetries of the game a stored
	// one of a layer stands for; nil for one.
	copies func(layer int) int64
}

func (b byteValues) positions(size int64) int64 { return size / b.bytes }

// quixoPositions takes two bits for each.
func quixoPositions(size int64) int64 { return 4 * size }

// countQuixo counts each position, also those that symmetries make alike.
func countQuixo(_ int, stored solve.Layer) (n counts, err error) {
	summary, err := solve.SummariseQuixo(stored)
	for _, c := range summary.Counts {
		n.won, n.lost, n.drawn = n.won+c.Won, n.lost+c.Lost, n.drawn+c.Drawn
	}
	return n, err
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
func (b byteValues) count(layer int, stored solve.Layer) (n counts, err error) {
	contents, err := solve.BytesOf(stored)
	if err != nil {
		return counts{}, err
	}
	positions := int64(len(contents)) / b.bytes
	var values [256]int64
	for _, v := range contents[int64(len(contents))-positions:] {
		values[v]++
	}
	copies := int64(1)
	if b.copies != nil {
		copies = b.copies(layer)
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
	return n, nil
}

// runOn is a solver's run on so many threads.
func runOn(ctx context.Context, workers int, report func(done, total int64)) solve.Run {
	return solve.Run{
		Context: ctx, Workers: workers, Report: report,
		Parallel: func(n int, do func(worker, i int)) error { return parallel.For(ctx, workers, n, do) },
	}
}
