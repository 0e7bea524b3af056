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

// Strength is how well a level plays. Its mistakes are those of people: it
// looks only so far ahead, overlooks moves, and misjudges what it sees.
type Strength struct {
	// Depth is how many plies it looks ahead, its own move included.
	Depth int
	// Nodes bounds the positions it looks at beyond a depth of one.
	Nodes uint64
	// Overlook is the chance that it does not think of a move at all.
	Overlook float64
	// Blur is the spread of the errors in its estimates.
	Blur Score
}

// Strengths are those of the levels below Perfect, by level. docs/levels.md has
// what they are worth against each other.
type Strengths [Perfect]Strength
