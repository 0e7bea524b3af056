// Package glicko rates players by the results of their games, with the Glicko-2
// system of Mark Glickman (glicko.net). A rating estimates how strong a player
// is, and how certain that is: its deviation shrinks with every game and grows
// with every day without one.
//
// The system was made for periods in which everybody plays some games. Here every
// game is its own period, so that a rating changes when a game ends, and the time
// between games counts as a fraction of a period.
package glicko

import (
	"math"
	"time"
)

// Rating is what is known about a player's strength in one game.
type Rating struct {
	// Value is 1500 for a new player; 200 more than the opponent's means about
	// three points in four games.
	Value float64 `json:"value"`
	// Deviation says how certain the value is: the strength is within two
	// deviations of it with 95 % confidence.
	Deviation float64 `json:"deviation"`
	// Volatility is how erratic the results are.
	Volatility float64 `json:"volatility"`
	// Since is when the rating was last changed; zero if it never was.
	Since time.Time `json:"since,omitzero"`
}

// New is the rating of a new player.
func New() Rating {
	return Rating{Value: centre, Deviation: maxDeviation, Volatility: 0.06}
}

// Result is a finished game from one player's point of view.
type Result struct {
	Opponent Rating
	// Score is 1 for a win, ½ for a draw and 0 for a loss.
	Score float64
}

const (
	centre       = 1500
	scale        = 173.7178 // between the scale of the ratings and that of the formulas
	maxDeviation = 350
	// constancy is τ of the system: how hard it is to change a volatility.
	constancy = 0.5
	// period is chosen so that a deviation of 60 grows to about 110 in a year.
	period = 112 * time.Hour
)

// At is the rating at a later time, less certain because of the time without a
// game.
func (r Rating) At(now time.Time) Rating {
	if r.Since.IsZero() || !now.After(r.Since) {
		return r
	}
	periods := float64(now.Sub(r.Since)) / float64(period)
	phi := r.Deviation / scale
	r.Deviation = min(maxDeviation, scale*math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility))
	return r
}

// Settled is the deviation from which on a rating says enough to compare players
// by it. Before that it is provisional.
const Settled = 110

// Provisional reports whether a rating is too uncertain to compare players by it.
func (r Rating) Provisional(now time.Time) bool { return r.At(now).Deviation > Settled }

// GrowthPerMilli is by how much the square of a deviation grows in a millisecond
// without a game, for each unit of the squared volatility. Stores that select
// ratings compute with it.
const GrowthPerMilli = scale * scale * float64(time.Millisecond) / float64(period)

// After is the rating after the results of one period, which ends now. The ratings
// of the opponents are those before it.
func (r Rating) After(results []Result, now time.Time) Rating {
	if len(results) == 0 {
		return r.At(now)
	}
	mu, phi := (r.Value-centre)/scale, r.Deviation/scale
	information, surprise := 0.0, 0.0
	for _, result := range results {
		g := weight(result.Opponent.Deviation / scale)
		expected := 1 / (1 + math.Exp(-g*(mu-(result.Opponent.Value-centre)/scale)))
		information += g * g * expected * (1 - expected)
		surprise += g * (result.Score - expected)
	}
	variance := 1 / information
	sigma := volatility(r.Volatility, phi, variance, variance*surprise)
	before := phi*phi + sigma*sigma
	after := 1 / (1/before + 1/variance)
	return Rating{
		Value:      centre + scale*(mu+after*surprise),
		Deviation:  min(maxDeviation, scale*math.Sqrt(after)),
		Volatility: sigma,
		Since:      now,
	}
}

// weight is how much a game counts, by the deviation of the opponent.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility solves step 5 of Glickman's description by his iteration (the
// Illinois variant of false position) for the logarithm of the variance.
func volatility(sigma, phi, variance, improvement float64) float64 {
	const tolerance = 1e-6
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + variance + e
		return e*(improvement*improvement-d)/(2*d*d) - (x-a)/(constancy*constancy)
	}
	low, high := a, a-constancy
	if excess := improvement*improvement - phi*phi - variance; excess > 0 {
		high = math.Log(excess)
	} else {
		for f(high) < 0 {
			high -= constancy
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		middle := low + (low-high)*fLow/(fHigh-fLow)
		fMiddle := f(middle)
		if fMiddle*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = middle, fMiddle
	}
	return math.Exp(low / 2)
}

// Mean is the rating of several players as one opponent.
func Mean(ratings []Rating) Rating {
	mean := Rating{}
	for _, r := range ratings {
		mean.Value += r.Value / float64(len(ratings))
		mean.Deviation += r.Deviation * r.Deviation / float64(len(ratings))
	}
	mean.Deviation = math.Sqrt(mean.Deviation)
	return mean
}
