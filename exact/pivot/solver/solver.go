// Package solver computes the values of all positions of Pivot, and extracts
// the losses that exact play needs.
package solver

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"plateau/exact"
	index "plateau/exact/pivot"
	"plateau/exact/tablebase"
	"plateau/game"
)

// Method is how Pivot is solved. Engines need no tablebase: see package
// exact/pivot.
func Method() *exact.Method {
	values := exact.ByteValues{EntryBytes: 1, Copies: copies}
	return &exact.Method{
		NewSolver: func() exact.Solver { return exact.InBytes(NewSolver()) },
		Positions: values.Positions, Count: values.Count,
		CoreSeconds: 35,
		Extracts: []exact.Extract{{
			Name:  "losses",
			Usage: "the lost positions with up to 11 cards: all that exact play needs besides a short search",
			Build: extractLosses,
		}},
	}
}

// copies counts up to the symmetries of the game, which turn over all cards
// together. The tablebase goes further and turns over each player's separately.
func copies(layer int) int64 { return max(int64(index.FlipVariants(index.Layer(layer)))/2, 1) }

func extractLosses(ctx context.Context, folder string, _ map[string]uint64, report func(string)) ([]byte, error) {
	stored := tablebase.In(folder, NewSolver().Game(), index.Layers)
	return BuildLosses(func(n int) ([]byte, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report(fmt.Sprintf("reading layer %d", n))
		layer, err := stored.Open(n)
		if err != nil {
			return nil, err
		}
		defer layer.Close()
		return exact.BytesOf(layer)
	})
}

// BuildLosses encodes the losses from the layers that [NewSolver] solves. Layer
// returns a layer by its number. The same layers always give the same bytes.
func BuildLosses(layer func(n int) ([]byte, error)) ([]byte, error) {
	w := index.NewWriter()
	for cards := index.MaxCards; cards >= 0; cards-- {
		values, err := layer(index.Layer(cards))
		if err != nil {
			return nil, fmt.Errorf("losses of Pivot with %d cards: %w", cards, err)
		}
		w.Add(values)
	}
	return w.Bytes(), nil
}

// solver solves Pivot by number of cards, from the full board down. A layer has
// one byte per position, in the order of [index.Index].
//
// A turn is split in two, so that its up to 252 moves cost some 25 look-ups:
//
//	before   k+1 cards   after the drop
//	   │ drops: for each empty cell, both faces
//	   ▼
//	half     k cards     pivot done, the same player has yet to drop
//	   │ pivots: for each opposing card, each empty neighbour
//	   ▼
//	layer    k cards     finished positions take their value by the rules
//
// A greater byte is better for the player to move, and a player minimises the
// opponent's value. So both steps take the minimum of bytes, and only the last
// one counts the turn, with [game.Value.Before].
//
// All faces of two sets of cells take the same half step to the same other
// two sets. So a step is done for a whole vector of faces at a time: see
// faceMap.
type solver struct {
	index *index.Index
	// half is reused for all layers and as large as the largest needs.
	half []byte
}

// NewSolver is a solver for Pivot: layer 0 is the full board, layer 16 the
// empty one, and a layer has one [game.Value] per offset of [index.Index].
func NewSolver() exact.ByteSolver { return &solver{index: index.NewIndex()} }

func (p *solver) Game() string         { return "pivot" }
func (p *solver) Layers() int          { return index.Layers }
func (p *solver) Size(layer int) int64 { return p.index.Size(layer) }

// Memory is for the half steps and two layers at a time. Callers that keep no
// others should set the garbage collector's limit to match.
func (p *solver) Memory() int64 {
	const lookups = 1 << 20
	pair := p.Size(0)
	for layer := 1; layer < p.Layers(); layer++ {
		pair = max(pair, p.Size(layer-1)+p.Size(layer))
	}
	return pair + p.largest() + lookups
}

// largest is the size of the largest layer.
func (p *solver) largest() int64 {
	size := int64(0)
	for layer := range p.Layers() {
		size = max(size, p.Size(layer))
	}
	return size
}

