package packed

import "math/bits"

// The values of a unit are coded word by word in ascending order, each with a
// context of what is known then. A neighbour with one mark more of the player
// to move comes earlier, and hardly ever is worse; and so do half of those in
// which two marks of different players are exchanged.

// lowerIn and exchangedIn have the neighbours within a word that come before a
// position.
var lowerIn, exchangedIn, upperIn = func() (lower, exchanged, upper [64]uint64) {
	for i := range 64 {
		for one := 1; one < 64; one <<= 1 {
			if i&one == 0 {
				upper[i] |= 1 << (i | one)
				continue
			}
			lower[i] |= 1 << (i ^ one)
			for zero := 1; zero < one; zero <<= 1 {
				if i&zero == 0 {
					exchanged[i] |= 1 << (i ^ one | zero)
				}
			}
		}
	}
	return lower, exchanged, upper
}()

// counter counts up to 31 in each of 64 places.
type counter [5]uint64

func (c *counter) add(word uint64) {
	c0 := c[0] & word
	c[0] ^= word
	c1 := c[1] & c0
	c[1] ^= c0
	c2 := c[2] & c1
	c[2] ^= c1
	c3 := c[3] & c2
	c[3] ^= c2
	c[4] |= c3
}

// codeValues codes the values of a prepared unit. In an encoder and a counter,
// won and lost are the true values, given as words.
func (c *coder) codeValues(u *unit, trueWon, trueLost []uint64) {
	words := len(u.won)
	topOnes := bits.OnesCount(uint(u.top))
	for x := range words {
		var lostBelow, drawnBelow, lostBeside, drawnBeside counter
		for ones := x; ones != 0; ones &= ones - 1 {
			one := ones & -ones
			below := x ^ one
			lostBelow.add(u.lost[below])
			drawnBelow.add(u.drawn[below])
			for zeros := (one - 1) &^ x; zeros != 0; zeros &= zeros - 1 {
				beside := below | zeros&-zeros
				lostBeside.add(u.lost[beside])
				drawnBeside.add(u.drawn[beside])
			}
		}
		u.near[0][x] = lostBelow[0] | lostBelow[1] | lostBelow[2] | lostBelow[3]
		u.near[1][x] = lostBelow[1] | lostBelow[2] | lostBelow[3]
		open := u.valid &^ (u.over[x] | u.sure[x])
		if open == 0 {
			continue
		}
		w := word{open: open, lost: u.lost[x]}
		many := lostBelow[2] | lostBelow[3]
		w.planes[0], w.planes[1] = lostBelow[0]|many, lostBelow[1]|many
		many = drawnBelow[3]
		w.planes[2], w.planes[3], w.planes[4] = drawnBelow[0]|many, drawnBelow[1]|many, drawnBelow[2]|many
		w.planes[5] = u.threats[0][x]&^u.threats[1][x] | u.threats[2][x]
		w.planes[6] = u.threats[1][x]
		copy(w.planes[8:], lostBeside[:])
		copy(w.planes[16:], drawnBeside[:])
		w.lostNear = u.near[0][x]
		w.drawnNear = drawnBelow[0] | drawnBelow[1] | drawnBelow[2] | drawnBelow[3]
		w.ones = topOnes + bits.OnesCount(uint(x))
		if trueWon != nil {
			w.trueWon, w.trueLost = trueWon[x], trueLost[x]
		}
		c.codeWord(&w)
		u.won[x] |= w.won
		u.lost[x] = w.lost
		u.drawn[x] = w.drawn
	}
}
