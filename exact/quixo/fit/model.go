package fit

import (
	"math"

	"plateau/exact/quixo/network"
)

// A model is a network while it is fitted: the same sums as in package quixonet,
// with fractions. Its output y stands for the chances
//
//	of a win   1 / (1 + exp(even-y))
//	of a loss  1 / (1 + exp(even+y))
//
// and of a draw otherwise: far above even a win is sure, far below -even a loss,
// and around 0 a draw. The loss of an example is minus the logarithm of the
// chance that its value was given.
type model struct {
	weights []float32
}

// even is where a win and a draw are about as likely.
const even = 4

const (
	units  = network.Units
	inputs = network.Inputs
)

// sums are what the units of a position add up to.
type sums [units]float32

func (m *model) row(number uint16) *[units]float32 {
	return (*[units]float32)(m.weights[int(number)*units:])
}

// output fills in the sums and gives y.
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

// descend adds to the gradient what one position with a value adds, and gives
// its loss.
func (m *model) descend(active *[inputs]uint16, value int8, gradient *model) float64 {
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

// lossAt is the loss of an output and how fast it rises with it.
func lossAt(y float32, value int8) (loss float64, slope float32) {
	win := 1 / (1 + math.Exp(even-float64(y)))
	lose := 1 / (1 + math.Exp(even+float64(y)))
	const least = 1e-7 // of a chance, so that no slope is beyond bounds
	switch value {
	case 1:
		return -math.Log(max(win, least)), float32(win - 1)
	case -1:
		return -math.Log(max(lose, least)), float32(1 - lose)
	}
	draw := max(1-win-lose, least)
	return -math.Log(draw), float32((win*(1-win) - lose*(1-lose)) / draw)
}

// whole rounds the weights to what package quixonet takes.
func (m *model) whole() []int16 {
	weights := make([]int16, len(m.weights))
	for i, w := range m.weights {
		rounded := math.Round(float64(w) * network.Hundred)
		weights[i] = int16(max(math.MinInt16, min(rounded, math.MaxInt16)))
	}
	return weights
}
