package quantik

import (
	"strings"

	"plateau/game"
	"plateau/internal/lanes"
)

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
