package engine

import (
	"strconv"

	"plateau/game"
)

// Score is what a position is worth to the side to move, as far as a search
// knows. Greater is better. Scores beyond decided, either way, are proved wins
// and losses with their distance in turns; between them lie estimates.
type Score int16

const (
	winNow Score = 30000
	// decided separates estimates from proved results. Distances are far
	// below the difference.
	decided Score = 29000
	// Infinity is beyond every score: the bound of a window that lets all pass.
	Infinity Score = 31000
	// MaxEstimate bounds what an evaluation may return, either way.
	MaxEstimate Score = 20000
)

// scoreOf is the score of a finished game after a number of plies.
func scoreOf(o game.Outcome, toMove game.Team, ply int) Score {
	winner, won := o.Winner()
	switch {
	case !won:
		return 0
	case winner == toMove:
		return winNow - Score(ply)
	default:
		return Score(ply) - winNow
	}
}

// from counts the distance of a proved score from a position that is a number
// of plies nearer to the end.
func (s Score) from(plies int) Score {
	switch {
	case s > decided:
		return s + Score(plies)
	case s < -decided:
		return s - Score(plies)
	}
	return s
}

// turns is the distance of a proved score.
func (s Score) turns() int { return int(winNow - max(s, -s)) }

// Proved is the value that the score proves, or [game.Unknown]. A draw looks
// like an estimate of 0 and is never proved by a score alone.
func (s Score) Proved() game.Value {
	switch {
	case s > decided:
		return game.WinIn(min(int(winNow-s), game.MaxDistance))
	case s < -decided:
		return game.LossIn(min(int(winNow+s), game.MaxDistance))
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
		return winNow - Score(turns)
	case v.IsLoss():
		return Score(turns) - winNow
	}
	return 0
}

// String is a proved score's value, or the estimate in units of a hundred.
func (s Score) String() string {
	if v := s.Proved(); v != game.Unknown {
		return v.String()
	}
	return strconv.FormatFloat(float64(s)/100, 'f', 2, 64)
}
