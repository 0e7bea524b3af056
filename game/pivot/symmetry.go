package pivot

import (
	"math/bits"

	"plateau/game"
	"plateau/internal/dihedral"
	"plateau/internal/lanes"
)

// The symmetries are the 8 of the board, and those combined with turning over
// every card, numbered 8 higher.
const (
	turnAll       = dihedral.Count
	symmetryCount = 2 * dihedral.Count
)

// turnWord applies a symmetry, as numbered by package dihedral, to all lanes.
func turnWord(word uint64, by game.Symmetry) uint64 {
	if by&4 != 0 {
		word = lanes.TransposeOuter.Apply(lanes.TransposeInner.Apply(word))
	}
	if by&1 != 0 {
		word = lanes.ColumnHalves.Apply(lanes.ColumnsCD.Apply(lanes.ColumnsAB.Apply(word)))
	}
	if by&2 != 0 {
		word = lanes.RowHalves.Apply(lanes.Rows34.Apply(lanes.Rows12.Apply(word)))
	}
	return word
}

func turnCards(cards uint64, by game.Symmetry) uint64 {
	cards = turnWord(cards, by)
	if by&turnAll != 0 {
		const blacks = lanes.Mask | lanes.Mask<<(2*cells)
		cards = cards&blacks<<cells | cards>>cells&blacks
	}
	return cards
}

func (s *State) turned(by game.Symmetry) State { return Make(turnCards(s.cards, by)) }

func turnMove(m game.Move, by game.Symmetry) game.Move {
	t := split(m)
	turnCell := func(c game.Cell) game.Cell { return dihedral.Cell(c, lanes.Edge, by&(turnAll-1)) }
	t.from, t.to, t.drop = turnCell(t.from), turnCell(t.to), turnCell(t.drop)
	t.face ^= int(by / turnAll)
	return t.move()
}

func compose(first, then game.Symmetry) game.Symmetry {
	const board = turnAll - 1
	return (first^then)&turnAll | dihedral.Compose(first&board, then&board)
}

func inverse(y game.Symmetry) game.Symmetry {
	return y&turnAll | dihedral.Inverse(y&(turnAll-1))
}

// canonical is the image with the smallest key.
func canonical(s *State) (State, game.Symmetry) {
	best, by := s.cards, game.Symmetry(0)
	for y := game.Symmetry(1); y < symmetryCount; y++ {
		if cards := turnCards(s.cards, y); cards < best {
			best, by = cards, y
		}
	}
	return State{cards: best, plies: uint8(bits.OnesCount64(best)), outcome: s.outcome}, by
}