func (p *solver) Solve(run exact.Run, layer int, before []byte) ([]byte, error) {
	cards := index.Layer(layer)
	values := make([]byte, p.Size(layer))
	passes := []pass{{step: (*worker).finish, to: values}}
	if cards < index.Cells {
		if p.half == nil {
			p.half = make([]byte, p.largest())
		}
		half := p.half[:len(values)]
		passes = []pass{
			{step: (*worker).drops, from: before, to: half},
			{step: (*worker).pivots, from: half, to: values},
		}
	}
	workers := make([]worker, run.Workers)
	groups := p.index.Groups(cards)
	total := int64(len(passes) * groups)
	done := atomic.Int64{}
	for _, pass := range passes {
		err := run.Parallel(groups, func(worker, n int) {
			w := &workers[worker]
			w.index, w.cards = p.index, cards
			w.group(n, pass)
			run.Report(done.Add(1), total)
		})
		if err != nil {
			return nil, err
		}
	}
	return values, nil
}

// pass is one step for all positions of a layer: its input, its output, and how
// to fill the vector of two sets of cells.
type pass struct {
	from, to []byte
	step     func(w *worker, from, vector []byte, s index.Sets)
}

// worker is the memory of one worker.
type worker struct {
	index   *index.Index
	cards   int
	sets    []index.Sets
	steps   faceMap
	endings endings
}

// group does a pass for all classes of a group.
func (w *worker) group(n int, pass pass) {
	first, sets := w.index.Group(w.cards, n, w.sets[:0])
	for i, s := range sets {
		pass.step(w, pass.from, vectorOf(pass.to, first+i, w.cards), s)
	}
	w.sets = sets
}

// vectorOf is the part of a layer that holds a class.
func vectorOf(layer []byte, class, cards int) []byte {
	size := 1 << index.FaceBits(cards)
	return layer[class*size:][:size]
}

// playersOf returns the cards of the player to move and of the opponent.
func playersOf(s *index.Sets) (player, opponent *uint16) {
	if bits.OnesCount16(s.Circles) > bits.OnesCount16(s.Squares) {
		return &s.Squares, &s.Circles
	}
	return &s.Circles, &s.Squares
}

// drops fills a vector with the minimum over all drops.
func (w *worker) drops(before, vector []byte, s index.Sets) {
	fill(vector, game.WinIn(0))
	for empty := ^(s.Circles | s.Squares); empty != 0; empty &= empty - 1 {
		cell := empty & -empty
		next := s
		player, _ := playersOf(&next)
		*player |= cell
		class := w.steps.set(w.index, s, next, cell, cell)
		w.steps.minimumOfTwo(vector, vectorOf(before, class, w.cards+1))
	}
}

// pivots fills a vector with the values of its positions.
func (w *worker) pivots(half, vector []byte, s index.Sets) {
	fill(vector, game.WinIn(0))
	possible := false
	empty := ^(s.Circles | s.Squares)
	_, theirs := playersOf(&s)
	for left := *theirs; left != 0; left &= left - 1 {
		from := left & -left
		for targets := neighbours(from) & empty; targets != 0; targets &= targets - 1 {
			cell := targets & -targets
			next := s
			_, moved := playersOf(&next)
			*moved ^= from | cell
			class := w.steps.set(w.index, s, next, from, cell)
			w.steps.minimum(vector, vectorOf(half, class, w.cards))
			possible = true
		}
	}
	if !possible {
		class, _ := w.index.Class(s)
		copy(vector, vectorOf(half, class, w.cards))
	}
	for i, v := range vector {
		vector[i] = valueBefore[v]
	}
	w.endings.apply(vector, s)
}

// finish fills a vector of full boards, which are drawn where nobody wins.
func (w *worker) finish(_, vector []byte, s index.Sets) {
	fill(vector, game.Draw)
	w.endings.apply(vector, s)
}

func fill(vector []byte, v game.Value) {
	for i := range vector {
		vector[i] = byte(v)
	}
}

// valueBefore is [game.Value.Before] as a lookup array.
var valueBefore = func() (lookup [256]byte) {
	for v := range lookup {
		lookup[v] = byte(game.Value(v).Before())
	}
	return lookup
}()
