package engine

import (
	"strconv"

	"plateau/game"
)

// Score is what a search found for the side to move; greater is better. Scores
// beyond ±decided are proved wins and losses with their distance in turns.
// Scores in between are estimates.
type Score int16

const (
	winScore Score = 30000
	// decided separates estimates from proved results. Distances are far
	// smaller than winScore - decided.
	decided Score = 29000
	// Infinity is beyond every score: (-Infinity, Infinity) is the full
	// window.
	Infinity Score = 31000
	// MaxEstimate bounds the absolute value of an evaluation.
	MaxEstimate Score = 20000
)

// scoreOf is the score of a finished game after a number of plies.
func scoreOf(o game.Outcome, toMove game.Team, ply int) Score {
	winner, won := o.Winner()
	switch {
	case !won:
		return 0
	case winner == toMove:
		return winScore - Score(ply)
	default:
		return Score(ply) - winScore
	}
}

// nearer is the score as seen from a position that is so many plies nearer to
// the end: the distance of a proved score shrinks.
func (s Score) nearer(plies int) Score {
	switch {
	case s > decided:
		return s + Score(plies)
	case s < -decided:
		return s - Score(plies)
	}
	return s
}

// turns is the distance of a proved score.
func (s Score) turns() int { return int(winScore - max(s, -s)) }

// Proved is the value that the score proves, or [game.Unknown]. A score alone
// never proves a draw: it looks like an estimate of 0.
func (s Score) Proved() game.Value {
	switch {
	case s > decided:
		return game.WinIn(min(int(winScore-s), game.MaxDistance))
	case s < -decided:
		return game.LossIn(min(int(winScore+s), game.MaxDistance))
	}
	return game.Unknown
}

// ScoreOf is the score of a proved value.
func ScoreOf(v game.Value) Score {
	turns, known := v.Distance()
	if !known {
		turns = game.MaxDistance
	}
	switch {
	case v.IsWin():
		return winScore - Score(turns)
	case v.IsLoss():
		return Score(turns) - winScore
	}
	return 0
}

// String is the proved value, or the estimate divided by 100.
func (s Score) String() string {
	if v := s.Proved(); v != game.Unknown {
		return v.String()
	}
	return strconv.FormatFloat(float64(s)/100, 'f', 2, 64)
}
