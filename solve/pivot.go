package solve

import (
	"math/bits"
	"sync/atomic"

	"plateau/game"
	"plateau/game/pivot/pivotindex"
)

// Pivot is solved by number of cards, from the full board down. A layer has
// the value of every position as one byte, in the order of package pivotindex.
//
// A turn is cut in two, so that its up to 200 moves cost some 25 look-ups:
//
//	before   k+1 cards   what the drops lead to
//	   │ drops: for each empty cell, both faces
//	   ▼
//	half     k cards     the pivot is done, the same player has yet to drop
//	   │ pivots: for each opposing card, each empty neighbour
//	   ▼
//	layer    k cards     finished positions take their value by the rules
//
// A player seeks the least for the opponent, and a greater byte is better for
// the player to move. So both steps take the minimum of bytes of the layer
// before, and only the last one counts the turn, by [game.Value.Before].
//
// All faces of two sets of cells take the same half step to the same other
// two sets. So a step is done for a whole vector of faces at a time: see
// pivotMap.
type pivotProblem struct {
	index *pivotindex.Index
	// half is kept from layer to layer, and as large as the largest needs.
	half []byte
}

// NewPivot is the solving of Pivot: layer 0 is the full board, layer 16 the
// empty one, and a layer's bytes are a [game.Value] for every offset of
// package pivotindex.
func NewPivot() ByteProblem { return &pivotProblem{index: pivotindex.New()} }

func (p *pivotProblem) Game() string         { return "pivot" }
func (p *pivotProblem) Layers() int          { return pivotindex.Layers }
func (p *pivotProblem) Size(layer int) int64 { return p.index.Size(layer) }

// Memory is for the half steps and for two layers at a time: a caller that
// keeps no others should have the garbage collector keep to this too.
func (p *pivotProblem) Memory() int64 {
	const tables = 1 << 20
	pair := p.Size(0)
	for layer := 1; layer < p.Layers(); layer++ {
		pair = max(pair, p.Size(layer-1)+p.Size(layer))
	}
	return pair + p.largest() + tables
}

// largest is the size of the largest layer.
func (p *pivotProblem) largest() int64 {
	size := int64(0)
	for layer := range p.Layers() {
		size = max(size, p.Size(layer))
	}
	return size
}

func (p *pivotProblem) Solve(run Run, layer int, before []byte) ([]byte, error) {
	cards := pivotindex.Layer(layer)
	values := make([]byte, p.Size(layer))
	passes := []pivotPass{{step: (*pivotWorker).finish, to: values}}
	if cards < pivotindex.Cells {
		half := p.halfSteps(len(values))
		passes = []pivotPass{
			{step: (*pivotWorker).drops, from: before, to: half},
			{step: (*pivotWorker).pivots, from: half, to: values},
		}
	}
	workers := make([]pivotWorker, run.Workers)
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

func (p *pivotProblem) halfSteps(size int) []byte {
	if p.half == nil {
		p.half = make([]byte, p.largest())
	}
	return p.half[:size]
}

// pivotPass is one step for all positions of a layer: what it reads, what it
// fills, and how it fills the vector of two sets of cells.
type pivotPass struct {
	from, to []byte
	step     func(w *pivotWorker, from, vector []byte, s pivotindex.Sets)
}

// pivotWorker is what one worker needs for itself.
type pivotWorker struct {
	index *pivotindex.Index
	cards int
	sets  []pivotindex.Sets
	steps pivotMap
	ends  pivotEnds
}

// group does a pass for all classes of a group.
func (w *pivotWorker) group(n int, pass pivotPass) {
	first, sets := w.index.Group(w.cards, n, w.sets[:0])
	for i, s := range sets {
		pass.step(w, pass.from, pivotVector(pass.to, first+i, w.cards), s)
	}
	w.sets = sets
}

// pivotVector is the part of a layer that holds a class.
func pivotVector(layer []byte, class, cards int) []byte {
	size := 1 << pivotindex.FaceBits(cards)
	return layer[class*size:][:size]
}

// pivotPlayers gives the cards of the player to move and of the opponent.
func pivotPlayers(s *pivotindex.Sets) (mover, opponent *uint16) {
	if bits.OnesCount16(s.Circles) > bits.OnesCount16(s.Squares) {
		return &s.Squares, &s.Circles
	}
	return &s.Circles, &s.Squares
}

// drops fills a vector with the least that a drop leads to.
func (w *pivotWorker) drops(before, vector []byte, s pivotindex.Sets) {
	pivotFill(vector, game.WinIn(0))
	for empty := ^(s.Circles | s.Squares); empty != 0; empty &= empty - 1 {
		cell := empty & -empty
		next := s
		mover, _ := pivotPlayers(&next)
		*mover |= cell
		class := w.steps.set(w.index, s, next, cell, cell)
		w.steps.leastOfTwo(vector, pivotVector(before, class, w.cards+1))
	}
}

// pivots fills a vector with the values of its positions.
func (w *pivotWorker) pivots(half, vector []byte, s pivotindex.Sets) {
	pivotFill(vector, game.WinIn(0))
	possible := false
	empty := ^(s.Circles | s.Squares)
	_, theirs := pivotPlayers(&s)
	for left := *theirs; left != 0; left &= left - 1 {
		from := left & -left
		for targets := pivotBeside(from) & empty; targets != 0; targets &= targets - 1 {
			cell := targets & -targets
			next := s
			_, moved := pivotPlayers(&next)
			*moved ^= from | cell
			class := w.steps.set(w.index, s, next, from, cell)
			w.steps.least(vector, pivotVector(half, class, w.cards))
			possible = true
		}
	}
	if !possible {
		class, _ := w.index.Class(s)
		copy(vector, pivotVector(half, class, w.cards))
	}
	for i, v := range vector {
		vector[i] = pivotBefore[v]
	}
	w.ends.apply(vector, s)
}

// finish fills a vector of full boards, which are drawn where nobody wins.
func (w *pivotWorker) finish(_, vector []byte, s pivotindex.Sets) {
	pivotFill(vector, game.Draw)
	w.ends.apply(vector, s)
}

func pivotFill(vector []byte, v game.Value) {
	for i := range vector {
		vector[i] = byte(v)
	}
}

// pivotBefore is [game.Value.Before] as a table.
var pivotBefore = makePivotBefore()

func makePivotBefore() (table [256]byte) {
	for v := range table {
		table[v] = byte(game.Value(v).Before())
	}
	return table
}
