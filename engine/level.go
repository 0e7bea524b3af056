package engine

import (
	"fmt"
	"strconv"
)

// Level is how well a computer player plays: 1 for beginners to 6, and
// Perfect, which plays by the exact values where they are known and as well as
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
