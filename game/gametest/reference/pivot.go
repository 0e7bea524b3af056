package reference

import (
	"fmt"
	"strings"
)

// pivot stores a card as C (circle, player 1) or S (square, player 2), capital
// with its black face up and small with its silver face up.
type pivot struct{ place }

// pivotTurn is a pivot of an opposing card, unless left out, and a drop.
type pivotTurn struct {
	pivots   bool
	from, to cell
	card     byte
	at       cell
}

func (t pivotTurn) text() string {
	drop := string([]byte{t.card}) + "@" + t.at.name()
	if !t.pivots {
		return drop
	}
	return t.from.name() + "-" + t.to.name() + "+" + drop
}

// Pivot reads a position. It refuses more than 8 cards of a player, and numbers
// of cards that do not fit the player to move: circles begin and each turn
// drops one card.
func Pivot(text string) (Position, error) {
	b, player, err := read(text, 4, "CcSs", "1", "2")
	if err != nil {
		return nil, err
	}
	circles := b.count('C') + b.count('c')
	squares := b.count('S') + b.count('s')
	if circles > 8 || squares > 8 {
		return nil, fmt.Errorf("%q: %d circles and %d squares, but there are only 8 of each", text, circles, squares)
	}
	if player == "1" && circles != squares || player == "2" && circles != squares+1 {
		return nil, fmt.Errorf("%q: player %s cannot be to move with %d circles and %d squares",
			text, player, circles, squares)
	}
	return pivot{place{b, player}}, nil
}

// pivotCards are the letters of a player's cards, black face first.
func pivotCards(player string) string {
	if player == "1" {
		return "Cc"
	}
	return "Ss"
}

func pivotOwns(player string, card byte) bool {
	return strings.IndexByte(pivotCards(player), card) >= 0
}

// turnedOver: black becomes silver, silver becomes black.
var turnedOver = map[byte]byte{'C': 'c', 'c': 'C', 'S': 's', 's': 'S'}

// pivotLine: three cards of the player with the same face up, hence of the same
// letter, on three neighbouring cells in a row, a column or a diagonal.
func pivotLine(b *board, player string) bool {
	for first := range cells(4) {
		card := b.at(first)
		if !pivotOwns(player, card) {
			continue
		}
		for _, d := range []struct{ cols, rows int }{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			second := first.step(d.cols, d.rows)
			third := second.step(d.cols, d.rows)
			if b.has(third) && b.at(second) == card && b.at(third) == card {
				return true
			}
		}
	}
	return false
}

// Outcome follows the ruling on lines, case by case, for the player to move P
// and the opponent Q.
func (p pivot) Outcome() Outcome {
	opponent := other(p.player)
	lineP := pivotLine(&p.board, p.player)
	lineQ := pivotLine(&p.board, opponent)
	// 1. Q has just had the turn in which to break or answer P's line.
	if lineP && !lineQ {
		return wonBy(p.player)
	}
	// 2. On a full board exactly one line wins, and case 1 has taken P's.
	if p.board.count(empty) == 0 {
		if lineQ && !lineP {
			return wonBy(opponent)
		}
		return Outcome{State: "drawn"}
	}
	// 3. Nobody has to play a turn that cannot matter.
	if lineQ && !lineP && !p.canAnswer() {
		return wonBy(opponent)
	}
	// 4. Otherwise the game goes on.
	return running
}

// canAnswer: some turn leaves the opponent without any line, or makes one for
// the player to move.
func (p pivot) canAnswer() bool {
	for _, t := range p.turns() {
		after := p.after(t)
		if !pivotLine(&after, other(p.player)) || pivotLine(&after, p.player) {
			return true
		}
	}
	return false
}

// turns lists what the player to move can do, whether or not the game is
// finished. Pivoting is compulsory where it is possible; where it is not, as in
// the first turn of the game, the drop stands alone.
func (p pivot) turns() []pivotTurn {
	var turns []pivotTurn
	for from := range cells(4) {
		if !pivotOwns(other(p.player), p.board.at(from)) {
			continue
		}
		for _, to := range []cell{from.step(-1, 0), from.step(0, -1), from.step(0, 1), from.step(1, 0)} {
			if p.board.has(to) && p.board.at(to) == empty {
				turns = p.addDrops(turns, pivotTurn{pivots: true, from: from, to: to})
			}
		}
	}
	if len(turns) == 0 {
		turns = p.addDrops(turns, pivotTurn{})
	}
	return turns
}

// addDrops completes a turn in every way: one of the player's cards, either
// face up, on any cell that is empty after the pivot. While a cell is empty the
// player has a card left, since Pivot refuses other numbers of cards.
func (p pivot) addDrops(turns []pivotTurn, t pivotTurn) []pivotTurn {
	b := p.afterPivot(t)
	faces := pivotCards(p.player)
	for i := range len(faces) {
		t.card = faces[i]
		for at := range cells(4) {
			if b.at(at) == empty {
				t.at = at
				turns = append(turns, t)
			}
		}
	}
	return turns
}

func (p pivot) afterPivot(t pivotTurn) board {
	b := p.board
	if t.pivots {
		b.put(t.to, turnedOver[b.at(t.from)])
		b.put(t.from, empty)
	}
	return b
}

func (p pivot) after(t pivotTurn) board {
	b := p.afterPivot(t)
	b.put(t.at, t.card)
	return b
}

func (p pivot) Moves() []string { return texts(p.turns(), p) }

func (p pivot) Play(move string) Position {
	return pivot{place{p.after(find(p.turns(), move, p)), other(p.player)}}
}
