package quixo

import (
	"cmp"

	"plateau/game"
)

var (
	slots = []game.Slot{{ID: game.FromSlot, OnBoard: true}, {ID: game.ToSlot, OnBoard: true}}
	// The dot comes last: it is turned when the cube goes back.
	slots4 = append(slots[:2:2], game.Slot{ID: game.DotSlot})
	// pushing is the choices that decide where the cubes go.
	pushing = []game.SlotID{game.FromSlot, game.ToSlot}
)

func pushPicks(push game.Move) game.Picks {
	from, to, _ := splitMove(push)
	return game.Picks{game.FromSlot: from.String(), game.ToSlot: to.String()}
}

func picks4(_ *State4, m game.Move) game.Picks {
	if m == Pass {
		return game.Picks{}
	}
	p := pushPicks(m >> 1)
	p[game.DotSlot] = string(rune('1' + m&1))
	return p
}

// attemptPush returns a cube to where it was taken, since taking is checked
// before returning.
func attemptPush(picks game.Picks) string {
	return picks.Join(
		game.Part{Slot: game.FromSlot, Else: "a1"},
		game.Part{Sign: "-", Slot: game.ToSlot, Else: picks[game.FromSlot]})
}

// attempt is a pass if it is the only legal move and nothing was chosen.
func (s *State4) attempt(picks game.Picks) string {
	if len(picks) == 0 && s.takeable() == 0 {
		return passText
	}
	return attemptPush(picks) + picks.Join(game.Part{Sign: ".", Slot: game.DotSlot, Else: "1"})
}

func (s *State) motions(m game.Move) []game.Motion {
	return pushMotions(m, letters[s.toMove&1], s.letter)
}

func (s *State4) motions(m game.Move) []game.Motion {
	if m == Pass {
		return nil
	}
	return pushMotions(m>>1, letters4[int(s.team())+2*int(m&1)], s.letter)
}

// pushMotions are the motions of the cube that is pushed in, with its new
// letter, and of those that make room for it, the nearest to the gap first.
func pushMotions(push game.Move, letter byte, at func(c game.Cell) byte) []game.Motion {
	from, to, _ := splitMove(push)
	motions := []game.Motion{{Kind: game.Pushes, From: from, To: to, Letter: letter, Needs: pushing}}
	for gap := from; gap != to; {
		next := game.Cell{Col: towards(gap.Col, to.Col), Row: towards(gap.Row, to.Row)}
		motions = append(motions, game.Motion{Kind: game.Slides, From: next, To: gap, Letter: at(next), Needs: pushing})
		gap = next
	}
	return motions
}

// towards is one step towards an end.
func towards(at, end uint8) uint8 { return at + uint8(cmp.Compare(end, at)) }
