package packed

import "math/bits"

// word is 64 positions that are coded one after the other.
type word struct {
	open             uint64
	won, lost, drawn uint64
	trueWon          uint64
	trueLost         uint64
	// lostNear and drawnNear have the positions with a neighbour in another
	// word that is lost or drawn.
	lostNear, drawnNear uint64
	ones                int
	// planes is what is known about neighbours below, lost ones beside, and drawn
	// ones beside, 8 planes each: bits of counts.
	planes [24]uint64
}

// transpose turns 8 planes into bytes: afterwards, byte i/8 of plane i%8 has the
// bits of position i.
func transpose(a *[8]uint64) {
	for j := range 4 {
		t := (a[j]>>4 ^ a[j+4]) & 0x0f0f0f0f0f0f0f0f
		a[j+4] ^= t
		a[j] ^= t << 4
	}
	for _, j := range [4]int{0, 1, 4, 5} {
		t := (a[j]>>2 ^ a[j+2]) & 0x3333333333333333
		a[j+2] ^= t
		a[j] ^= t << 2
	}
	for j := 0; j < 8; j += 2 {
		t := (a[j]>>1 ^ a[j+1]) & 0x5555555555555555
		a[j+1] ^= t
		a[j] ^= t << 1
	}
}

// levels puts counts of neighbours into 16 levels.
var levels = func() (of [64]uint8) {
	level := uint8(0)
	for count := range of {
		switch count {
		case 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 28, 34:
			level++
		}
		of[count] = level
	}
	return of
}()

// Contexts of values. If no neighbour below is lost:
//
//	ones (4 bits) │ threats (2) │ drawn below (3) │ lost beside (4) │ drawn beside (4)
//
// and otherwise, in addition to those:
//
//	ones (4 bits) │ threats (2) │ lost below (2) │ lost beside (4)
const (
	openContexts = 1 << 17
	contexts     = openContexts + 1<<12
)

const (
	isLost = iota
	isDrawn
	isWon
)

func (c *coder) codeWord(w *word) {
	below, lostBeside, drawnBeside := (*[8]uint64)(w.planes[:8]), (*[8]uint64)(w.planes[8:16]), (*[8]uint64)(w.planes[16:])
	transpose(below)
	transpose(lostBeside)
	transpose(drawnBeside)
	for rest := w.open; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest) & 63
		shift := i &^ 7
		known := uint32(below[i&7] >> shift)
		lower, exchanged, upper := lowerIn[i], exchangedIn[i], upperIn[i]
		lostBelow := min(known&3+uint32(bits.OnesCount64(w.lost&lower)), 3)
		lost := int(lostBeside[i&7]>>shift&31) + bits.OnesCount64(w.lost&exchanged) + bits.OnesCount64(w.lostNear&upper)
		ones := uint32(min(max(w.ones+bits.OnesCount(uint(i))-c.fewestOnes, 0), 15))
		context := ones<<2 | known>>5&3
		guess, better, worse := isLost, isWon, isDrawn
		if lostBelow > 0 {
			context = openContexts | context<<6 | lostBelow<<4 | uint32(levels[lost&63])
		} else {
			drawnBelow := min(known>>2&7+uint32(bits.OnesCount64(w.drawn&lower)), 7)
			drawn := int(drawnBeside[i&7]>>shift&31) + bits.OnesCount64(w.drawn&exchanged) + bits.OnesCount64(w.drawnNear&upper)
			context = context<<11 | drawnBelow<<8 | uint32(levels[lost&63])<<4 | uint32(levels[drawn&63])
			if drawnBelow > 0 {
				guess, better, worse = isDrawn, isWon, isLost
			} else {
				guess, better, worse = isWon, isDrawn, isLost
			}
		}
		value := isDrawn
		if w.trueWon>>i&1 != 0 {
			value = isWon
		} else if w.trueLost>>i&1 != 0 {
			value = isLost
		}
		switch {
		case c.code(value == guess, context):
			value = guess
		case c.code(value == better, contexts+context):
			value = better
		default:
			value = worse
		}
		bit := uint64(1) << i
		switch value {
		case isWon:
			w.won |= bit
		case isLost:
			w.lost |= bit
		default:
			w.drawn |= bit
		}
	}
}
