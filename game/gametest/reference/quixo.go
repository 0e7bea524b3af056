package reference

import (
	"cmp"
	"fmt"
)

// quixo stores a cube as its mark, or empty where it is neutral.
type quixo struct{ place }

// quixoPush takes the cube at from and pushes it back in at to.
type quixoPush struct{ from, to cell }

func (t quixoPush) text() string { return t.from.name() + "-" + t.to.name() }

// Quixo reads a position on a board of size 3, 4 or 5. It accepts every
// arrangement of marks with either player to move, finished games included.
func Quixo(size int, text string) (Position, error) {
	if size < 3 || size > 5 {
		return nil, fmt.Errorf("no Quixo board has the size %d", size)
	}
	b, player, err := read(text, size, "XO", "X", "O")
	if err != nil {
		return nil, err
	}
	return quixo{place{b, player}}, nil
}

// quixoTeam is the team whose mark a cube shows, whatever its dot says; none
// for a neutral cube.
func quixoTeam(letter byte) string {
	switch letter {
	case 'X', 'x':
		return "X"
	case 'O', 'o':
		return "O"
	}
	return ""
}

func quixoOpponent(team string) string {
	if team == "X" {
		return "O"
	}
	return "X"
}

// quixoPushes lists where a cube can be pushed back in: the ends of its row and
// of its column, never the place it was taken from. There are none unless the
// cube is on the outer ring.
func quixoPushes(size int, from cell) []quixoPush {
	last := size - 1
	if from.col != 0 && from.col != last && from.row != 0 && from.row != last {
		return nil
	}
	var pushes []quixoPush
	for _, to := range []cell{{0, from.row}, {from.col, 0}, {from.col, last}, {last, from.row}} {
		if to != from {
			pushes = append(pushes, quixoPush{from, to})
		}
	}
	return pushes
}

// quixoPushed moves every cube between the gap and the end one cell towards the gap,
// and puts the cube that was taken, with its new letter, at the end.
func quixoPushed(b board, t quixoPush, letter byte) board {
	cols, rows := cmp.Compare(t.to.col, t.from.col), cmp.Compare(t.to.row, t.from.row)
	for gap := t.from; gap != t.to; gap = gap.step(cols, rows) {
		b.put(gap, b.at(gap.step(cols, rows)))
	}
	b.put(t.to, letter)
	return b
}

// quixoLine: a whole row, a whole column or one of the two long diagonals shows
// the team's mark.
func quixoLine(b *board, team string) bool {
	up, down := true, true
	for i := range b.size {
		row, column := true, true
		for j := range b.size {
			row = row && quixoTeam(b.at(cell{j, i})) == team
			column = column && quixoTeam(b.at(cell{i, j})) == team
		}
		if row || column {
			return true
		}
		up = up && quixoTeam(b.at(cell{i, i})) == team
		down = down && quixoTeam(b.at(cell{i, b.size - 1 - i})) == team
	}
	return up || down
}

// quixoOutcome is the outcome of the board before a turn of the team to move.
// The other team has just played: it loses by a line of the team to move, even
// if it has made one of its own as well. A pass cannot lie between, since a
// line ends the game at once.
func quixoOutcome(b *board, toMove string) Outcome {
	opponent := quixoOpponent(toMove)
	switch {
	case quixoLine(b, toMove):
		return wonBy(toMove)
	case quixoLine(b, opponent):
		return wonBy(opponent)
	}
	return running
}

func (p quixo) Outcome() Outcome { return quixoOutcome(&p.board, p.player) }

// turns lists the pushes of every ring cube that is neutral or shows the mark
// of the player to move, whether or not the game is finished.
func (p quixo) turns() []quixoPush {
	var turns []quixoPush
	for from := range cells(p.board.size) {
		if quixoTeam(p.board.at(from)) != quixoOpponent(p.player) {
			turns = append(turns, quixoPushes(p.board.size, from)...)
		}
	}
	return turns
}

func (p quixo) Moves() []string { return texts(p.turns(), p) }

func (p quixo) Play(move string) Position { return p.after(find(p.turns(), move, p)) }

func (p quixo) team() string  { return p.player }
func (p quixo) cubes() *board { return &p.board }

func (p quixo) after(t quixoPush) usual[quixoPush] {
	return quixo{place{quixoPushed(p.board, t, p.player[0]), quixoOpponent(p.player)}}
}

func (p quixo) skipped() usual[quixoPush] { return quixo{place{p.board, quixoOpponent(p.player)}} }
