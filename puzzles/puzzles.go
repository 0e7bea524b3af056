// Package puzzles holds the puzzles of the games: positions with one solution,
// found by package finder and proved by the engine, never by hand.
//
// They are plain text, with one file per game and one line per puzzle, after a
// comment with the command that found them:
//
//	# plateau puzzles find quantik --games 1200 --count 200 --seed 1
//	id     | position        | goal | turns | grade | line
//	3f2a91 | N2n/1s2/4/2SC 2 | win  | 3     | 1     | y@b1 C@a3 c@a1
//
// The id comes from the position and stays the same when a file is made again.
// The line is the solution, starting with the solver, who has exactly one right
// move at each turn; docs/puzzles.md defines right.
package puzzles

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"plateau/game"
)

//go:embed data
var data embed.FS

// Goal is what the solver has to reach.
type Goal string

// The goals.
const (
	// ToWin is to win in a number of turns: every other move takes longer or
	// does not win.
	ToWin Goal = "win"
	// ToDraw is to save the draw: every other move loses.
	ToDraw Goal = "draw"
	// OnlyMove is to keep the win, at whatever distance: no other move wins.
	OnlyMove Goal = "only"
)

// MaxGrade is the hardest grade; the easiest is 1.
const MaxGrade = 5

// Puzzle is a position with one solution. Its JSON is sent to the pages.
type Puzzle struct {
	ID       string `json:"id"`
	Game     string `json:"game"`
	Position string `json:"position"`
	Goal     Goal   `json:"goal"`
	// Turns is how many turns of both sides are left until the end; 0 if
	// the goal is not [ToWin].
	Turns int `json:"turns"`
	// Grade is from 1, easy, to [MaxGrade].
	Grade int `json:"grade"`
	// Line is the texts of the moves, alternately the solver's and the
	// opponent's. If the goal is [ToWin], it ends with the game, and
	// otherwise with the solver's last forced move.
	Line []string `json:"line"`
}

// Source is where the puzzles of one game come from: the file data/GAME.txt. The
// zero value has none.
type Source struct {
	Files fs.ReadFileFS
	Game  string
}

// Of is the source of a game whose puzzles are in this package.
func Of(gameID string) Source { return Source{data, gameID} }

// All is the puzzles from easy to hard. It parses them each time, which takes
// less than a millisecond.
func (s Source) All() []Puzzle {
	if s.Files == nil {
		return nil
	}
	text, err := s.Files.ReadFile("data/" + s.Game + ".txt")
	if err == nil {
		var list []Puzzle
		if list, err = Parse(s.Game, string(text)); err == nil {
			return list
		}
	}
	// The files are embedded, and tests read them all.
	panic("puzzles: " + s.Game + ".txt: " + err.Error())
}

// Refusals of a puzzle of the day.
var (
	NoPuzzles = game.Invalid("puzzles.none", "there are no puzzles for this game")
	NoSuchDay = game.Invalid("puzzles.day", "write a day like this: 2026-11-15")
)

// MaxDailyGrade is the hardest grade of a puzzle of the day, so that most people
// can solve it.
const MaxDailyGrade = 3

// OfTheDay is the puzzle of a day such as "2026-11-15": the same everywhere,
// of a grade up to [MaxDailyGrade], and none repeats before all of them have
// come up. Its errors are refusals.
func (s Source) OfTheDay(date string) (Puzzle, error) {
	// The list is sorted by grade.
	list := s.All()
	for len(list) > 0 && list[len(list)-1].Grade > MaxDailyGrade {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return Puzzle{}, NoPuzzles.Refuse("")
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return Puzzle{}, NoSuchDay.Refuse(date)
	}
	days := int(day.Unix() / (24 * 60 * 60))
	n := len(list)
	at := (days*stride(n) + offset(list[0].Game)) % n
	return list[(at+n)%n], nil
}

// offset makes games start at different places in their lists, so that the
// puzzles of a day are not all equally hard.
func offset(id string) int {
	sum := 0
	for _, letter := range id {
		sum = sum*31 + int(letter)
	}
	return sum % 1000
}

// stride is a step that reaches all n puzzles. It is near the golden section of
// n, so that consecutive days differ in grade.
func stride(n int) int {
	step := n * 618 / 1000
	for commonDivisor(step, n) != 1 {
		step++
	}
	return step
}

func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

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
