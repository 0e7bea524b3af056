package packed

import "math/bits"

// Late losses are coded after the values of their unit: whether there are any,
// then for every word with losses whether one of them is late, then which, each
// followed by its round.

// Contexts of late losses, after those of the values.
const (
	lateUnit    = 2 * contexts
	lateWord    = lateUnit + 1
	latePlace   = lateWord + 4*8
	lateRound   = latePlace + 4*4*4*4
	allContexts = lateRound + 8*maxRound
)

// maxRound is the greatest round that can be stored.
const maxRound = 127

// codeLate codes the late losses of a unit. In an encoder and a counter they are
// given.
func (c *coder) codeLate(u *unit) {
	given := u.late
	if c.mode == decoding {
		given, u.late = nil, u.late[:0]
	}
	if !c.code(len(given) > 0, lateUnit) {
		return
	}
	clear(u.lateWords)
	previous := 0
	for x := range u.lost {
		losses := u.lost[x] &^ u.over[x]
		if losses == 0 {
			continue
		}
		var near counter
		nearWords := 0
		for ones := x; ones != 0; ones &= ones - 1 {
			below := u.lateWords[x^(ones&-ones)]
			near.add(below)
			if below != 0 {
				nearWords++
			}
		}
		first := uint32((u.top | x) << wordBits)
		some := len(given) > 0 && given[0].Sharing>>wordBits == first>>wordBits
		edge := bits.Len(uint(bits.OnesCount64(losses &^ u.near[0][x])))
		if !c.code(some, lateWord+uint32(min(nearWords, 3)*8+edge)) {
			continue
		}
		for rest := losses; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			lower := lowerIn[i]
			lateBelow := min(int(near[0]>>i&1+near[1]>>i&1*2+near[2]>>i&1*3)+bits.OnesCount64(u.lateWords[x]&lower), 3)
			lostBelow := min(int(u.near[0][x]>>i&1+u.near[1][x]>>i&1)+bits.OnesCount64(u.lost[x]&lower), 3)
			threats := int(u.threats[0][x]>>i&1 + u.threats[1][x]>>i&1 + u.threats[2][x]>>i&1)
			// The last chance of a word with late losses.
			must := 0
			if rest&(rest-1) == 0 && u.lateWords[x] == 0 {
				must = 1
			}
			late := len(given) > 0 && given[0].Sharing == first|uint32(i)
			if must == 0 && !c.code(late, latePlace+uint32(lateBelow*64+lostBelow*16+threats*4+min(bits.OnesCount64(u.lateWords[x]), 3))) {
				continue
			}
			u.lateWords[x] |= 1 << i
			if len(given) > 0 {
				previous = c.codeRound(given[0].Round, previous)
				given = given[1:]
			} else {
				previous = c.codeRound(0, previous)
				u.late = append(u.late, Late{first | uint32(i), previous})
			}
		}
	}
}

// codeRound codes a round in unary, in the context of the round before.
func (c *coder) codeRound(round, previous int) int {
	context := lateRound + uint32(bits.Len(uint(previous)))*maxRound
	for r := 2; r < maxRound; r++ {
		if c.code(r == round, context+uint32(r)) {
			return r
		}
	}
	return maxRound
}
