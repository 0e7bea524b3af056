package engine

import (
	"math/bits"
	"sync/atomic"

	"plateau/game"
)

// Transpositions is a transposition table of a fixed size. Any number of
// searches may share one without locks: an entry is two words, and the first is
// the key XORed with the second, so that an entry torn between two writers does
// not match its key.
//
//	data: │ 63 … 48 │ 47 … 32 │ 16       │ 15 … 8 │ 7 … 2      │ 1 0   │
//	      │ score   │ move    │ complete │ depth  │ generation │ bound │
type Transpositions struct {
	slots []slot
	// generation marks the entries of the current search. Older ones are
	// replaced first.
	generation atomic.Uint32
}

type slot struct{ check, data atomic.Uint64 }

// bound is how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota
	atLeast
	atMost
	exact
)

// entry is what is stored about a position.
type entry struct {
	score Score // with the distance counted from this position
	move  game.Move
	depth int
	bound bound
	// complete is set if no line was cut off: the score depends on finished
	// games only and holds at any depth.
	complete bool
}

// bucket is the number of neighbouring slots in which an entry may be: 4 of 16
// bytes fill a cache line.
const bucket = 4

// NewTranspositions makes a table of about the given number of bytes.
func NewTranspositions(size int) *Transpositions {
	slots := max(size/16, bucket)
	return &Transpositions{slots: make([]slot, 1<<(bits.Len(uint(slots))-1))}
}

// Clear forgets everything.
func (t *Transpositions) Clear() { clear(t.slots) }

// Age makes all entries older, so that new ones replace them first.
func (t *Transpositions) Age() { t.generation.Add(1) }

// bucketOf hashes a key, since keys are exact and not random, to its bucket.
func (t *Transpositions) bucketOf(key uint64) []slot {
	const golden = 0x9E3779B97F4A7C15
	hash := (key ^ key>>32) * golden
	first := int(hash>>20) & (len(t.slots) - bucket)
	return t.slots[first : first+bucket : first+bucket]
}

func (t *Transpositions) probe(key uint64) (entry, bool) {
	slots := t.bucketOf(key)
	for i := range slots {
		data := slots[i].data.Load()
		if slots[i].check.Load()^data == key && data != 0 {
			return entry{
				score:    Score(data >> 48),
				move:     game.Move(data >> 32),
				depth:    int(data >> 8 & 0xFF),
				bound:    bound(data & 3),
				complete: data>>16&1 != 0,
			}, true
		}
	}
	return entry{}, false
}

// store replaces the entry of the same position if there is one, or else the
// oldest and shallowest of its bucket.
func (t *Transpositions) store(key uint64, e entry) {
	generation := uint64(t.generation.Load() & 0x3F)
	data := uint64(uint16(e.score))<<48 | uint64(e.move)<<32 | uint64(e.depth)<<8 | generation<<2 | uint64(e.bound)
	if e.complete {
		data |= 1 << 16
	}
	slots := t.bucketOf(key)
	worst, worstRank := 0, 1<<30
	for i := range slots {
		old := slots[i].data.Load()
		if slots[i].check.Load()^old == key {
			worst = i
			break
		}
		rank := int(old >> 8 & 0xFF)
		if old>>2&0x3F != generation {
			rank -= 256
		}
		if rank < worstRank {
			worst, worstRank = i, rank
		}
	}
	slots[worst].check.Store(key ^ data)
	slots[worst].data.Store(data)
}
