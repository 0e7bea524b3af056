package packed

import (
	"cmp"
	"math/bits"
	"slices"

	index "plateau/exact/quixo"
)

// A position is over if a line is complete, and won if the player to move can
// complete one. Both follow from the marks alone, for 64 sharings at a time, so
// that they are not stored. What the opponent threatens to complete is the
// most useful hint about the rest.
//
// All of these are terms: sets of marked cells that must belong to one player.

// patterns are the terms of a board, as sets of cells.
type patterns struct {
	board  *index.Board
	pushes []pushPatterns
}

// pushPatterns are the lines that a push completes.
type pushPatterns struct {
	from index.Set
	// wins are the cells, besides from, that the player must own for a
	// complete line, and gifts those that the other player must own.
	wins, gifts []index.Set
}

func newPatterns(board *index.Board) *patterns {
	p := &patterns{board: board}
	for i := range board.Pushes {
		push := &board.Pushes[i]
		found := pushPatterns{from: 1 << push.From}
		for _, line := range board.Lines {
			before := index.Set(0)
			for cell := range board.Cells {
				if line>>push.Cell(cell)&1 != 0 {
					before |= 1 << cell
				}
			}
			if before == line && before&found.from == 0 {
				continue // The push does not touch it.
			}
			found.wins = append(found.wins, before&^found.from)
			if before&found.from == 0 {
				found.gifts = append(found.gifts, before)
			}
		}
		p.pushes = append(p.pushes, found)
	}
	return p
}

// terms are the terms of a set of marked cells, as masks of sharings.
type terms struct {
	lines []uint32
	// threats are what a player needs to complete a line with one push.
	threats []uint32
	pushes  []pushTerms
}

// pushTerms are the terms of a push by which the player to move may win.
type pushTerms struct{ wins, gifts []uint32 }

// find fills in the terms of a set.
func (t *terms) find(p *patterns, cells index.Set) {
	t.lines, t.threats, t.pushes = t.lines[:0], t.threats[:0], t.pushes[:0]
	for _, line := range p.board.Lines {
		if line&^cells == 0 {
			t.lines = append(t.lines, sharingMask(cells, line))
		}
	}
	for i := range p.pushes {
		push := &p.pushes[i]
		found := t.nextPush()
		for _, needed := range push.wins {
			if needed&^cells == 0 {
				found.wins = append(found.wins, sharingMask(cells, (needed|push.from)&cells))
			}
		}
		if len(found.wins) == 0 {
			t.pushes = t.pushes[:len(t.pushes)-1]
			continue
		}
		t.threats = append(t.threats, found.wins...)
		for _, needed := range push.gifts {
			if needed&^cells == 0 {
				found.gifts = append(found.gifts, sharingMask(cells, needed))
			}
		}
	}
	t.threats = minimal(t.threats)
}

// nextPush adds empty terms of a push, and reuses their memory.
func (t *terms) nextPush() *pushTerms {
	if len(t.pushes) == cap(t.pushes) {
		t.pushes = append(t.pushes, pushTerms{})
	} else {
		t.pushes = t.pushes[:len(t.pushes)+1]
	}
	found := &t.pushes[len(t.pushes)-1]
	found.wins, found.gifts = found.wins[:0], found.gifts[:0]
	return found
}

// sharingMask is the bits of sharings that stand for some of the marked cells.
func sharingMask(cells, some index.Set) (mask uint32) {
	for rest := some; rest != 0; rest &= rest - 1 {
		mask |= 1 << bits.OnesCount32(uint32(cells&(rest&-rest-1)))
	}
	return mask
}

// minimal removes terms that follow from others, and sorts the rest.
func minimal(terms []uint32) []uint32 {
	slices.SortFunc(terms, func(a, b uint32) int {
		return cmp.Or(bits.OnesCount32(a)-bits.OnesCount32(b), cmp.Compare(a, b))
	})
	found := terms[:0]
	for _, term := range terms {
		if !slices.ContainsFunc(found, func(f uint32) bool { return f&term == f }) {
			found = append(found, term)
		}
	}
	return found
}

const wordBits = index.WordBits
