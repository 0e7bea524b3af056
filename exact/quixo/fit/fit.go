package fit

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	index "plateau/exact/quixo"
	"plateau/exact/quixo/network"
	"plateau/game"
	"plateau/game/quixo"
)

// Options say how a network is fitted.
type Options struct {
	// Rounds is the number of epochs; each sees every example under another
	// symmetry.
	Rounds   int
	Seed     uint64
	Parallel Parallel
	// Report is called now and then with the number of examples done, over
	// all rounds, and the mean loss since the last call.
	Report func(done int, loss float64)
}

// MinExamples is how many examples a single step needs.
const MinExamples = 4096

// The optimiser is Adam (Kingma and Ba, 2015) with a cosine schedule for the
// learning rate.
const (
	batch       = MinExamples
	shards      = 4 // of a batch; their gradients are added in a fixed order
	maxRate     = 0.02
	minRate     = 0.0002
	beta1       = 0.9   // decay of moment1
	beta2       = 0.999 // decay of moment2
	reportEvery = 64    // batches
)

// Fit fits a network to the examples, which it shuffles, and returns its data.
// The same examples and options give the same bytes on the same kind of
// machine; others may round differently.
func Fit(ctx context.Context, examples []Example, o Options) ([]byte, error) {
	f := newOptimiser(o)
	batches := len(examples) / batch
	sum, since := 0.0, 0
	for round := range o.Rounds {
		f.rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := range batches {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			sum += f.gradient(examples[i*batch : (i+1)*batch])
			since++
			done := round*batches + i + 1
			f.step(float64(done) / float64(o.Rounds*batches))
			if since == reportEvery || done == o.Rounds*batches {
				o.Report(done*batch, sum/float64(since*batch))
				sum, since = 0, 0
			}
		}
	}
	return network.Pack(f.quantise()), nil
}

// optimiser is a model with the state of the optimiser.
type optimiser struct {
	model

	parallel  Parallel
	rng       *rand.Rand
	gradients [shards]model
	losses    [shards]float64
	// moment1 and moment2 are running means of the gradients and of their
	// squares.
	moment1, moment2 []float32
	steps            int
}

func newOptimiser(o Options) *optimiser {
	const size = network.Rows * units
	f := &optimiser{parallel: o.Parallel, rng: rand.New(rand.NewPCG(o.Seed, 0))}
	f.weights = make([]float32, size)
	for i := range f.weights {
		f.weights[i] = float32(f.rng.NormFloat64()) / 8
	}
	for i := range f.gradients {
		f.gradients[i].weights = make([]float32, size)
	}
	f.moment1, f.moment2 = make([]float32, size), make([]float32, size)
	return f
}

// gradient computes the gradients of a batch and returns the sum of its losses.
func (f *optimiser) gradient(examples []Example) float64 {
	f.parallel(shards, func(shard int) {
		loss := 0.0
		for i := shard * len(examples) / shards; i < (shard+1)*len(examples)/shards; i++ {
			e := &examples[i]
			symmetry := &symmetries[i%len(symmetries)]
			active := network.Active(symmetry.plane(e.Own), symmetry.plane(e.Other))
			loss += f.backpropagate(&active, e.Value, &f.gradients[shard])
		}
		f.losses[shard] = loss
	})
	sum := 0.0
	for _, loss := range f.losses {
		sum += loss
	}
	return sum
}

// step updates the weights and clears the gradients; part is the fraction of
// the training that is done.
func (f *optimiser) step(part float64) {
	f.steps++
	rate := minRate + (maxRate-minRate)*(1+math.Cos(math.Pi*part))/2
	// Bias correction: the running means start at zero.
	stepSize := float32(rate / (1 - math.Pow(beta1, float64(f.steps))))
	scale := float32(1 / (1 - math.Pow(beta2, float64(f.steps))))
	f.parallel(shards, func(shard int) {
		for i := shard * len(f.weights) / shards; i < (shard+1)*len(f.weights)/shards; i++ {
			gradient := float32(0)
			for j := range f.gradients {
				gradient += f.gradients[j].weights[i]
				f.gradients[j].weights[i] = 0
			}
			gradient /= batch
			f.moment1[i] = beta1*f.moment1[i] + (1-beta1)*gradient
			f.moment2[i] = beta2*f.moment2[i] + (1-beta2)*gradient*gradient
			f.weights[i] -= stepSize * f.moment1[i] / (float32(math.Sqrt(float64(scale*f.moment2[i]))) + 1e-8)
		}
	})
}

