package reference

import "fmt"

const quantikShapes = "SYCN"

// quantik stores a piece as its shape's letter, capital for player 1 and small
// for player 2.
type quantik struct{ place }

// quantikTurn puts a piece of the player to move on an empty cell; the shape is
// a capital for both players.
type quantikTurn struct {
	shape byte
	at    cell
}

func (t quantikTurn) text() string {
	return string([]byte{t.shape}) + "@" + t.at.name()
}

// Quantik reads a position. It refuses three of a kind, a player to move that
// does not fit the number of pieces, and two shades of one shape in one row,
// column or region. A line anywhere is accepted as a finished game, whether or
// not the last turn can have made it.
func Quantik(text string) (Position, error) {
	b, player, err := read(text, 4, "SYCNsycn", "1", "2")
	if err != nil {
		return nil, err
	}
	first, second := 0, 0
	for at := range cells(4) {
		letter := b.at(at)
		if letter == empty {
			continue
		}
		if quantikOwner(letter) == "1" {
			first++
		} else {
			second++
		}
		if b.count(letter) > 2 {
			return nil, fmt.Errorf("%q: more than two %c, one of them at %s", text, letter, at.name())
		}
		if quantikForbidden(&b, quantikShape(letter), at, quantikOwner(letter)) {
			return nil, fmt.Errorf("%q: %c at %s shares a row, a column or a region with an opposing piece of its shape",
				text, letter, at.name())
		}
	}
	// Player 1 began, and each turn places one piece.
	if player == "1" && first != second || player == "2" && first != second+1 {
		return nil, fmt.Errorf("%q: player %s cannot be to move with %d pieces of player 1 and %d of player 2",
			text, player, first, second)
	}
	return quantik{place{b, player}}, nil
}

// quantikPiece is the letter of a player's piece of a shape.
func quantikPiece(shape byte, player string) byte {
	if player == "2" {
		return shape - 'A' + 'a'
	}
	return shape
}

func quantikOwner(letter byte) string {
	if letter >= 'a' {
		return "2"
	}
	return "1"
}

func quantikShape(letter byte) byte {
	if letter >= 'a' {
		return letter - 'a' + 'A'
	}
	return letter
}

// quantikForbidden: the opponent of this player has a piece of the shape in the
// row, the column or the region of the cell. The player's own pieces of the
// shape never forbid.
func quantikForbidden(b *board, shape byte, at cell, player string) bool {
	opposing := quantikPiece(shape, other(player))
	for c := range cells(4) {
		sameRow := c.row == at.row
		sameColumn := c.col == at.col
		sameRegion := c.row/2 == at.row/2 && c.col/2 == at.col/2
		if b.at(c) == opposing && (sameRow || sameColumn || sameRegion) {
			return true
		}
	}
	return false
}

// hasLine: a row, a column or a region holds four different shapes, no matter
// whose.
func (p quantik) hasLine() bool {
	for i := range 4 {
		var row, column, region [4]byte
		for j := range 4 {
			row[j] = p.board.at(cell{j, i})
			column[j] = p.board.at(cell{i, j})
			region[j] = p.board.at(cell{i%2*2 + j%2, i/2*2 + j/2})
		}
		if allShapes(row) || allShapes(column) || allShapes(region) {
			return true
		}
	}
	return false
}

func allShapes(letters [4]byte) bool {
	for i := range letters {
		if letters[i] == empty {
			return false
		}
		for j := range i {
			if quantikShape(letters[i]) == quantikShape(letters[j]) {
				return false
			}
		}
	}
	return true
}

// Outcome: a line was completed by the player who has just moved; without one,
// a player who cannot place any piece loses.
func (p quantik) Outcome() Outcome {
	if p.hasLine() || len(p.turns()) == 0 {
		return wonBy(other(p.player))
	}
	return running
}

// turns lists what the player to move can place, whether or not the game is
// finished.
func (p quantik) turns() []quantikTurn {
	var turns []quantikTurn
	for i := range len(quantikShapes) {
		shape := quantikShapes[i]
		if p.board.count(quantikPiece(shape, p.player)) == 2 {
			continue // each player owns two of each shape
		}
		for at := range cells(4) {
			if p.board.at(at) == empty && !quantikForbidden(&p.board, shape, at, p.player) {
				turns = append(turns, quantikTurn{shape, at})
			}
		}
	}
	return turns
}

func (p quantik) Moves() []string { return texts(p.turns(), p) }

func (p quantik) Play(move string) Position {
	t := find(p.turns(), move, p)
	next := quantik{place{p.board, other(p.player)}}
	next.board.put(t.at, quantikPiece(t.shape, p.player))
	return next
}
