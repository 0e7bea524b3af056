// Package fit fits the network that estimates positions of Quixo to their exact
// values.
package fit

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"plateau/game"
	"plateau/game/quixo"
)

// Example is a running position with its value for the player to move.
type Example struct {
	Own, Other uint32 // marks as planes of package quixo's grid
	Value      int8   // 1 for a win, 0 for a draw, -1 for a loss
}

func (e Example) marks() int { return bits.OnesCount32(e.Own | e.Other) }

// compare is a total order, so that the result does not depend on the sorting
// algorithm.
func (e Example) compare(other Example) int {
	return cmp.Or(cmp.Compare(e.Own, other.Own), cmp.Compare(e.Other, other.Other))
}

// Parallel calls do for every i below n, several at a time, and returns when
// all are done.
type Parallel func(n int, do func(i int))

// Games stop after maxPlies moves, and one position in sampleEvery becomes an
// example. Positions with fewer than minMarks marks are left out: the opening
// has them.
const (
	maxPlies    = 60
	sampleEvery = 6
	minMarks    = 8
)

// drawBlock is how many positions come from one random source, so that they do
// not depend on the number of cores.
const drawBlock = 1 << 14

// Draw draws positions, without values. They come from random games, since a
// search mostly evaluates positions after moves that nobody would play. The
// same seed gives the same positions.
func Draw(n int, seed uint64, parallel Parallel) []Example {
	examples := make([]Example, n)
	parallel((n+drawBlock-1)/drawBlock, func(block int) {
		rng := rand.New(rand.NewPCG(seed, uint64(block)))
		moves := make([]game.Move, 0, 64)
		drawn := examples[block*drawBlock : min(n, (block+1)*drawBlock)]
		for number := 0; number < len(drawn); {
			number += playOne(rng, moves, drawn[number:])
		}
	})
	return examples
}

// playOne plays a game, stores some of its positions in drawn, and returns how
// many.
func playOne(rng *rand.Rand, moves []game.Move, drawn []Example) int {
	s, number := quixo.Start(5, quixo.Cross), 0
	for range maxPlies {
		moves = s.AppendMoves(moves[:0])
		s.Play(moves[rng.IntN(len(moves))])
		if s.Outcome().Over() {
			break
		}
		e := Example{Own: s.Marks(s.ToMove()), Other: s.Marks(1 - s.ToMove())}
		if e.marks() >= minMarks && number < len(drawn) && rng.IntN(sampleEvery) == 0 {
			drawn[number] = e
			number++
		}
	}
	return number
}

// Tablebase is where the values of examples come from.
type Tablebase interface {
	Value(s *quixo.State) (game.Value, error)
	// Order sorts positions in the order in which they are stored.
	Order(s *quixo.State) uint64
}

// Label looks up the values in the order of the tablebase: it is far larger
// than memory, and this way it is read once from front to back.
func Label(ctx context.Context, examples []Example, t Tablebase, report func(done int)) error {
	slices.SortFunc(examples, func(x, y Example) int {
		return cmp.Or(cmp.Compare(x.marks(), y.marks()), x.compare(y))
	})
	for from := 0; from < len(examples); {
		to := from
		for to < len(examples) && examples[to].marks() == examples[from].marks() {
			to++
		}
		if err := labelLayer(ctx, t, examples[from:to]); err != nil {
			return err
		}
		from = to
		report(to)
	}
	return nil
}

// labelLayer looks up positions with the same number of marks.
func labelLayer(ctx context.Context, t Tablebase, examples []Example) error {
	type located struct {
		place   uint64
		example Example
	}
	order := make([]located, len(examples))
	for i, e := range examples {
		s := quixo.Make(5, e.Own, e.Other, quixo.Cross)
		order[i] = located{t.Order(&s), e}
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
		v, err := t.Value(&s)
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
