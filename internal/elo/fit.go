package elo

import "math"

// Rating is a player's rating in a field.
type Rating struct {
	// Elo is relative to the mean of the field, Margin its error in either
	// direction at a confidence of 95%.
	Elo, Margin float64
}

// Fit is the ratings that make the results of all games most likely together,
// by the model of Bradley and Terry in which a draw is half a win. Scores[i][j] is
// the score of player i against player j; only one of [i][j] and [j][i] counts the
// games, or each counts some.
//
// There are no such ratings if the field falls into two parts of which one has won
// all games against the other, or has not met it. Then ok is false.
func Fit(scores [][]Score) (ratings []Rating, ok bool) {
	f := newField(scores)
	if !f.connected() {
		return nil, false
	}
	strengths := make([]float64, f.players)
	// Newton's method: the likelihood is concave. Steps are bounded, because far
	// from the top it is nearly flat.
	const rounds, enough, longest = 200, 1e-10, 1.0
	for range rounds {
		slope, curve := f.derivatives(strengths)
		step := solve(curve, slope)
		most := 0.0
		for _, s := range step {
			most = max(most, math.Abs(s))
		}
		for i := range strengths {
			strengths[i] += step[i] * min(1, longest/max(most, enough))
		}
		if most < enough {
			break
		}
	}
	return f.rate(strengths), true
}

// perNatural is Elo per unit of strength, whose logarithms are natural.
var perNatural = 400 / math.Ln10

// field is what the players have scored.
type field struct {
	players int
	// points and games are by pairs of players.
	points, games [][]float64
	scores        [][]Score
}

func newField(scores [][]Score) *field {
	f := &field{players: len(scores), points: square(len(scores)), games: square(len(scores))}
	for range scores {
		f.scores = append(f.scores, make([]Score, len(scores)))
	}
	for i, row := range scores {
		for j, s := range row {
			if i == j {
				continue
			}
			f.scores[i][j] = f.scores[i][j].Plus(s)
			f.scores[j][i] = f.scores[j][i].Plus(s.Reversed())
		}
	}
	for i, row := range f.scores {
		for j, s := range row {
			f.games[i][j] = float64(s.Games())
			f.points[i][j] = float64(s.Wins) + float64(s.Draws)/2
		}
	}
	return f
}

// connected reports whether from everybody there is a way to everybody else along
// points that were scored.
func (f *field) connected() bool {
	reaches := func(scored func(i, j int) bool) bool {
		seen, next := map[int]bool{0: true}, []int{0}
		for len(next) > 0 {
			i := next[0]
			next = next[1:]
			for j := range f.players {
				if !seen[j] && scored(i, j) {
					seen[j] = true
					next = append(next, j)
				}
			}
		}
		return len(seen) == f.players
	}
	return f.players > 0 &&
		reaches(func(i, j int) bool { return f.points[i][j] > 0 }) &&
		reaches(func(i, j int) bool { return f.points[j][i] > 0 })
}

func chance(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// derivatives are the slope of the likelihood and its negative curvature. A
// constant is added to the curvature, which is otherwise flat where all strengths
// change together.
func (f *field) derivatives(strengths []float64) (slope []float64, curve [][]float64) {
	slope, curve = make([]float64, f.players), square(f.players)
	for i := range f.players {
		for j := range f.players {
			if i == j || f.games[i][j] == 0 {
				continue
			}
			p := chance(strengths[i] - strengths[j])
			slope[i] += f.points[i][j] - f.games[i][j]*p
			weight := f.games[i][j] * p * (1 - p)
			curve[i][i] += weight
			curve[i][j] -= weight
		}
	}
	for i := range curve {
		for j := range curve {
			curve[i][j]++
		}
	}
	return slope, curve
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// rate turns strengths into ratings around zero. The errors come from how much the
// results really differ from what was expected, since draws make them differ less.
func (f *field) rate(strengths []float64) []Rating {
	mean := 0.0
	for _, s := range strengths {
		mean += s / float64(len(strengths))
	}
	_, curve := f.derivatives(strengths)
	spread := square(f.players)
	for i := range f.players {
		for j := range f.players {
			if i == j || f.games[i][j] == 0 {
				continue
			}
			p, s := chance(strengths[i]-strengths[j]), f.scores[i][j]
			weight := float64(s.Wins)*sq(1-p) + float64(s.Draws)*sq(0.5-p) + float64(s.Losses)*sq(p)
			spread[i][i] += weight
			spread[i][j] -= weight
		}
	}
	ratings := make([]Rating, f.players)
	for i := range ratings {
		unit := make([]float64, f.players)
		unit[i] = 1
		for j := range unit {
			unit[j] -= 1 / float64(f.players)
		}
		direction := solve(curve, unit)
		variance := 0.0
		for j, x := range direction {
			for k, y := range direction {
				variance += x * spread[j][k] * y
			}
		}
		ratings[i] = Rating{(strengths[i] - mean) * perNatural, confidence * math.Sqrt(max(variance, 0)) * perNatural}
	}
	return ratings
}

// solve solves a system of equations by elimination with pivots.
func solve(matrix [][]float64, right []float64) []float64 {
	n := len(right)
	rows := square(n)
	for i := range rows {
		rows[i] = append(append([]float64{}, matrix[i]...), right[i])
	}
	for column := range n {
		pivot := column
		for i := column + 1; i < n; i++ {
			if math.Abs(rows[i][column]) > math.Abs(rows[pivot][column]) {
				pivot = i
			}
		}
		rows[column], rows[pivot] = rows[pivot], rows[column]
		for i := range n {
			if i == column {
				continue
			}
			factor := rows[i][column] / rows[column][column]
			for j := column; j <= n; j++ {
				rows[i][j] -= factor * rows[column][j]
			}
		}
	}
	solution := make([]float64, n)
	for i := range solution {
		solution[i] = rows[i][n] / rows[i][i]
	}
	return solution
}
