// Package reference plays every game slowly, rule by rule, on plain cells, so
// that the fast code can be checked against something that a reader can compare
// with the rules by eye. It works on the text notation only, and shares no code
// with what it checks.
package reference

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Outcome is the outcome of a position by itself: without a third repetition,
// an agreed draw or a loss on time, which belong to a match.
type Outcome struct {
	State  string // "running", "won" or "drawn"
	Winner string // the team that won: "1" or "2", in both Quixos "X" or "O"; empty unless won
}

// Position is one position of one game. It never changes: Play returns a new one.
type Position interface {
	// Text is the position in exact notation.
	Text() string
	// ToMove is the player to move as the notation writes it: "1", "X", "O2".
	// It is set even when the game is finished.
	ToMove() string
	// Outcome considers only the board, see the type.
	Outcome() Outcome
	// Moves lists every legal turn in exact notation, sorted byte by byte and
	// without duplicates. A finished game has none.
	Moves() []string
	// Play panics unless the move is one of Moves, letter for letter.
	Play(move string) Position
}

var running = Outcome{State: "running"}

func wonBy(team string) Outcome {
	return Outcome{State: "won", Winner: team}
}

// other is the opponent in the games whose players are 1 and 2.
func other(player string) string {
	if player == "1" {
		return "2"
	}
	return "1"
}

// cell counts columns from the left and rows from the bottom, both from 0.
type cell struct{ col, row int }

func (c cell) name() string {
	return string([]byte{'a' + byte(c.col), '1' + byte(c.row)})
}

func (c cell) step(cols, rows int) cell {
	return cell{c.col + cols, c.row + rows}
}

// cells lists the cells of a square board in the order of their names.
func cells(size int) iter.Seq[cell] {
	return func(yield func(cell) bool) {
		for col := range size {
			for row := range size {
				if !yield(cell{col, row}) {
					return
				}
			}
		}
	}
}

// empty is a cell without a piece, in Quixo a neutral cube.
const empty byte = 0

// place is a board and the player to move: what all positions have in common.
type place struct {
	board  board
	player string
}

func (p place) Text() string   { return p.board.text() + " " + p.player }
func (p place) ToMove() string { return p.player }

// board has the notation's letter for every cell, or empty.
type board struct {
	size    int
	letters [5][5]byte // by column, then row; the smaller games leave the rest unused
}

func (b *board) at(c cell) byte { return b.letters[c.col][c.row] }

func (b *board) put(c cell, letter byte) { b.letters[c.col][c.row] = letter }

func (b *board) has(c cell) bool {
	return c.col >= 0 && c.col < b.size && c.row >= 0 && c.row < b.size
}

func (b *board) count(letter byte) int {
	n := 0
	for c := range cells(b.size) {
		if b.at(c) == letter {
			n++
		}
	}
	return n
}

// text writes the rows from the top down, a digit for each run of empty cells.
func (b *board) text() string {
	var out []byte
	for row := b.size - 1; row >= 0; row-- {
		run := byte(0)
		for col := range b.size {
			letter := b.at(cell{col, row})
			if letter == empty {
				run++
				continue
			}
			if run > 0 {
				out = append(out, '0'+run)
			}
			run = 0
			out = append(out, letter)
		}
		if run > 0 {
			out = append(out, '0'+run)
		}
		if row > 0 {
			out = append(out, '/')
		}
	}
	return string(out)
}

// read parses a position into its board and the player to move. It checks the
// letters and players of a game, not which arrangements it allows.
func read(text string, size int, letters string, players ...string) (board, string, error) {
	b := board{size: size}
	rows, player, _ := strings.Cut(text, " ")
	if !slices.Contains(players, player) {
		return b, "", fmt.Errorf("%q: the player to move is %q, not one of %q", text, player, players)
	}
	fromTop := strings.Split(rows, "/")
	if len(fromTop) != size {
		return b, "", fmt.Errorf("%q: %d rows instead of %d", text, len(fromTop), size)
	}
	for i, row := range fromTop {
		if err := b.readRow(size-1-i, row, letters); err != nil {
			return b, "", fmt.Errorf("%q: %w", text, err)
		}
	}
	// Only one way to write a board is exact: "2S1", never "11S1".
	if b.text() != rows {
		return b, "", fmt.Errorf("%q: the board is written %q", text, b.text())
	}
	return b, player, nil
}

func (b *board) readRow(row int, text, letters string) error {
	col := 0
	for i := range len(text) {
		letter := text[i]
		switch {
		case letter >= '1' && letter <= '9':
			col += int(letter - '0')
		case strings.IndexByte(letters, letter) < 0:
			return fmt.Errorf("row %d: %q is not one of %q", row+1, letter, letters)
		case col >= b.size:
			return fmt.Errorf("row %d has more than %d cells", row+1, b.size)
		default:
			b.put(cell{col, row}, letter)
			col++
		}
	}
	if col != b.size {
		return fmt.Errorf("row %d has %d cells instead of %d", row+1, col, b.size)
	}
	return nil
}

// turn is one turn of a game, legal or not.
type turn interface{ text() string }

// texts lists the turns as Position.Moves promises.
func texts[T turn](turns []T, in Position) []string {
	if in.Outcome() != running {
		return nil
	}
	moves := make([]string, 0, len(turns))
	for _, t := range turns {
		moves = append(moves, t.text())
	}
	slices.Sort(moves)
	return moves
}

// find returns the turn that a move means.
func find[T turn](turns []T, move string, in Position) T {
	for _, t := range turns {
		if t.text() == move && in.Outcome() == running {
			return t
		}
	}
	panic(fmt.Sprintf("%q is not a legal move in %q", move, in.Text()))
}
