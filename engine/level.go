package engine

import (
	"fmt"
	"strconv"
)

// Level is how well a computer player plays: 1 for beginners to 6, and
// Perfect, which plays by the true values where they are known and as well as
// it can elsewhere.
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

// style is how a level plays. Its mistakes are those of people: it looks only
// so far ahead, overlooks moves, and misjudges what it sees.
type style struct {
	// depth is how many plies are looked ahead, the own move included.
	depth int
	// nodes bounds the positions looked at beyond a depth of one.
	nodes uint64
	// overlook is the chance that a move is not thought of at all.
	overlook float64
	// blur is the spread of the errors in its estimates.
	blur Score
}

// styles are those of the levels, from 1 on. docs/levels.md has what they are
// worth against each other.
type styles [Perfect]style

var (
	// quixoStyles need hardly any errors: looking ahead decides these games.
	quixoStyles = styles{
		Easiest: {depth: 1, nodes: 1e3, overlook: 0.5, blur: 60},
		2:       {depth: 1, nodes: 1e3, overlook: 0.1, blur: 20},
		3:       {depth: 2, nodes: 1e4, overlook: 0.2, blur: 30},
		4:       {depth: 3, nodes: 3e4, overlook: 0.1, blur: 15},
		5:       {depth: 4, nodes: 1e5, overlook: 0.03, blur: 8},
		Hardest: {depth: 20, nodes: 3e5},
	}
	// In short games an oversight is rarely punished, so that the lower
	// levels have to make more of them.
	shortStyles = styles{
		Easiest: {depth: 1, nodes: 1e3, overlook: 0.5, blur: 60},
		2:       {depth: 1, nodes: 1e3, overlook: 0.1, blur: 20},
		3:       {depth: 2, nodes: 1e4, overlook: 0.6, blur: 50},
		4:       {depth: 3, nodes: 2e3, overlook: 0.2, blur: 25},
		5:       {depth: 4, nodes: 15e3, overlook: 0.05, blur: 10},
		Hardest: {depth: 20, nodes: 5e5},
	}
)
