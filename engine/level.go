package engine

import "plateau/engine/level"

// Level is how well a computer player plays.
type Level = level.Level

// The lowest and the highest levels.
const (
	Easiest = level.Easiest
	Hardest = level.Hardest
	Perfect = level.Perfect
)

// Strength is how well a level plays. It errs as people do: it looks only so
// far ahead, overlooks moves and misjudges positions.
type Strength struct {
	// Depth is how many plies it looks ahead, its own move included.
	Depth int
	// Nodes bounds the search beyond a depth of one.
	Nodes uint64
	// Overlook is the probability of not considering a move at all.
	Overlook float64
	// Blur is the standard deviation of the errors in its estimates.
	Blur Score
}

// Strengths has an entry for every level below Perfect. docs/levels.md has
// measurements of how they score against each other.
type Strengths [Perfect]Strength
