package elo

import (
	"errors"
	"math"
)

// Model is the scale of the bounds of a test.
type Model string

// The models: Elo as everybody knows it, and in standard deviations of a game,
// which does not depend on how many games are drawn.
const (
	Logistic   Model = "logistic"
	Normalised Model = "normalised"
)

// Test is a sequential probability ratio test between two hypotheses: the first
// player is stronger by Elo0, or by Elo1. It is played for as long as the results
// are about as likely under both.
type Test struct {
	Elo0, Elo1 float64
	// Alpha and Beta are the probabilities of accepting either by mistake.
	Alpha, Beta float64
	Model       Model
}

// Check returns what is wrong with a test.
func (t Test) Check() error {
	switch {
	case math.IsNaN(t.Elo0+t.Elo1) || math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0) || t.Elo0 >= t.Elo1:
		return errors.New("elo0 must be less than elo1")
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return errors.New("alpha and beta must be more than 0, and less than 1 together")
	case t.Model != Logistic && t.Model != Normalised:
		return errors.New("the model is logistic or normalised")
	}
	return nil
}

// Bounds are the logarithms at which a hypothesis is accepted: the first at or
// below lower, the second at or above upper.
func (t Test) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decision is what a test has found out.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	AcceptH0  Decision = "h0"
	AcceptH1  Decision = "h1"
)

// Decide is the decision after some pairs, with the logarithm of the likelihood
// ratio.
func (t Test) Decide(p Pairs) (Decision, float64) {
	ratio := t.OfPairs(p)
	lower, upper := t.Bounds()
	switch {
	case ratio >= upper:
		return AcceptH1, ratio
	case ratio <= lower:
		return AcceptH0, ratio
	}
	return Undecided, ratio
}

// OfPairs is the logarithm of the likelihood ratio after some pairs of games.
func (t Test) OfPairs(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	// Two games make one observation, whose deviation is smaller by √2.
	return t.ratio(p[:], math.Sqrt2)
}

// never is how often something counts as seen that never was, so that no
// probability is zero.
const never = 1e-3

// ratio is the logarithm of the generalised likelihood ratio of a multinomial
// distribution, as Michel Van den Bergh derives it. The counts are those of
// equally spaced results from 0 to 1.
func (t Test) ratio(counts []int, games float64) float64 {
	seen := distribution{make([]float64, len(counts)), make([]float64, len(counts))}
	total := 0.0
	for i, count := range counts {
		seen.results[i] = float64(i) / float64(len(counts)-1)
		seen.chances[i] = float64(count)
		if count == 0 {
			seen.chances[i] = never
		}
		total += seen.chances[i]
	}
	for i := range seen.chances {
		seen.chances[i] /= total
	}
	var under0, under1 []float64
	if t.Model == Normalised {
		under0 = seen.withDeviations(games * t.Elo0 / normal)
		under1 = seen.withDeviations(games * t.Elo1 / normal)
	} else {
		under0 = seen.withMean(expected(t.Elo0))
		under1 = seen.withMean(expected(t.Elo1))
	}
	sum := 0.0
	for i, chance := range seen.chances {
		sum += chance * math.Log(under1[i]/under0[i])
	}
	return total * sum
}

// distribution is how likely each result is.
type distribution struct{ results, chances []float64 }

// withMean is the most likely distribution with a mean, given the one that was
// seen: equations 1.2 and 1.3 of his comparison of approximations for this ratio.
func (d distribution) withMean(mean float64) []float64 {
	deviations := make([]float64, len(d.results))
	for i, result := range d.results {
		deviations[i] = result - mean
	}
	return d.balanced(deviations)
}

// withDeviations is the most likely distribution whose mean is so many of its
// standard deviations above a half: section 4.1 of his comments on such Elo.
func (d distribution) withDeviations(wanted float64) []float64 {
	chances := make([]float64, len(d.results))
	for i := range chances {
		chances[i] = 1 / float64(len(chances))
	}
	const rounds, enough = 10, 1e-4
	for range rounds {
		mean, variance := distribution{d.results, chances}.moments()
		sigma := math.Sqrt(variance)
		slopes := make([]float64, len(d.results))
		for i, result := range d.results {
			slopes[i] = result - 0.5 - 0.5*wanted*sigma*(1+sq((result-mean)/sigma))
		}
		next := d.balanced(slopes)
		most := 0.0
		for i := range next {
			most = max(most, math.Abs(next[i]-chances[i]))
		}
		if chances = next; most < enough {
			break
		}
	}
	return chances
}

func (d distribution) moments() (mean, variance float64) {
	for i, result := range d.results {
		mean += result * d.chances[i]
	}
	for i, result := range d.results {
		variance += d.chances[i] * sq(result-mean)
	}
	return mean, variance
}

// balanced weighs the chances such that the weighted mean of some values is zero.
func (d distribution) balanced(values []float64) []float64 {
	lowest, highest := values[0], values[0]
	for _, v := range values {
		lowest, highest = min(lowest, v), max(highest, v)
	}
	sum := func(theta float64) (s float64) {
		for i, v := range values {
			s += d.chances[i] * v / (1 + theta*v)
		}
		return s
	}
	// The sum falls from one end of this interval to the other.
	low, high := -1/highest, -1/lowest
	for range 200 {
		middle := (low + high) / 2
		if middle == low || middle == high {
			break
		}
		if sum(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	theta := (low + high) / 2
	weighed := make([]float64, len(values))
	for i, v := range values {
		weighed[i] = d.chances[i] / (1 + theta*v)
	}
	return weighed
}
