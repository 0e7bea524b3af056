package engine

import (
	"fmt"
	"strconv"
)

// Level is how well a computer player plays: 1 for beginners to 6, and Perfect,
// which plays by exact values where they are known and as well as it can
// elsewhere.
type Level uint8

// The lowest and the highest levels.
const (
	Easiest Level = 1
	Hardest Level = 6
	Perfect Level = 7
)

// String is the level's number, or "perfect".
func (l Level) String() string {
	if l == Perfect {
		return "perfect"
	}
	return strconv.Itoa(int(l))
}

// ParseLevel reads a level: "1" to "6", or "perfect", which is also called
// "strongest" where the values are not known.
func ParseLevel(text string) (Level, error) {
	if text == "perfect" || text == "strongest" {
		return Perfect, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < int(Easiest) || n > int(Hardest) {
		return 0, fmt.Errorf("%q is not a level; levels are 1 to 6 and perfect", text)
	}
	return Level(n), nil
}

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
