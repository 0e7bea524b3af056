package solver

import (
	"fmt"
	"math/bits"
	"sync/atomic"

	"plateau/exact"
	"plateau/game/quantik"
)

// The classes with one piece more are found by playing all moves of all
// classes. A class is reached in some five ways, so duplicates have to be
// removed, and in the end the keys have to be sorted. Both are done at once:
// stored keys are evenly distributed, so in an array with two slots per key,
// each key is put in proportion to its size and lands near its place in the
// order.
//
//	key ÷ 2⁶⁴ × slots  ─► │   │ 17 │ 23 │   │ 41 │   │ …   ascending, with gaps
//	                                ▲
//	                       19 ──────┘  23 moves on to the gap
//
// Inserting a key shifts others to the next gap, so that the order is kept:
// this is linear probing with sorted runs. Read from end to end, the array is
// the sorted layer.
//
// The leading bits of a key choose one of partitionCount such arrays, each
// filled by a single worker. Workers first play the moves of a slab of classes
// and distribute the keys to partitions, then fill the partitions.

const (
	partitionBits  = 8
	partitionCount = 1 << partitionBits
	chunk          = 1024 // classes per piece of work
	slab           = 64 * chunk
)

// partition is one array, with slack for keys that are pushed over its end.
type partition struct {
	places []uint64 // 0 is a gap
	count  int
	size   uint64
}

func newPartition(keys int) partition {
	const slack = 64
	size := 2*keys/partitionCount + slack
	return partition{places: make([]uint64, size+slack), size: uint64(size)}
}

// add inserts a key, unless it is there.
func (t *partition) add(key uint64) {
	home, _ := bits.Mul64(key<<partitionBits, t.size)
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

func (t *partition) appendTo(keys []uint64) []uint64 {
	for _, key := range t.places {
		if key != 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// enumerate finds the classes with up to pieces pieces.
func (q *solver) enumerate(run *exact.Run, pieces int, progress *solveProgress) error {
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

// nextStates collects the classes after one more move, without those where it
// completes a line. Expected is about how many there are.
func nextStates(run *exact.Run, keys []uint64, expected int, progress *solveProgress) ([]uint64, error) {
	gatheredPartitions := make([]partition, partitionCount)
	for i := range gatheredPartitions {
		gatheredPartitions[i] = newPartition(expected)
	}
	gathered := make([][partitionCount][]uint64, run.Workers)
	for len(keys) > 0 {
		slab := keys[:min(len(keys), slab)]
		keys = keys[len(slab):]
		err := run.Parallel((len(slab)+chunk-1)/chunk, func(worker, i int) {
			portion := slab[i*chunk : min((i+1)*chunk, len(slab))]
			gatherMoves(portion, &gathered[worker])
			progress.add(len(portion))
		})
		if err != nil {
			return nil, err
		}
		err = run.Parallel(partitionCount, func(_, partition int) {
			for worker := range gathered {
				buffer := &gathered[worker][partition]
				for _, key := range *buffer {
					gatheredPartitions[partition].add(key)
				}
				*buffer = (*buffer)[:0]
			}
		})
		if err != nil {
			return nil, err
		}
	}
	count := 0
	for i := range gatheredPartitions {
		count += gatheredPartitions[i].count
	}
	next := make([]uint64, 0, count)
	for i := range gatheredPartitions {
		next = gatheredPartitions[i].appendTo(next)
	}
	return next, nil
}

// gatherMoves distributes the classes after one more move to partitions.
func gatherMoves(keys []uint64, partitions *[partitionCount][]uint64) {
	for _, stored := range keys {
		pieces := [2]uint64{}
		pieces[quantik.First], pieces[quantik.Second] = quantik.PiecesOf(stored * unmixFactor)
		s := quantik.Make(pieces[0], pieces[1])
		for moves := s.Legal() &^ s.Completing(); moves != 0; moves &= moves - 1 {
			after := pieces
			after[s.ToMove()&1] |= moves & -moves
			key := quantik.CanonicalKey(after[0], after[1]) * mixFactor
			partition := &partitions[key>>(64-partitionBits)]
			*partition = append(*partition, key)
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

// newProgress is the progress of enumerating the layers after the first
// enumerated ones, up to the one that is then solved.
func newProgress(run *exact.Run, enumerated, pieces int) *solveProgress {
	p := &solveProgress{run: run, total: int64(classCounts[pieces])}
	for n := max(enumerated, 1); n <= pieces; n++ {
		p.total += int64(classCounts[n-1])
	}
	return p
}

func (p *solveProgress) add(classes int) { p.run.Report(p.done.Add(int64(classes)), p.total) }
