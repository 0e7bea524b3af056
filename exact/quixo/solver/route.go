package solver

import (
	"math/bits"

	index "plateau/exact/quixo"
)

// A set of n marked cells has 2ⁿ positions, which are kept as a vector of bits.
// The position before a push is indexed by the cells of the player to move, the
// one after it by the cells of the player not to move: the same player. So a
// push takes bit j of the index before to bit σ(j) of the index after, and
// nothing else happens to any position. (A neutral cube that is taken has no
// bit before. It is given one above all others, which is always 1.)
//
// A route reads a vector after a push as if it were one before it, 64
// positions at a time. Six bits of the index lie within a word, the others are
// the word's address:
//
//	                         │ 24 … 6  │ 5 … 0      │
//	                         │ address │ in a word  │
//
//	bit j, σ(j)       done by
//	both address      tables for the halves of addresses
//	both in a word    swaps of two bits, by shifts and masks
//	one of each       merges: such bits change places in pairs, so that two
//	                  words are read to make one
//
// Of the two words of a merge, which differ in the address bit after, it takes
// the halves that the address bit before names.
type route struct {
	set int // the number of the set after the push

	// required are address bits that are 1 wherever the push is legal, and
	// legal the positions within words where it is.
	required uint32
	legal    uint64
	// fixed is what the bit of a neutral cube adds to addresses after, and
	// drop how far it shifts a word if it lies within.
	fixed uint32
	drop  uint

	ahead  addresses                 // from before to after
	images [2][index.MaxCells]uint32 // of the address bits, ahead and behind
	merges []merge
	swaps  []bitSwaps

	// For the way back, from a word after to those before that read it.
	behind        addresses
	requiredAfter uint32
	loose         []uint32 // address bits before that may be either
}

// merge puts bit place of words, which an address bit before decides, in
// place of an address bit after.
type merge struct {
	chooser uint32 // the address bit before; 0 for the one that is always 1
	partner uint32 // the address bit after
	lower   uint64 // positions whose bit place is 0
	shift   uint
}

// bitSwaps exchanges two bits of the index within words.
type bitSwaps struct {
	shift uint
	mask  uint64
}

// wordBits is the number of index bits within a word.
const wordBits = 6

// bitOff is the positions of a word at which a bit of the index is 0.
var bitOff = [wordBits]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
	0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF,
}

// addresses permutes the bits of addresses by tables for their two halves.
type addresses struct {
	low, high []uint32
	lowBits   uint
}

// fill makes the tables from the images of the bits.
func (a *addresses) fill(images []uint32) {
	a.lowBits = uint(len(images)+1) / 2
	a.low = fillAddresses(a.low[:0], images[:a.lowBits])
	a.high = fillAddresses(a.high[:0], images[a.lowBits:])
}

func fillAddresses(table, images []uint32) []uint32 {
	table = append(table, 0)
	for _, image := range images {
		for _, address := range table {
			table = append(table, address|image)
		}
	}
	return table
}

func (a *addresses) of(address uint32) uint32 {
	return a.low[address&(1<<(a.lowBits&31)-1)] | a.high[address>>(a.lowBits&31)]
}

// find works out the route of a push of the positions of a set, given where the
// positions after it are stored.
func (r *route) find(board *index.Board, before index.Set, push *index.Push, after index.Set, place setPlace) {
	marks := bits.OnesCount32(uint32(before))
	turn := board.Turn(place.turn())
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

// split sorts the bits into those of addresses, merges and swaps. There are
// words before of so many bits, without that of a neutral cube.
func (r *route) split(sigma []int, before int) {
	r.fixed, r.merges, r.loose = 0, r.merges[:0], r.loose[:0]
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
					r.keep(bit, place, before)
				}
			// First the bits that come to lie where they belong, which
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
	r.ahead.fill(r.images[0][:before-wordBits])
	r.behind.fill(r.images[1][:len(sigma)-wordBits])
	r.arrange(&at)
}

// keep notes an address bit that stays one.
func (r *route) keep(bit, place, before int) {
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
		lower:   bitOff[place],
		shift:   1 << place,
	}
	if bit < before {
		m.chooser = 1 << (bit - wordBits)
		r.loose = append(r.loose, m.chooser)
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

// arrange finds the swaps that bring every bit within words to its place.
func (r *route) arrange(at *[wordBits]int) {
	r.swaps = r.swaps[:0]
	for bit := range wordBits {
		found := at[bit]
		if found == bit {
			continue
		}
		low, high := min(bit, found), max(bit, found)
		r.swaps = append(r.swaps, bitSwaps{
			shift: 1<<high - 1<<low,
			mask:  bitOff[high] &^ bitOff[low],
		})
		for other := range at {
			if at[other] == bit {
				at[other] = found
			}
		}
	}
}

// restrict notes where the push is legal: where the cube that is taken, whose
// bit is given before and after, is neutral or the player's.
func (r *route) restrict(taken, takenAfter, marks int) {
	r.required, r.requiredAfter, r.legal, r.drop = 0, 0, ^uint64(0), 0
	switch {
	case taken == marks:
		if marks < wordBits {
			r.drop = 1 << marks
			r.legal = 1<<r.drop - 1
		}
		return
	case taken < wordBits:
		r.legal = ^bitOff[taken]
	default:
		r.required = 1 << (taken - wordBits)
	}
	if takenAfter >= wordBits {
		r.requiredAfter = 1 << (takenAfter - wordBits)
	}
	kept := r.loose[:0]
	for _, bit := range r.loose {
		if bit != r.required {
			kept = append(kept, bit)
		}
	}
	r.loose = kept
}

// read gives the words before the push at some addresses, in the memory of
// words. Where the push is not legal they mean nothing.
func (r *route) read(words, vector []uint64, addresses []uint32) []uint64 {
	words = grown(words, len(addresses))
	fixed, ahead := r.fixed, r.ahead
	switch len(r.merges) {
	case 0:
		for i, address := range addresses {
			words[i] = vector[fixed|ahead.of(address)]
		}
	case 1:
		m := r.merges[0]
		for i, address := range addresses {
			after := fixed | ahead.of(address)
			words[i] = m.join(vector[after], vector[after|m.partner], address)
		}
	default:
		for i, address := range addresses {
			words[i] = r.mergeAll(vector, fixed|ahead.of(address), address)
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

// join takes from two words the half that an address names.
func (m *merge) join(first, second uint64, address uint32) uint64 {
	if m.chooser != 0 && address&m.chooser == 0 {
		return first&m.lower | second&m.lower<<(m.shift&63)
	}
	return first>>(m.shift&63)&m.lower | second&^m.lower
}

// mergeAll makes one word of as many as the merges need.
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
