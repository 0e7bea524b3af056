package referee

import (
	"cmp"
	"slices"

	"plateau/game"
	"plateau/internal/elo"
)

// Standing is the score of a contest so far.
type Standing struct {
	// Scores are those of entrant i against j, where i came first.
	Scores [][]elo.Score
	// Pairs count the pairs of games of the first two entrants, for A.
	Pairs elo.Pairs
	// Failures count for each entrant how it lost games otherwise than by its moves:
	// by the code of the reason.
	Failures []map[string]int
	// half is the points of the first game of a pair whose second is missing.
	half map[[3]int]int
}

// NewStanding is a standing without games.
func NewStanding(entrants int) *Standing {
	s := &Standing{half: map[[3]int]int{}}
	for range entrants {
		s.Scores = append(s.Scores, make([]elo.Score, entrants))
		s.Failures = append(s.Failures, map[string]int{})
	}
	return s
}

// Add counts a game.
func (s *Standing) Add(p Pairing, o game.Outcome, reason string) {
	score := &s.Scores[p.A][p.B]
	winner, won := o.Winner()
	half := 1
	switch {
	case !won:
		score.Draws++
	case (winner == 0) == p.AFirst:
		half = 2
		score.Wins++
	default:
		half = 0
		score.Losses++
	}
	if won && slices.Contains([]string{game.Crash.Code, game.Timeout.Code, game.IllegalMove.Code}, reason) {
		loser := p.B
		if half == 0 {
			loser = p.A
		}
		s.Failures[loser][reason]++
	}
	if p.A != 0 || p.B != 1 {
		return
	}
	key := [3]int{p.A, p.B, p.Round}
	if other, found := s.half[key]; found {
		s.Pairs.Add(other + half)
		delete(s.half, key)
	} else {
		s.half[key] = half
	}
}

// Games is the number of games played.
func (s *Standing) Games() int {
	sum := 0
	for _, row := range s.Scores {
		for _, score := range row {
			sum += score.Games()
		}
	}
	return sum
}

// Of is the score of an entrant against all others.
func (s *Standing) Of(entrant int) elo.Score {
	var sum elo.Score
	for other := range s.Scores {
		sum = sum.Plus(s.Scores[entrant][other]).Plus(s.Scores[other][entrant].Reversed())
	}
	return sum
}

// Order is the entrants by their share of the points, best first.
func (s *Standing) Order() []int {
	order := make([]int, len(s.Scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Of(j).Points(), s.Of(i).Points()) })
	return order
}
