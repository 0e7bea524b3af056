package packed

import (
	index "plateau/exact/quixo"
)

// unit is positions that are coded in one go: the sharings of a set, or those
// with the same upper bits.
type unit struct {
	terms

	marks int
	// top is the upper bits of the sharings, as the address of the first word.
	top int
	// valid are the bits of a word that are positions: all of them, except
	// with few marks.
	valid uint64
	// won, lost and drawn have one bit per sharing.
	won, lost, drawn []uint64
	// over and sure are the positions that are not coded: those with a
	// complete line, and those won at once.
	over, sure []uint64
	// threats has the positions in which the opponent threatens to complete a
	// line in at least one, two and three ways.
	threats [3][]uint64
	// near has the positions with at least one, and with at least two, lost
	// neighbours in other words.
	near [2][]uint64
	late []Late
	// lateWords has one bit per late loss.
	lateWords []uint64
}

// Late is a loss that was found after the first round.
type Late struct {
	Sharing uint32
	Round   int
}

// newUnit makes room for units of a layer.
func newUnit(marks, words int) *unit {
	u := &unit{marks: marks, valid: ^uint64(0)}
	if marks < wordBits {
		u.valid = 1<<(1<<marks) - 1
	}
	memory := make([]uint64, 11*words)
	for _, plane := range []*[]uint64{
		&u.won, &u.lost, &u.drawn, &u.over, &u.sure, &u.threats[0], &u.threats[1], &u.threats[2],
		&u.near[0], &u.near[1], &u.lateWords,
	} {
		*plane, memory = memory[:words:words], memory[words:]
	}
	return u
}

// prepare finds out what follows from the marks alone.
func (u *unit) prepare(p *patterns, cells index.Set) {
	u.find(p, cells)
	own, wins, gifts := u.won, u.lost, u.drawn
	for _, plane := range [][]uint64{u.over, u.sure, own, u.threats[0], u.threats[1], u.threats[2]} {
		clear(plane)
	}
	for _, term := range u.lines {
		u.ofOpponent(term, u.over)
		u.ofPlayer(term, own)
	}
	for _, term := range u.terms.threats {
		u.addThreat(term)
	}
	for i := range u.pushes {
		push := &u.pushes[i]
		if len(push.gifts) == 0 {
			u.allOfPlayer(push.wins, u.sure)
			continue
		}
		clear(wins)
		clear(gifts)
		u.allOfPlayer(push.wins, wins)
		for _, term := range push.gifts {
			u.ofOpponent(term, gifts)
		}
		for x, won := range wins {
			u.sure[x] |= won &^ gifts[x]
		}
	}
	for x := range own {
		other := u.over[x]
		u.over[x] |= own[x]
		u.sure[x] &^= u.over[x]
		// Who has a line wins, and the player to move first.
		u.lost[x] = other &^ own[x]
		u.won[x] |= u.sure[x]
		u.drawn[x] = 0
	}
}

func (u *unit) allOfPlayer(terms []uint32, plane []uint64) {
	for _, term := range terms {
		u.ofPlayer(term, plane)
	}
}

// span is the words in which a player may have all cells of a term: the
// addresses with the bits inside, and in them the positions of the mask. Bits of
// the opponent's marks are 1, and of the player to move 0.
func (u *unit) span(term uint32, opponent bool) (inside int, mask uint64, some bool) {
	mask = u.valid
	for bit, off := range index.BitOff {
		if term>>bit&1 != 0 {
			if opponent {
				off = ^off
			}
			mask &= off
		}
	}
	address := int(term >> wordBits)
	inside = address & (len(u.won) - 1)
	outside := address &^ inside
	if opponent {
		return inside, mask, u.top&outside == outside
	}
	return inside, mask, u.top&outside == 0
}

// ofOpponent adds the positions in which the opponent has all cells of a term.
func (u *unit) ofOpponent(term uint32, plane []uint64) {
	inside, mask, some := u.span(term, true)
	if !some {
		return
	}
	for x := inside; x < len(plane); x = (x + 1) | inside {
		plane[x] |= mask
	}
}

// ofPlayer adds the positions in which the player to move has all cells of a
// term.
func (u *unit) ofPlayer(term uint32, plane []uint64) {
	inside, mask, some := u.span(term, false)
	if !some {
		return
	}
	for x := inside; x < len(plane); x = (x + 1) | inside {
		plane[x^inside] |= mask
	}
}

// addThreat counts the positions in which the opponent has all cells of a term.
func (u *unit) addThreat(term uint32) {
	inside, mask, some := u.span(term, true)
	if !some {
		return
	}
	one, two, three := u.threats[0], u.threats[1], u.threats[2]
	for x := inside; x < len(one); x = (x + 1) | inside {
		three[x] |= two[x] & mask
		two[x] |= one[x] & mask
		one[x] |= mask
	}
}
