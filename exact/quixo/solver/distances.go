package solver

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/game/quixo"
)

// Distances finds in how many turns the positions of a solved layer are won and
// lost, if the winner hurries and the loser delays. A finished game has distance
// 0. A won position is one turn further than the nearest loss it can move to, a
// lost one is one turn further than the farthest win.
//
// Every distance takes a pass over the open positions for losses and one for
// wins, with the planes of the solver: they have what is decided within the
// distance so far. Positions of the layer above join them when their distance is
// reached, so it must be kept whole, with a byte per position. That is what
// limits this: see docs/quixo.md.
type Distances struct {
	solver *layerSolver
	above  *decidedLayer
	// known are the layers whose distances were found, from the full board
	// down, for [Distances.Line].
	known []*knownLayer
	layer int
}

// NewDistances begins with the full board of a size.
func NewDistances(size int) *Distances {
	return &Distances{solver: &layerSolver{board: index.NewBoard(size)}}
}

// LayerDistances are the distances of one layer.
type LayerDistances struct {
	Marks int
	// Counts has the won and lost positions by their distance. Symmetric
	// ones count separately.
	Counts []exact.Counts
	// Longest is one of the won positions that take most turns.
	Longest quixo.State
}

// Memory is roughly how many bytes the next layer needs, with those that are
// kept from the last.
func (d *Distances) Memory() int64 {
	// A byte for the distance, and bits: won and lost within the distance so
	// far, won and lost in the end, and newly lost.
	const eighths = 8 + 5
	bytes := eighths * 8 * int64(d.solver.planeWords(d.solver.marks(d.layer)))
	if d.above != nil {
		bytes += eighths * 8 * int64(d.solver.planeWords(d.above.final.Marks))
	}
	// Of the layers before that, the distance and what is won.
	for _, l := range d.known[:max(len(d.known)-1, 0)] {
		bytes += int64(len(l.turns) + 8*len(l.won))
	}
	return bytes
}

// Next finds the distances of the next layer, given its values.
func (d *Distances) Next(run exact.Run, stored exact.Layer) (*LayerDistances, error) {
	final, err := d.solver.load(d.layer, stored)
	if err != nil {
		return nil, err
	}
	s := newDistanceSolving(&run, d.solver.board, final, d.above)
	found, err := s.solve()
	if err != nil {
		return nil, fmt.Errorf("distances with %d marks: %w", final.Marks, err)
	}
	d.above, d.layer = s.decidedLayer, d.layer+1
	d.known = append(d.known, &knownLayer{Layer: final.Layer, words: final.words, won: final.won, turns: s.turns})
	return found, nil
}

// decidedLayer is a layer whose distances are being found, or are known.
type decidedLayer struct {
	// reached has what is won and lost within the distance so far, final
	// what is in the end.
	reached, final *planes
	// turns is the distance of each decided position.
	turns []uint8
	// freshWon and freshLost are the words that the last distance changed.
	freshWon, freshLost fresh
}

// undecided is the distance of positions that have none so far; mostTurns is the
// greatest that can be stored.
const (
	undecided = 255
	mostTurns = undecided - 1
)

func newDecidedLayer(final *planes) *decidedLayer {
	size := len(final.won)
	l := &decidedLayer{
		reached: &planes{
			places: final.places, words: final.words,
			won: make([]uint64, size), lost: make([]uint64, size),
		},
		final: final,
		turns: bytes.Repeat([]byte{undecided}, size<<wordBits),
	}
	l.forget()
	return l
}

// forget starts again at distance 0, for the layer below.
func (l *decidedLayer) forget() {
	clear(l.reached.won)
	clear(l.reached.lost)
	l.freshWon = newFresh(len(l.final.Sets), l.final.words)
	l.freshLost = newFresh(len(l.final.Sets), l.final.words)
}

// decide records the positions of a word that have a distance now.
func (l *decidedLayer) decide(set int, address uint32, found uint64, distance int) {
	first := (set*l.final.words + int(address)) << wordBits
	for ; found != 0; found &= found - 1 {
		l.turns[first+bits.TrailingZeros64(found)] = uint8(distance)
	}
}

// join adds the positions of a set with a distance to those that are reached.
func (l *decidedLayer) join(set, distance int) {
	l.freshWon.changed[set], l.freshLost.changed[set] = false, false
	final := l.final.vector(l.final.won, set)
	won, lost := l.reached.vector(l.reached.won, set), l.reached.vector(l.reached.lost, set)
	turns := l.turns[set*l.final.words<<wordBits : (set+1)*l.final.words<<wordBits]
	for at := 0; ; at++ {
		next := bytes.IndexByte(turns[at:], uint8(distance))
		if next < 0 {
			return
		}
		at += next
		address, bit := uint32(at>>wordBits), uint64(1)<<(at%64)
		if final[address]&bit != 0 {
			won[address] |= bit
			l.freshWon.note(set, address)
		} else {
			lost[address] |= bit
			l.freshLost.note(set, address)
		}
	}
}

