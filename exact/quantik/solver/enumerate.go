package solver

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"plateau/exact"
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
// The leading bits of a key choose one of shareCount such tables, each filled
// by one worker alone. Workers first play moves from a slab of classes and sort
// the keys into shares, then fill the shares.

const (
	shareBits  = 8
	shareCount = 1 << shareBits
	portion    = 1024 // classes that a worker takes at a time
	slab       = 64 * portion
)

// share is one table, with the last places for those that are pushed
// over the end.
type share struct {
	places []uint64 // 0 is a gap
	count  int
	size   uint64
}

func newShare(keys int) share {
	const slack = 64
	size := 2*keys/shareCount + slack
	return share{places: make([]uint64, size+slack), size: uint64(size)}
}

// add enters a key, unless it is there.
func (t *share) add(key uint64) {
	home, _ := bits.Mul64(key<<shareBits, t.size)
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

func (t *share) appendTo(keys []uint64) []uint64 {
	for _, key := range t.places {
		if key != 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// enumerate finds the classes with up to so many pieces.
func (q *Solver) enumerate(run *exact.Run, pieces int, progress *solveProgress) error {
	if len(q.keys) == 0 {
		q.keys = append(q.keys, []uint64{0}) // the empty board
	}
	for len(q.keys) <= pieces {
		n := len(q.keys)
		keys, err := nextStates(run, q.keys[n-1], classCounts[n], progress)
		if err != nil {
			return err
		}
		if len(keys) != classCounts[n] {
			return fmt.Errorf("quantik: %d classes of %d pieces, not %d", len(keys), n, classCounts[n])
		}
		q.keys = append(q.keys, keys)
	}
	return nil
}

// nextStates gathers the classes that one move leads to, which are expected to
// be so many, without those where it completes a line.
func nextStates(run *exact.Run, keys []uint64, expected int, progress *solveProgress) ([]uint64, error) {
	gatheredShares := make([]share, shareCount)
	for i := range gatheredShares {
		gatheredShares[i] = newShare(expected)
	}
	gathered := make([][shareCount][]uint64, run.Workers)
	for len(keys) > 0 {
		slab := keys[:min(len(keys), slab)]
		keys = keys[len(slab):]
		err := run.Parallel((len(slab)+portion-1)/portion, func(worker, i int) {
			portion := slab[i*portion : min((i+1)*portion, len(slab))]
			gatherMoves(portion, &gathered[worker])
			progress.add(len(portion))
		})
		if err != nil {
			return nil, err
		}
		err = run.Parallel(shareCount, func(_, share int) {
			for worker := range gathered {
				buffer := &gathered[worker][share]
				for _, key := range *buffer {
					gatheredShares[share].add(key)
				}
				*buffer = (*buffer)[:0]
			}
		})
		if err != nil {
			return nil, err
		}
	}
	count := 0
	for i := range gatheredShares {
		count += gatheredShares[i].count
	}
	next := make([]uint64, 0, count)
	for i := range gatheredShares {
		next = gatheredShares[i].appendTo(next)
	}
	return next, nil
}

// gatherMoves sorts the classes that one move leads to into shares.
func gatherMoves(keys []uint64, shares *[shareCount][]uint64) {
	for _, stored := range keys {
		pieces := [2]uint64{}
		pieces[quantik.First], pieces[quantik.Second] = quantik.PiecesOf(stored * storedGather)
		s := quantik.Make(pieces[0], pieces[1])
		for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
			after := pieces
			after[s.ToMove()&1] |= moves & -moves
			key := quantik.CanonicalKey(after[0], after[1]) * storedScatter
			share := &shares[key>>(64-shareBits)]
			*share = append(*share, key)
		}
	}
}

// solveProgress counts the classes whose moves have been played: once when
// the next layer is enumerated, once when the layer is solved.
type solveProgress struct {
	run   *exact.Run
	total int64
	done  atomic.Int64
}

// newProgress expects the enumeration of the layers beyond the first so
// many up to one that is then solved.
func newProgress(run *exact.Run, enumerated, pieces int) *solveProgress {
	p := &solveProgress{run: run, total: int64(classCounts[pieces])}
	for n := max(enumerated, 1); n <= pieces; n++ {
		p.total += int64(classCounts[n-1])
	}
	return p
}

func (p *solveProgress) add(classes int) { p.run.Report(p.done.Add(int64(classes)), p.total) }
