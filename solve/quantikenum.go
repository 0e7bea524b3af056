package solve

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"plateau/game/quantik"
)

// The classes with one piece more are gathered from all moves of all classes.
// A class is reached in some five ways, so what is gathered must be freed from
// repetitions, and in the end it must be sorted. Both are done at once: the
// stored keys lie evenly, so in a table with two places for each key, a key
// that is put at its share of the way lies near its place in the order.
//
//	key ÷ 2⁶⁴ × places ─► │   │ 17 │ 23 │   │ 41 │   │ …   ascending, with gaps
//	                                ▲
//	                       19 ──────┘  23 moves on to the gap
//
// A key moves others on to the next gap so that the order is kept, as linear
// probing would with the keys coming in their order. Read from end to end, the
// table is the sorted layer.
//
// The leading bits of a key choose one of quantikShares such tables, each filled
// by one worker alone. Workers first play moves from a slab of classes and sort
// the keys into shares, then fill the shares.

const (
	quantikShareBits = 8
	quantikShares    = 1 << quantikShareBits
	quantikPortion   = 1024 // classes that a worker takes at a time
	quantikSlab      = 64 * quantikPortion
)

// quantikShare is one table, with the last places for those that are pushed
// over the end.
type quantikShare struct {
	places []uint64 // 0 is a gap
	count  int
	size   uint64
}

func newQuantikShare(keys int) quantikShare {
	const slack = 64
	size := 2*keys/quantikShares + slack
	return quantikShare{places: make([]uint64, size+slack), size: uint64(size)}
}

// add enters a key, unless it is there.
func (t *quantikShare) add(key uint64) {
	home, _ := bits.Mul64(key<<quantikShareBits, t.size)
	i := int(home)
	for ; i < len(t.places) && t.places[i] != 0 && t.places[i] <= key; i++ {
		if t.places[i] == key {
			return
		}
	}
	t.count++
	for ; i < len(t.places); i++ {
		if key, t.places[i] = t.places[i], key; key == 0 {
			return
		}
	}
	t.places = append(t.places, key)
}

func (t *quantikShare) appendTo(keys []uint64) []uint64 {
	for _, key := range t.places {
		if key != 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// enumerate finds the classes with up to so many pieces.
func (q *Quantik) enumerate(run *Run, pieces int, progress *quantikProgress) error {
	if len(q.keys) == 0 {
		q.keys = append(q.keys, []uint64{0}) // the empty board
	}
	for len(q.keys) <= pieces {
		n := len(q.keys)
		keys, err := quantikNext(run, q.keys[n-1], quantikClasses[n], progress)
		if err != nil {
			return err
		}
		if len(keys) != quantikClasses[n] {
			return fmt.Errorf("quantik: %d classes of %d pieces, not %d", len(keys), n, quantikClasses[n])
		}
		q.keys = append(q.keys, keys)
	}
	return nil
}

// quantikNext gathers the classes that one move leads to, which are expected to
// be so many, without those where it completes a line.
func quantikNext(run *Run, keys []uint64, expected int, progress *quantikProgress) ([]uint64, error) {
	shares := make([]quantikShare, quantikShares)
	for i := range shares {
		shares[i] = newQuantikShare(expected)
	}
	gathered := make([][quantikShares][]uint64, run.Workers)
	for len(keys) > 0 {
		slab := keys[:min(len(keys), quantikSlab)]
		keys = keys[len(slab):]
		err := run.Parallel((len(slab)+quantikPortion-1)/quantikPortion, func(worker, i int) {
			portion := slab[i*quantikPortion : min((i+1)*quantikPortion, len(slab))]
			quantikGatherMoves(portion, &gathered[worker])
			progress.add(len(portion))
		})
		if err != nil {
			return nil, err
		}
		err = run.Parallel(quantikShares, func(_, share int) {
			for worker := range gathered {
				buffer := &gathered[worker][share]
				for _, key := range *buffer {
					shares[share].add(key)
				}
				*buffer = (*buffer)[:0]
			}
		})
		if err != nil {
			return nil, err
		}
	}
	count := 0
	for i := range shares {
		count += shares[i].count
	}
	next := make([]uint64, 0, count)
	for i := range shares {
		next = shares[i].appendTo(next)
	}
	return next, nil
}

// quantikGatherMoves sorts the classes that one move leads to into shares.
func quantikGatherMoves(keys []uint64, shares *[quantikShares][]uint64) {
	for _, stored := range keys {
		pieces := [2]uint64{}
		pieces[quantik.First], pieces[quantik.Second] = quantik.PiecesOf(stored * quantikGather)
		s := quantik.Make(pieces[0], pieces[1])
		for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
			after := pieces
			after[s.ToMove()&1] |= moves & -moves
			key := quantik.CanonicalKey(after[0], after[1]) * quantikScatter
			share := &shares[key>>(64-quantikShareBits)]
			*share = append(*share, key)
		}
	}
}

// quantikProgress counts the classes whose moves have been played: once when
// the next layer is enumerated, once when the layer is solved.
type quantikProgress struct {
	run   *Run
	total int64
	done  atomic.Int64
}

// newQuantikProgress expects the enumeration of the layers beyond the first so
// many up to one that is then solved.
func newQuantikProgress(run *Run, enumerated, pieces int) *quantikProgress {
	p := &quantikProgress{run: run, total: int64(quantikClasses[pieces])}
	for n := max(enumerated, 1); n <= pieces; n++ {
		p.total += int64(quantikClasses[n-1])
	}
	return p
}

func (p *quantikProgress) add(classes int) { p.run.Report(p.done.Add(int64(classes)), p.total) }
