package solver

import (
	"math/bits"
	"slices"

	index "plateau/exact/quixo"
)

// A set of n marked cells has 2ⁿ positions, stored as a bit vector. The
// position before a push is indexed by the cells of the player to move, the one
// after it by the cells of the player not to move: the same player. So a push
// only moves bit j of the index before to bit σ(j) of the index after. (A
// neutral cube that is taken has no bit before. It gets one above all others,
// which is always 1.)
//
// A route reads the vector after a push as if it were indexed by positions
// before it, 64 positions at a time. Six bits of the index select a bit of a
// word, the others are the word's address:
//
//	                         │ 24 … 6  │ 5 … 0      │
//	                         │ address │ in a word  │
//
//	bit j, σ(j)       done by
//	both address      lookup arrays for the halves of addresses
//	both in a word    delta swaps, by shifts and masks
//	one of each       merges: such bits change places in pairs, so two
//	                  words are read to make one
//
// The two words of a merge differ in the address bit after; the address bit
// before selects which halves are taken.
type route struct {
	set int // the number of the set after the push

	// required are the address bits that are 1 if the push is legal, and
	// legal the positions within words for which it is.
	required uint32
	legal    uint64
	// fixed is what the bit of a neutral cube adds to addresses after, and
	// drop how far it shifts a word if it is within the word.
	fixed uint32
	drop  uint

	forward addresses                 // from before to after
	images  [2][index.MaxCells]uint32 // of the address bits, forward and inverse
	merges  []merge
	swaps   []bitSwaps

	// The inverse: from a word after to those before that read it.
	inverse       addresses
	requiredAfter uint32
	freeBits      []uint32 // address bits before that may be 0 or 1
}

// merge exchanges a bit within words, selected by an address bit before, for an
// address bit after.
type merge struct {
	chooser uint32 // the address bit before; 0 if it is always 1
	partner uint32 // the address bit after
	lower   uint64 // positions at which the bit within words is 0
	shift   uint
}

// bitSwaps exchanges two bits of the index within words.
type bitSwaps struct {
	shift uint
	mask  uint64
}

const wordBits = index.WordBits

// addresses permutes the bits of addresses with lookup arrays for their two
// halves.
type addresses struct {
	low, high []uint32
	lowBits   uint
}

// fill makes the arrays from the images of the bits.
func (a *addresses) fill(images []uint32) {
	a.lowBits = uint(len(images)+1) / 2
	a.low = fillAddresses(a.low[:0], images[:a.lowBits])
	a.high = fillAddresses(a.high[:0], images[a.lowBits:])
}

func fillAddresses(lookup, images []uint32) []uint32 {
	lookup = append(lookup, 0)
	for _, image := range images {
		for _, address := range lookup {
			lookup = append(lookup, address|image)
		}
	}
	return lookup
}

func (a *addresses) of(address uint32) uint32 {
	return a.low[address&(1<<(a.lowBits&31)-1)] | a.high[address>>(a.lowBits&31)]
}

// find computes the route of a push for the positions of a set, given where the
// positions after it are stored.
func (r *route) find(board *index.Board, before index.Set, push *index.Push, after index.Set, place setPlace) {
	marks := bits.OnesCount32(uint32(before))
	turn := board.Symmetry(place.turn())
	var sigma [index.MaxCells]int
	image := func(cell int) int {
		end := turn.Cell(push.Cell(cell))
		return bits.OnesCount32(uint32(after) & (1<<end - 1))
	}
	bit := 0
	for rest := before; rest != 0; rest &= rest - 1 {
		sigma[bit] = image(bits.TrailingZeros32(uint32(rest)))
		bit++
	}
	taken := bits.OnesCount32(uint32(before) & (1<<push.From - 1))
	if before>>push.From&1 == 0 {
		taken = bit
		sigma[bit] = image(push.From)
		bit++
	}
	for ; bit < wordBits; bit++ {
		sigma[bit] = bit
	}
	r.set = place.set()
	r.split(sigma[:bit], max(marks, wordBits))
	r.restrict(taken, sigma[taken], marks)
}

// split divides the bits into those of addresses, merges and swaps. Before is
// the number of index bits without that of a neutral cube.
func (r *route) split(sigma []int, before int) {
	r.fixed, r.merges, r.freeBits = 0, r.merges[:0], r.freeBits[:0]
	clear(r.images[:])
	var at [wordBits]int // where each bit within words is found
	missing := 0         // bits within words that come from addresses
	for bit := range wordBits {
		at[bit] = sigma[bit]
		if sigma[bit] >= wordBits {
			missing |= 1 << bit
		}
	}
	for pass := range 2 {
		for bit := wordBits; bit < len(sigma); bit++ {
			place := sigma[bit]
			switch {
			case place >= wordBits:
				if pass == 0 {
					r.keepAddressBit(bit, place, before)
				}
			// First the bits that land where they belong, which
			// saves a swap.
			case pass == 0 && missing>>place&1 != 0:
				r.merge(bit, place, sigma[place], before)
				at[place] = place
				missing &^= 1 << place
			case pass == 1 && !r.merged(place):
				low := bits.TrailingZeros(uint(missing))
				r.merge(bit, place, sigma[low], before)
				at[low] = place
				missing &^= 1 << low
			}
		}
	}
	r.forward.fill(r.images[0][:before-wordBits])
	r.inverse.fill(r.images[1][:len(sigma)-wordBits])
	r.findSwaps(&at)
}

