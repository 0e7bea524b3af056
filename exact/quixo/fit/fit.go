package fit

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/quixo"
)

// Options say how a network is fitted.
type Options struct {
	// Rounds is how often every example is looked at, each time turned or
	// mirrored in another way.
	Rounds   int
	Seed     uint64
	Parallel Parallel
	// Report is called now and then with the examples done, of all rounds,
	// and the mean loss of those since the last call.
	Report func(done int, loss float64)
}

// FewestExamples is how many are needed for a single step.
const FewestExamples = 4096

// Steps are made by Adam (Kingma and Ba, 2015) at a speed that falls along a
// cosine to nearly nothing.
const (
	batch    = FewestExamples
	shares   = 4 // of a batch, whose gradients are added in order
	fastest  = 0.02
	slowest  = 0.0002
	memory   = 0.9   // of gradients
	memory2  = 0.999 // of their squares
	reported = 64    // batches
)

// Fit fits a network to the examples, which it shuffles, and gives its data. The
// same examples and options give the same bytes on machines of one kind;
// others round differently.
func Fit(ctx context.Context, examples []Example, o Options) ([]byte, error) {
	f := newFitting(o)
	batches := len(examples) / batch
	sum, since := 0.0, 0
	for round := range o.Rounds {
		f.rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := range batches {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			sum += f.learn(examples[i*batch : (i+1)*batch])
			since++
			done := round*batches + i + 1
			f.step(float64(done) / float64(o.Rounds*batches))
			if since == reported || done == o.Rounds*batches {
				o.Report(done*batch, sum/float64(since*batch))
				sum, since = 0, 0
			}
		}
	}
	return network.Pack(f.whole()), nil
}

// fitting is a model with what its steps need.
type fitting struct {
	model

	parallel  Parallel
	rng       *rand.Rand
	gradients [shares]model
	losses    [shares]float64
	// mean and square remember gradients.
	mean, square []float32
	steps        int
}

func newFitting(o Options) *fitting {
	const size = network.Rows * units
	f := &fitting{parallel: o.Parallel, rng: rand.New(rand.NewPCG(o.Seed, 0))}
	f.weights = make([]float32, size)
	for i := range f.weights {
		f.weights[i] = float32(f.rng.NormFloat64()) / 8
	}
	for i := range f.gradients {
		f.gradients[i].weights = make([]float32, size)
	}
	f.mean, f.square = make([]float32, size), make([]float32, size)
	return f
}

// learn works out the gradients of some examples and gives the sum of their
// losses.
func (f *fitting) learn(examples []Example) float64 {
	f.parallel(shares, func(share int) {
		loss := 0.0
		for i := share * len(examples) / shares; i < (share+1)*len(examples)/shares; i++ {
			e := &examples[i]
			turn := &turns[i%len(turns)]
			active := network.Active(turn.plane(e.Own), turn.plane(e.Other))
			loss += f.descend(&active, e.Value, &f.gradients[share])
		}
		f.losses[share] = loss
	})
	sum := 0.0
	for _, loss := range f.losses {
		sum += loss
	}
	return sum
}

// step changes the weights by the gradients and clears these; part is how much
// of the fitting is done.
func (f *fitting) step(part float64) {
	f.steps++
	rate := slowest + (fastest-slowest)*(1+math.Cos(math.Pi*part))/2
	// At the beginning, little is remembered yet.
	pace := float32(rate / (1 - math.Pow(memory, float64(f.steps))))
	scale := float32(1 / (1 - math.Pow(memory2, float64(f.steps))))
	f.parallel(shares, func(share int) {
		for i := share * len(f.weights) / shares; i < (share+1)*len(f.weights)/shares; i++ {
			gradient := float32(0)
			for j := range f.gradients {
				gradient += f.gradients[j].weights[i]
				f.gradients[j].weights[i] = 0
			}
			gradient /= batch
			f.mean[i] = memory*f.mean[i] + (1-memory)*gradient
			f.square[i] = memory2*f.square[i] + (1-memory2)*gradient*gradient
			f.weights[i] -= pace * f.mean[i] / (float32(math.Sqrt(float64(scale*f.square[i]))) + 1e-8)
		}
	})
}

// turning is a symmetry of the board, for planes: where it takes any nine cells.
type turning [3][1 << 9]uint32

func (t *turning) plane(plane uint32) uint32 {
	return t[0][plane%512] | t[1][plane>>9%512] | t[2][plane>>18%512]
}

var turns = makeTurns()

func makeTurns() (turns [8]turning) {
	symmetries := quixo.Spec(5).Symmetries
	for by := range turns {
		for set := 1; set < 512; set++ {
			for piece := range turns[by] {
				table := &turns[by][piece]
				cell := 9*piece + bits.TrailingZeros(uint(set))
				table[set] = table[set&(set-1)]
				if cell < 25 {
					s := quixo.Make(5, 1<<cell, 0, quixo.Cross)
					s = symmetries.State(&s, game.Symmetry(by))
					table[set] |= s.Marks(quixo.Cross)
				}
			}
		}
	}
	return turns
}
