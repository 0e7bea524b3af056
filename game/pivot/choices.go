package pivot

import (
	"math/bits"

	"plateau/game"
	"plateau/internal/lanes"
)

var slots = []game.Slot{
	{ID: game.FromSlot, OnBoard: true},
	{ID: game.ToSlot, OnBoard: true},
	{ID: game.FaceSlot},
	{ID: game.DropSlot, OnBoard: true},
}

// The choices that decide where the cards go. The drop comes after the pivot
// and may use the cell it vacated.
var (
	pivoting = []game.SlotID{game.FromSlot, game.ToSlot}
	dropping = []game.SlotID{game.FaceSlot, game.DropSlot}
	wholly   = []game.SlotID{game.FromSlot, game.ToSlot, game.FaceSlot, game.DropSlot}
)

func (s *State) picks(m game.Move) game.Picks {
	t := split(m)
	p := game.Picks{
		game.FaceSlot: string(letters[2*int(s.ToMove())+t.face]),
		game.DropSlot: t.drop.String(),
	}
	if t.pivots {
		p[game.FromSlot], p[game.ToSlot] = t.from.String(), t.to.String()
	}
	return p
}

// attempt fills in a neighbour of the pivoting card, the black face, and the
// cell that the pivot vacates, which is always free.
func (s *State) attempt(picks game.Picks) string {
	own := letters[2*s.ToMove():][:1]
	from, pivots := picks[game.FromSlot]
	if _, goes := picks[game.ToSlot]; !pivots && !goes {
		return picks.Join(
			game.Part{Slot: game.FaceSlot, Else: own},
			game.Part{Sign: "@", Slot: game.DropSlot, Else: "a1"})
	}
	return picks.Join(
		game.Part{Slot: game.FromSlot, Else: "a1"},
		game.Part{Sign: "-", Slot: game.ToSlot, Else: s.neighbourText(from)},
		game.Part{Sign: "+", Slot: game.FaceSlot, Else: own},
		game.Part{Sign: "@", Slot: game.DropSlot, Else: from})
}

// neighbourText is a cell to which the card on a cell could pivot: a free one,
// if there is one.
func (s *State) neighbourText(from string) string {
	c, err := game.ParseCell(from, lanes.Edge)
	if err != nil {
		return "a1"
	}
	targets := neighbours[lanes.Bit(c)]
	if free := targets & s.empty(); free != 0 {
		targets = free
	}
	return lanes.Cell(bits.TrailingZeros64(targets)).String()
}

func (s *State) motions(m game.Move) []game.Motion {
	t := split(m)
	drop := game.Motion{Kind: game.Places, To: t.drop, Letter: letters[2*int(s.ToMove())+t.face], Needs: dropping}
	if !t.pivots {
		return []game.Motion{drop}
	}
	drop.Needs = wholly
	// Turning a card over changes the case of its letter.
	turned := s.letter(t.from) ^ ('a' - 'A')
	return []game.Motion{{Kind: game.Flips, From: t.from, To: t.to, Letter: turned, Needs: pivoting}, drop}
}