// keepAddressBit records an address bit that stays one.
func (r *route) keepAddressBit(bit, place, before int) {
	after := uint32(1) << (place - wordBits)
	if bit >= before {
		r.fixed = after
		return
	}
	r.images[0][bit-wordBits] = after
	r.images[1][place-wordBits] = 1 << (bit - wordBits)
}

func (r *route) merge(bit, place, partner, before int) {
	m := merge{
		partner: 1 << (partner - wordBits),
		lower:   index.BitOff[place],
		shift:   1 << place,
	}
	if bit < before {
		m.chooser = 1 << (bit - wordBits)
		r.freeBits = append(r.freeBits, m.chooser)
	}
	r.merges = append(r.merges, m)
}

func (r *route) merged(place int) bool {
	for i := range r.merges {
		if r.merges[i].shift == 1<<place {
			return true
		}
	}
	return false
}

// findSwaps finds the swaps that bring every bit within words to its place.
func (r *route) findSwaps(at *[wordBits]int) {
	r.swaps = r.swaps[:0]
	for bit := range wordBits {
		found := at[bit]
		if found == bit {
			continue
		}
		low, high := min(bit, found), max(bit, found)
		r.swaps = append(r.swaps, bitSwaps{
			shift: 1<<high - 1<<low,
			mask:  index.BitOff[high] &^ index.BitOff[low],
		})
		for other := range at {
			if at[other] == bit {
				at[other] = found
			}
		}
	}
}

// restrict records where the push is legal: where the cube that is taken, whose
// bits before and after are given, is neutral or the player's.
func (r *route) restrict(taken, takenAfter, marks int) {
	r.required, r.requiredAfter, r.legal, r.drop = 0, 0, ^uint64(0), 0
	switch {
	case taken == marks:
		if marks < wordBits {
			r.drop = 1 << marks
			r.legal = 1<<r.drop - 1
		}
		r.requiredAfter = r.fixed
		return
	case taken < wordBits:
		r.legal = ^index.BitOff[taken]
	default:
		r.required = 1 << (taken - wordBits)
	}
	if takenAfter >= wordBits {
		r.requiredAfter = 1 << (takenAfter - wordBits)
	}
	r.freeBits = slices.DeleteFunc(r.freeBits, func(bit uint32) bool { return bit == r.required })
}

// read returns the words before the push at some addresses, reusing the memory
// of words. Where the push is not legal they mean nothing.
func (r *route) read(words, vector []uint64, addresses []uint32) []uint64 {
	words = resized(words, len(addresses))
	fixed, forward := r.fixed, r.forward
	switch len(r.merges) {
	case 0:
		for i, address := range addresses {
			words[i] = vector[fixed|forward.of(address)]
		}
	case 1:
		m := r.merges[0]
		for i, address := range addresses {
			after := fixed | forward.of(address)
			words[i] = m.join(vector[after], vector[after|m.partner], address)
		}
	default:
		for i, address := range addresses {
			words[i] = r.mergeAll(vector, fixed|forward.of(address), address)
		}
	}
	for i := range r.swaps {
		r.swaps[i].apply(words)
	}
	if r.drop != 0 {
		for i := range words {
			words[i] >>= r.drop
		}
	}
	return words
}

// join takes from two words the half that an address selects.
func (m *merge) join(first, second uint64, address uint32) uint64 {
	if m.chooser != 0 && address&m.chooser == 0 {
		return first&m.lower | second&m.lower<<(m.shift&63)
	}
	return first>>(m.shift&63)&m.lower | second&^m.lower
}

// mergeAll makes one word from all that the merges need.
func (r *route) mergeAll(vector []uint64, after, address uint32) uint64 {
	var words [1 << wordBits]uint64
	words[0] = vector[after]
	count := 1
	var offsets [1 << wordBits]uint32
	for i := range r.merges {
		for j := range count {
			offsets[count+j] = offsets[j] | r.merges[i].partner
			words[count+j] = vector[after|offsets[count+j]]
		}
		count *= 2
	}
	for i := len(r.merges) - 1; i >= 0; i-- {
		count /= 2
		for j := range count {
			words[j] = r.merges[i].join(words[j], words[count+j], address)
		}
	}
	return words[0]
}

func (s *bitSwaps) apply(words []uint64) {
	shift, mask := s.shift&63, s.mask
	for i, word := range words {
		moved := (word ^ word>>shift) & mask
		words[i] = word ^ moved ^ moved<<shift
	}
}
