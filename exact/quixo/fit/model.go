package fit

import (
	"math"

	"plateau/exact/quixo/network"
)

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
