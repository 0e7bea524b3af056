package fourrow

import (
	"plateau/game"
	"plateau/game/square"
)

// Spec describes the game to generic code.
func Spec() game.Spec[State] {
	return game.Spec[State]{
		ID: "fourrow", Name: "Four in a row", Size: size,
		Seats: seats, TeamIDs: [2]string{"X", "O"},
		Openers:    []game.Seat{0},
		MaxPlies:   cells,
		Refusals:   []game.Ground{Syntax, Taken, WrongTurn, WrongCount},
		Reasons:    []game.Phrase{FourInLine, FullBoard},
		Letters:    letters,
		Slots:      []game.Slot{{ID: game.CellSlot, OnBoard: true}},
		Start:      func(game.Seat) State { return makeState(0, 0) },
		FromKey:    fromKey,
		Parse:      parse,
		Format:     (*State).format,
		ParseMove:  parseMove,
		FormatMove: formatMove,
		Picks:      func(s *State, m game.Move) game.Picks { return game.Picks{game.CellSlot: formatMove(s, m)} },
		Attempt: func(_ *State, picks game.Picks) string {
			return picks.Join(game.Part{Slot: game.CellSlot, Else: "a1"})
		},
		Motions:    motions,
		Refuse:     (*State).refuse,
		Verdict:    func(s, _ *State) game.Verdict { return s.verdict() },
		Letter:     (*State).letter,
		Symmetries: symmetries(),
	}
}

// motions are what a page has to show: a mark is placed on a cell.
func motions(s *State, m game.Move) []game.Motion {
	return []game.Motion{{
		Kind: game.Places, To: cellOf(int(m)), Letter: letters[s.ToMove()],
		Needs: []game.SlotID{game.CellSlot},
	}}
}

// symmetries are the 8 of the board.
func symmetries() game.Symmetries[State] {
	return game.Symmetries[State]{
		Count:   square.Symmetries,
		State:   (*State).turned,
		Move:    turnMove,
		Inverse: square.Inverse,
		Compose: square.Compose,
		Canonical: func(s *State) (State, game.Symmetry) {
			best, by := *s, game.Symmetry(0)
			for y := game.Symmetry(1); y < square.Symmetries; y++ {
				if turned := s.turned(y); turned.Key() < best.Key() {
					best, by = turned, y
				}
			}
			return best, by
		},
	}
}

func turnMove(m game.Move, by game.Symmetry) game.Move {
	return game.Move(bitOf(square.Turn(cellOf(int(m)), size, by)))
}

func (s *State) turned(by game.Symmetry) State {
	turned := *s
	for side, marks := range s.marks {
		turned.marks[side] = 0
		for _, c := range cellsOf(marks) {
			turned.marks[side] |= 1 << bitOf(square.Turn(c, size, by))
		}
	}
	return turned
}
