package gametest

import (
	"math/rand/v2"
	"strings"

	"plateau/game"
	"plateau/game/gametest/reference"
)

// Notation is what the suite needs to know about a game's texts in addition to
// its Spec. It comes from the rules, so that a wrong Spec is noticed.
type Notation struct {
	// Reference reads a position by the slow rules.
	Reference func(text string) (reference.Position, error)
	// Letters are those of each team's pieces.
	Letters [2]string
	// InTurn is set if each turn places one piece, so that their number
	// shows whose turn it is.
	InTurn bool
	// Moves are all texts in the form of a move, legal or not, on a board
	// with these cells.
	Moves func(cells []string) []string
}

func cellNames(size int) []string {
	var names []string
	for c := range game.Cells(size) {
		names = append(names, c.String())
	}
	return names
}

// Split is the letters of a text.
func Split(letters string) []string { return strings.Split(letters, "") }

// Join pairs every beginning with every end.
func Join(begins []string, sign string, ends []string) []string {
	texts := make([]string, 0, len(begins)*len(ends))
	for _, begin := range begins {
		for _, end := range ends {
			texts = append(texts, begin+sign+end)
		}
	}
	return texts
}

// arrangement is a random valid position that play may never reach: full
// boards, or games that ended long ago.
func (c *suite[S, P]) arrangement(rng *rand.Rand) string {
	if !c.InTurn {
		return c.marked(rng)
	}
	board := make([]byte, c.spec.Size*c.spec.Size)
	text := c.position(board, 0)
	placed := 0
	for _, at := range rng.Perm(len(board))[:rng.IntN(len(board)+1)] {
		letters := c.Letters[placed%2]
		board[at] = letters[rng.IntN(len(letters))]
		with := c.position(board, game.Seat((placed+1)%2))
		if _, err := c.Reference(with); err != nil {
			board[at] = 0
			continue
		}
		text = with
		placed++
	}
	return text
}

// marked is a board with any letters. To leave a player without a move, it is
// often full and lacks a letter, or one team has its whole edge.
func (c *suite[S, P]) marked(rng *rand.Rand) string {
	board := make([]byte, c.spec.Size*c.spec.Size)
	letters := c.Letters[0] + c.Letters[1]
	count := rng.IntN(len(board) + 1)
	if len(letters) > 2 && rng.IntN(4) == 0 {
		lacking := rng.IntN(len(letters))
		letters = letters[:lacking] + letters[lacking+1:]
		count = len(board)
	}
	for _, at := range rng.Perm(len(board))[:count] {
		board[at] = letters[rng.IntN(len(letters))]
	}
	if rng.IntN(8) == 0 {
		c.surround(board, c.Letters[rng.IntN(2)], rng)
	}
	return c.position(board, game.Seat(rng.IntN(len(c.spec.Seats))))
}

// surround puts some of the letters on all cells at the edge.
func (c *suite[S, P]) surround(board []byte, letters string, rng *rand.Rand) {
	last := c.spec.Size - 1
	for at := range board {
		if col, row := at/c.spec.Size, at%c.spec.Size; col == 0 || row == 0 || col == last || row == last {
			board[at] = letters[rng.IntN(len(letters))]
		}
	}
}

// scattered is a random board with any letters and any seat to move; in games
// that count pieces it is mostly not a valid position.
func (c *suite[S, P]) scattered(rng *rand.Rand) string {
	board := make([]byte, c.spec.Size*c.spec.Size)
	letters := c.Letters[0] + c.Letters[1]
	filled := rng.Float64()
	for at := range board {
		if rng.Float64() < filled*filled {
			board[at] = letters[rng.IntN(len(letters))]
		}
	}
	return c.position(board, game.Seat(rng.IntN(len(c.spec.Seats))))
}

// position is the text of a board that is given column by column.
func (c *suite[S, P]) position(board []byte, seat game.Seat) string {
	at := func(cell game.Cell) byte { return board[int(cell.Col)*c.spec.Size+int(cell.Row)] }
	return game.WriteBoard(c.spec.Size, at) + " " + c.spec.Seats[seat].ID
}
