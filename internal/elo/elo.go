// Package elo turns the results of games into differences in rating, with their
// errors, and decides when enough has been played to tell two players apart.
package elo

import "math"

// Score is how games ended for one of two players.
type Score struct{ Wins, Draws, Losses int }

// Games is the number of games played.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Points is the player's share of the points: 1 for a win, a half for a draw.
func (s Score) Points() float64 {
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(max(s.Games(), 1))
}

// Plus adds scores.
func (s Score) Plus(o Score) Score {
	return Score{s.Wins + o.Wins, s.Draws + o.Draws, s.Losses + o.Losses}
}

// Reversed is the score of the other player.
func (s Score) Reversed() Score { return Score{s.Losses, s.Draws, s.Wins} }

// Elo is the difference in rating that the score suggests, and its margin in
// either direction at a confidence of 95%. Both are infinite if one side has all
// the points.
func (s Score) Elo() (difference, margin float64) {
	n, p := float64(max(s.Games(), 1)), s.Points()
	return difference95(p, s.variance()/n)
}

// variance is that of the result of one game.
func (s Score) variance() float64 {
	n, p := float64(max(s.Games(), 1)), s.Points()
	return (float64(s.Wins)*sq(1-p) + float64(s.Draws)*sq(0.5-p) + float64(s.Losses)*sq(p)) / n
}

// confidence is the number of standard deviations of 95%.
const confidence = 1.96

// difference95 is the difference for a share of the points whose variance is
// known, with its margin.
func difference95(p, variance float64) (difference, margin float64) {
	deviation := confidence * math.Sqrt(variance)
	return ofPoints(p), (ofPoints(min(p+deviation, 1)) - ofPoints(max(p-deviation, 0))) / 2
}

// Pairs counts pairs of games, played from one opening with sides swapped, by
// the points in them: Pairs[4] is how often both were won. The two games of a pair
// are alike, so pairs tell more than single games.
type Pairs [5]int

// Add counts a pair by the points of its games in halves.
func (p *Pairs) Add(halfPoints int) { p[halfPoints]++ }

// Count is the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Points is the player's share of the points.
func (p Pairs) Points() float64 {
	sum := 0
	for half, count := range p {
		sum += half * count
	}
	return float64(sum) / 4 / float64(max(p.Count(), 1))
}

// variance is that of the share of the points in one pair.
func (p Pairs) variance() float64 {
	mean, sum := p.Points(), 0.0
	for half, count := range p {
		sum += float64(count) * sq(float64(half)/4-mean)
	}
	return sum / float64(max(p.Count(), 1))
}

// Elo is the difference in rating, with its margin.
func (p Pairs) Elo() (difference, margin float64) {
	return difference95(p.Points(), p.variance()/float64(max(p.Count(), 1)))
}

// normal is how many normalised Elo a difference of one standard deviation is.
var normal = 800 / math.Ln10

func sq(x float64) float64 { return x * x }

// ofPoints is the difference in rating of a share of the points.
func ofPoints(p float64) float64 { return 400 * math.Log10(p/(1-p)) }

// expected is the share of the points of a difference in rating.
func expected(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }
