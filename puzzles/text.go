package puzzles

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// fields is the number of fields in a line.
const fields = 6

// Parse reads a file of puzzles. It does not check the solutions: that takes a
// solver.
func Parse(gameID, text string) ([]Puzzle, error) {
	var list []Puzzle
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		puzzle, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		puzzle.Game = gameID
		list = append(list, puzzle)
	}
	return list, nil
}

func parseLine(line string) (Puzzle, error) {
	parts := strings.Split(line, "|")
	if len(parts) != fields {
		return Puzzle{}, fmt.Errorf("there are %d fields, not %d", len(parts), fields)
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	p := Puzzle{ID: parts[0], Position: parts[1], Goal: Goal(parts[2]), Line: strings.Fields(parts[5])}
	var err error
	if p.Turns, err = strconv.Atoi(parts[3]); err != nil || p.Turns < 0 {
		return Puzzle{}, fmt.Errorf("%q is not a number of turns", parts[3])
	}
	if p.Grade, err = strconv.Atoi(parts[4]); err != nil || p.Grade < 1 || p.Grade > MaxGrade {
		return Puzzle{}, fmt.Errorf("%q is not a grade from 1 to %d", parts[4], MaxGrade)
	}
	switch p.Goal {
	case ToWin, ToDraw, OnlyMove:
	default:
		return Puzzle{}, fmt.Errorf("%q is not a goal", parts[2])
	}
	if p.ID == "" || len(p.Line) == 0 {
		return Puzzle{}, errors.New("a puzzle needs an id and a line")
	}
	return p, nil
}

// String is the puzzle's line in a file.
func (p Puzzle) String() string {
	return fmt.Sprintf("%s | %s | %s | %d | %d | %s",
		p.ID, p.Position, p.Goal, p.Turns, p.Grade, strings.Join(p.Line, " "))
}
