package quantik

import (
	"strings"

	"plateau/game"
	"plateau/internal/lanes"
)

var seats = []game.SeatInfo{
	{ID: "1", Team: 0, Colour: "light"},
	{ID: "2", Team: 1, Colour: "dark"},
}

// Spec describes the game to generic code.
func Spec() game.Spec[State] {
	return game.Spec[State]{
		ID: "quantik", Name: "Quantik", Size: 4,
		Seats: seats, TeamIDs: [2]string{"1", "2"},
		Openers:  []game.Seat{First},
		MaxPlies: cells,
		// The leaflet draws lots for who begins, not for the colours.
		FreeColours: true,
		Decisive:    true,
		Refusals:    []game.Ground{Syntax, Occupied, NoneLeft, Opposed, WrongTurn, WrongCount, ThreeAlike, Clash, Mixed},
		Reasons:     []game.Phrase{FourShapes, Blocked},
		Letters:     letters + smallLetters,
		Slots:       slots,
		Start:       func(game.Seat) State { return Start() },
		FromKey:     fromKey,
		Parse:       parse,
		Format:      (*State).format,
		Notations:   []game.Notation[State]{{ID: "qfen", Format: (*State).QFEN}},
		ParseMove:   parseMove,
		FormatMove:  formatMove,
		Picks:       picks,
		Attempt:     (*State).attempt,
		Motions:     (*State).motions,
		Refuse:      (*State).refuse,
		Verdict:     func(s, _ *State) game.Verdict { return s.verdict() },
		Letter:      (*State).letter,
		Reserve:     (*State).reserve,
		Symmetries: game.Symmetries[State]{
			Count:     boardCount * renameCount,
			State:     (*State).turned,
			Move:      turnMove,
			Inverse:   inverse,
			Compose:   compose,
			Canonical: canonical,
		},
	}
}

var slots = []game.Slot{{ID: game.PieceSlot}, {ID: game.CellSlot, OnBoard: true}}

// placing is the choices that decide where a piece goes.
var placing = []game.SlotID{game.PieceSlot, game.CellSlot}

func picks(_ *State, m game.Move) game.Picks {
	return game.Picks{
		game.PieceSlot: letters[m/cells%shapes:][:1],
		game.CellSlot:  lanes.Cell(int(m)).String(),
	}
}

// attempt fills in a piece that the player has, so that a cell is refused for
// what occupies or blocks it.
func (s *State) attempt(picks game.Picks) string {
	piece := letters[:1]
	if left := s.reserve(s.ToMove()); left != "" {
		piece = strings.ToUpper(left[:1])
	}
	return picks.Join(
		game.Part{Slot: game.PieceSlot, Else: piece},
		game.Part{Sign: "@", Slot: game.CellSlot, Else: "a1"})
}

func (s *State) motions(m game.Move) []game.Motion {
	letter := lettersOf(s.ToMove())[m/cells%shapes]
	return []game.Motion{{Kind: game.Places, To: lanes.Cell(int(m)), Letter: letter, Needs: placing}}
}