// distanceSolving finds the distances of one layer.
type distanceSolving struct {
	*layerSolving
	*decidedLayer

	upper *decidedLayer
	// pending has what is lost in the next distance, which the search for
	// wins must not see, and pendingSets the sets with such positions.
	pending     []uint64
	pendingSets []bool
	distance    int
	counts      []perDistance
	decided     atomic.Int64
}

// perDistance are the counts of a worker, by distance.
type perDistance [mostTurns + 1]exact.Counts

func newDistanceSolving(run *exact.Run, board *index.Board, final *planes, upper *decidedLayer) *distanceSolving {
	layer := newDecidedLayer(final)
	s := &distanceSolving{
		layerSolving: newLayerSolving(run, board, layer.reached),
		decidedLayer: layer, upper: upper,
		pending: make([]uint64, len(final.won)), pendingSets: make([]bool, len(final.Sets)),
		counts: make([]perDistance, run.Workers),
	}
	if upper != nil {
		upper.forget()
	}
	return s
}

func (s *distanceSolving) solve() (*LayerDistances, error) {
	total := s.countFinal()
	if err := s.forSets(s.finished); err != nil {
		return nil, err
	}
	for s.distance = 1; s.decided.Load() < total; s.distance++ {
		if s.distance > mostTurns {
			return nil, errors.New("there are greater distances than can be stored, or wrong values")
		}
		if err := s.joinUpper(s.distance - 1); err != nil {
			return nil, err
		}
		for _, pass := range []func(worker, set int){s.findLosses, s.findWins, s.enterLosses} {
			if err := s.forSets(pass); err != nil {
				return nil, err
			}
		}
		s.run.Report(s.decided.Load(), total)
	}
	return s.result(), nil
}

// forSets calls a pass for every set.
func (s *distanceSolving) forSets(pass func(worker, set int)) error {
	return s.run.Parallel(len(s.final.Sets), pass)
}

// countFinal is the number of positions that have a distance in the end, up to
// symmetry.
func (s *distanceSolving) countFinal() (count int64) {
	for i, won := range s.final.won {
		count += int64(bits.OnesCount64(won | s.final.lost[i]))
	}
	return count
}

// joinUpper makes what the layer above decides within a distance visible.
func (s *distanceSolving) joinUpper(distance int) error {
	if s.upper == nil {
		return nil
	}
	return s.run.Parallel(len(s.upper.final.Sets), func(_, set int) { s.upper.join(set, distance) })
}

// enter records what a pass found in a word.
func (s *distanceSolving) enter(worker, set int, address uint32, won, lost uint64) {
	wins, losses, copies := int64(bits.OnesCount64(won)), int64(bits.OnesCount64(lost)), s.final.Copies(set)
	count := &s.counts[worker][s.distance]
	*count = count.Add(exact.Counts{Won: copies * wins, Lost: copies * losses})
	s.decide(set, address, won|lost, s.distance)
	s.decided.Add(wins + losses)
}

// finished enters the positions with a line, at distance 0.
func (s *distanceSolving) finished(worker, set int) {
	words := s.final.words
	own, other := make([]uint64, words), make([]uint64, words)
	s.enterLines(s.final.Sets[set], own, other)
	won, lost := s.vector(s.reached.won, set), s.vector(s.reached.lost, set)
	for x := range own {
		y := uint32(x ^ (words - 1))
		won[y], lost[y] = s.flipped(own[x]&s.valid), s.flipped(other[x]&^own[x]&s.valid)
		if won[y] != 0 {
			s.decidedLayer.freshWon.note(set, y)
		}
		if lost[y] != 0 {
			s.decidedLayer.freshLost.note(set, y)
		}
		if won[y]|lost[y] != 0 {
			s.enter(worker, set, y, won[y], lost[y])
		}
	}
}

// result adds up what the workers counted.
func (s *distanceSolving) result() *LayerDistances {
	found := &LayerDistances{Marks: s.final.Marks, Counts: make([]exact.Counts, s.distance)}
	longest := 0
	for distance := range found.Counts {
		for worker := range s.counts {
			found.Counts[distance] = found.Counts[distance].Add(s.counts[worker][distance])
		}
		if found.Counts[distance].Won > 0 {
			longest = distance
		}
	}
	for at := 0; ; at++ {
		next := bytes.IndexByte(s.turns[at:], uint8(longest))
		if next < 0 {
			return found
		}
		at += next
		word, bit := at>>wordBits, at%64
		if s.final.won[word]>>bit&1 != 0 {
			set, sharing := word/s.final.words, uint32(word%s.final.words)<<wordBits|uint32(bit)
			found.Longest = s.board.Position(index.Place{Marks: s.final.Marks, Set: s.final.Sets[set], Sharing: sharing})
			return found
		}
	}
}