// symmetry is a symmetry of the board for planes.
type symmetry struct{ index.Permutation }

func (t *symmetry) plane(plane uint32) uint32 { return uint32(t.Set(index.Set(plane))) }

var symmetries = func() (turns [index.Symmetries]symmetry) {
	symmetries := quixo.Spec(5).Symmetries
	for by := range turns {
		var to [index.MaxCells]uint8
		for cell := range to {
			s := quixo.Make(5, 1<<cell, 0, quixo.Cross)
			s = symmetries.State(&s, game.Symmetry(by))
			to[cell] = uint8(bits.TrailingZeros32(s.Marks(quixo.Cross)))
		}
		turns[by] = symmetry{index.NewPermutation(&to)}
	}
	return turns
}()

// A model is a network during training: the same sums as in package network, in
// floating point. Its output y stands for the probabilities
//
//	of a win   1 / (1 + exp(even-y))
//	of a loss  1 / (1 + exp(even+y))
//
// and of a draw otherwise (an ordered logit): far above even a win is certain,
// far below -even a loss, and around 0 a draw. The loss of an example is the
// negative logarithm of the probability of its value.
type model struct {
	weights []float32
}

// even is where a win and a draw are about equally likely.
const even = 4

const (
	units  = network.Units
	inputs = network.Inputs
)

// sums are the sums of the units before activation.
type sums [units]float32

func (m *model) row(number uint16) *[units]float32 {
	return (*[units]float32)(m.weights[int(number)*units:])
}

// output computes the sums and returns y.
func (m *model) output(active *[inputs]uint16, s *sums) float32 {
	*s = *m.row(active[0])
	for _, number := range active[1:] {
		for i, w := range m.row(number) {
			s[i] += w
		}
	}
	y := float32(0)
	for i := range units / 2 {
		y += max(s[i], 0)
		y -= max(s[i+units/2], 0)
	}
	return y
}

// backpropagate adds the gradient of one position and returns its loss.
func (m *model) backpropagate(active *[inputs]uint16, value int8, gradient *model) float64 {
	var s sums
	loss, slope := lossAt(m.output(active, &s), value)
	for i := range s {
		switch {
		case s[i] <= 0:
			s[i] = 0
		case i < units/2:
			s[i] = slope
		default:
			s[i] = -slope
		}
	}
	for _, number := range active {
		row := gradient.row(number)
		for i, d := range s {
			row[i] += d
		}
	}
	return loss
}

// lossAt is the loss of an output and its derivative.
func lossAt(y float32, value int8) (loss float64, slope float32) {
	win := 1 / (1 + math.Exp(even-float64(y)))
	lose := 1 / (1 + math.Exp(even+float64(y)))
	const least = 1e-7 // probability, so that slopes are bounded
	switch value {
	case 1:
		return -math.Log(max(win, least)), float32(win - 1)
	case -1:
		return -math.Log(max(lose, least)), float32(1 - lose)
	}
	draw := max(1-win-lose, least)
	return -math.Log(draw), float32((win*(1-win) - lose*(1-lose)) / draw)
}

// quantise rounds the weights to the integers of package network.
func (m *model) quantise() []int16 {
	weights := make([]int16, len(m.weights))
	for i, w := range m.weights {
		rounded := math.Round(float64(w) * network.Scale)
		weights[i] = int16(max(math.MinInt16, min(rounded, math.MaxInt16)))
	}
	return weights
}
