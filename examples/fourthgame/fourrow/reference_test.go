package fourrow_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plateau/game/gametest/reference"
)

// slow plays the game on rows of text, straight from the rules. It shares no
// code with the game.
type slow struct {
	rows   [4]string // from the top
	player string
}

func openSlow(text string) (reference.Position, error) {
	board, player, _ := strings.Cut(text, " ")
	rows := strings.Split(board, "/")
	if len(rows) != 4 || player != "X" && player != "O" {
		return nil, fmt.Errorf("%q is not a position", text)
	}
	p := slow{player: player}
	for i, row := range rows {
		for n, run := range []string{"", ".", "..", "...", "...."} {
			row = strings.ReplaceAll(row, strconv.Itoa(n), run)
		}
		if len(row) != 4 || strings.Trim(row, "XO.") != "" {
			return nil, fmt.Errorf("%q: row %d is %q", text, 4-i, row)
		}
		p.rows[i] = row
	}
	crosses, circles := p.count("X"), p.count("O")
	if player == "X" && crosses != circles || player == "O" && crosses != circles+1 || p.Text() != text {
		return nil, fmt.Errorf("%q: %d crosses, %d circles", text, crosses, circles)
	}
	return p, nil
}

func (p slow) count(letter string) int { return strings.Count(strings.Join(p.rows[:], ""), letter) }

func (p slow) Text() string {
	rows := make([]string, 4)
	for i, row := range p.rows {
		for n := 4; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows[i] = row
	}
	return strings.Join(rows, "/") + " " + p.player
}

func (p slow) ToMove() string { return p.player }

func (p slow) has(letter string) bool {
	line := func(column, row, right, down int) bool {
		for i := range 4 {
			if p.rows[row+i*down][column+i*right] != letter[0] {
				return false
			}
		}
		return true
	}
	for i := range 4 {
		if line(0, i, 1, 0) || line(i, 0, 0, 1) {
			return true
		}
	}
	return line(0, 0, 1, 1) || line(3, 0, -1, 1)
}

func (p slow) Outcome() reference.Outcome {
	last := map[string]string{"X": "O", "O": "X"}[p.player]
	switch {
	case p.has(last):
		return reference.Outcome{State: "won", Winner: last}
	case p.has(p.player):
		return reference.Outcome{State: "won", Winner: p.player}
	case p.count(".") == 0:
		return reference.Outcome{State: "drawn"}
	}
	return reference.Outcome{State: "running"}
}

func (p slow) Moves() []string {
	if p.Outcome().State != "running" {
		return nil
	}
	var moves []string
	for i, row := range p.rows {
		for j, letter := range row {
			if letter == '.' {
				moves = append(moves, fmt.Sprintf("%c%d", 'a'+j, 4-i))
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func (p slow) Play(move string) reference.Position {
	if !slices.Contains(p.Moves(), move) {
		panic(move + " is not legal in " + p.Text())
	}
	row, col := 4-int(move[1]-'0'), int(move[0]-'a')
	p.rows[row] = p.rows[row][:col] + p.player + p.rows[row][col+1:]
	p.player = map[string]string{"X": "O", "O": "X"}[p.player]
	return p
}
