// Package quixofit fits the estimate of package quixonet to true values of
// Quixo's positions.
//
// Positions are drawn by playing at random, since what a search judges is full
// of moves that nobody would play. What they are worth comes from the complete
// table, which is asked in its own order: it is far larger than memory, and
// this way it is read once from front to back.
package quixofit

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"plateau/game"
	"plateau/game/quixo"
	"plateau/game/quixo/quixoindex"
)

// Example is a position that goes on, with its value for the player to move.
type Example struct {
	Own, Other uint32 // marks in the numbering of package quixo's grid
	Value      int8   // 1 for a win, 0 for a draw, -1 for a loss
}

func (e Example) marks() int { return bits.OnesCount32(e.Own | e.Other) }

// compare makes every order a complete one, so that what is fitted does not
// depend on how a library sorts.
func (e Example) compare(other Example) int {
	return cmp.Or(cmp.Compare(e.Own, other.Own), cmp.Compare(e.Other, other.Other))
}

// Parallel calls do for every i below n, several at a time, and is back when
// all are done.
type Parallel func(n int, do func(i int))

// Games are broken off after mostPlies moves, and one position in taken is an
// example. Those with fewer marks than fewestMarks are left out: these the
// program knows.
const (
	mostPlies   = 60
	taken       = 6
	fewestMarks = 8
)

// drawBlock is how many positions are drawn from one source of lots: the same
// ones, however many cores draw.
const drawBlock = 1 << 14

// Draw draws positions, which have no values yet. The same seed gives the same.
func Draw(n int, seed uint64, parallel Parallel) []Example {
	examples := make([]Example, n)
	parallel((n+drawBlock-1)/drawBlock, func(block int) {
		lots := rand.New(rand.NewPCG(seed, uint64(block)))
		moves := make([]game.Move, 0, 64)
		drawn := examples[block*drawBlock : min(n, (block+1)*drawBlock)]
		for number := 0; number < len(drawn); {
			number += playOne(lots, moves, drawn[number:])
		}
	})
	return examples
}

// playOne plays a game, enters some of its positions, and tells how many.
func playOne(lots *rand.Rand, moves []game.Move, drawn []Example) int {
	s, number := quixo.Start(5, quixo.Cross), 0
	for range mostPlies {
		moves = s.AppendMoves(moves[:0])
		s.Play(moves[lots.IntN(len(moves))])
		if s.Outcome().Over() {
			break
		}
		e := Example{Own: s.Marks(s.ToMove()), Other: s.Marks(1 - s.ToMove())}
		if e.marks() >= fewestMarks && number < len(drawn) && lots.IntN(taken) == 0 {
			drawn[number] = e
			number++
		}
	}
	return number
}

// Label looks the values up.
func Label(ctx context.Context, examples []Example, value func(s *quixo.State) (game.Value, error), report func(done int)) error {
	board := quixoindex.NewBoard(5)
	slices.SortFunc(examples, func(x, y Example) int {
		return cmp.Or(cmp.Compare(x.marks(), y.marks()), x.compare(y))
	})
	for from := 0; from < len(examples); {
		to := from
		for to < len(examples) && examples[to].marks() == examples[from].marks() {
			to++
		}
		if err := labelLayer(ctx, board, examples[from:to], value); err != nil {
			return err
		}
		from = to
		report(to)
	}
	return nil
}

// labelLayer looks up positions with the same number of marks.
func labelLayer(ctx context.Context, board *quixoindex.Board, examples []Example, value func(s *quixo.State) (game.Value, error)) error {
	type located struct {
		place   uint64
		example Example
	}
	order := make([]located, len(examples))
	for i, e := range examples {
		s := quixo.Make(5, e.Own, e.Other, quixo.Cross)
		place := board.Locate(&s)
		order[i] = located{uint64(place.Set)<<32 | uint64(place.Sharing), e}
	}
	slices.SortFunc(order, func(x, y located) int {
		return cmp.Or(cmp.Compare(x.place, y.place), x.example.compare(y.example))
	})
	for i := range order {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e := order[i].example
		s := quixo.Make(5, e.Own, e.Other, quixo.Cross)
		v, err := value(&s)
		if err != nil {
			return err
		}
		switch {
		case v.IsWin():
			e.Value = 1
		case v.IsLoss():
			e.Value = -1
		}
		examples[i] = e
	}
	return nil
}
