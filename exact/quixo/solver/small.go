package solver

import (
	"bytes"
	"math/bits"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/game"
	"plateau/game/quixo"
)

// smallSolver solves Quixo on a board with 3 or 4 cells along an edge, where the
// distances of all positions can be stored: in one layer with a byte per position,
// in the order of an index. That is a number in base 3 with one digit per cell, as
// in docs/tablebase-format.md:
//
//	4 │  3  7 11 15
//	3 │  2  6 10 14      index = Σ digit(cell) · 3^cell
//	2 │  1  5  9 13
//	1 │  0  4  8 12
//	  └────────────
//	     a  b  c  d
type smallSolver struct{ board *index.Board }

// NewSmallSolver makes a solver for a board with size cells along an edge, 3 or 4.
func NewSmallSolver(size int) exact.ByteSolver { return &smallSolver{index.NewBoard(size)} }

func (q *smallSolver) Game() string   { return q.board.Game() }
func (q *smallSolver) Layers() int    { return 1 }
func (q *smallSolver) Size(int) int64 { return int64(powerOfThree(q.board.Cells)) }

func (q *smallSolver) Memory() int64 {
	// The values, half as much for distances, and as much again until garbage
	// is collected; and the rest.
	const rest = 16 << 20
	return 2*(q.Size(0)+q.Size(0)/2) + rest
}

func (q *smallSolver) Solve(run exact.Run, _ int, _ []byte) ([]byte, error) {
	values := bytes.Repeat([]byte{byte(game.Draw)}, int(q.Size(0)))
	layers := &layerSolver{board: q.board}
	distances := &Distances{solver: layers}
	quiet := run
	quiet.Report = func(int64, int64) {}
	err := solveAll(quiet, layers, func(solved exact.Layer) error {
		if _, err := distances.Next(quiet, solved); err != nil {
			return err
		}
		known := distances.known[distances.layer-1]
		err := run.Parallel(len(known.Sets), func(_, set int) { q.enter(values, known, set) })
		run.Report(int64(distances.layer), int64(layers.Layers()))
		return err
	})
	if err != nil {
		return nil, err
	}
	return values, nil
}

// enter stores the decided positions of a set with all 8 images.
func (q *smallSolver) enter(values []byte, l *knownLayer, set int) {
	first := set * l.words << wordBits
	for turn := range index.Symmetries {
		for sharing, i := range q.indices(l.Sets[set], turn) {
			if value, decided := l.value(first + sharing); decided {
				values[i] = byte(value)
			}
		}
	}
}

// value is the value of a position that is decided.
func (l *knownLayer) value(at int) (v game.Value, decided bool) {
	turns := int(l.turns[at])
	switch {
	case turns == undecided:
		return game.Unknown, false
	case l.won[at>>wordBits]>>(at%64)&1 != 0:
		return game.WinIn(turns), true
	}
	return game.LossIn(turns), true
}

// indices are the indices of the positions of a set, turned, by their sharings.
func (q *smallSolver) indices(set index.Set, turn int) []uint32 {
	all := make([]uint32, 1, 1<<bits.OnesCount32(uint32(set)))
	for ; set != 0; set &= set - 1 {
		cell := q.board.Symmetry(turn).Cell(bits.TrailingZeros32(uint32(set)))
		power := powerOf(q.board.Bit(cell), q.board.Size)
		for i, own := range all {
			all[i] = own + power
			all = append(all, own+2*power)
		}
	}
	return all
}

// indexOf is the index of a position.
func indexOf(s *quixo.State) (index uint32) {
	for player, digit := range []uint32{1, 2} {
		for marks := s.Marks(s.ToMove() ^ game.Seat(player)); marks != 0; marks &= marks - 1 {
			index += digit * powerOf(bits.TrailingZeros32(marks), s.Size())
		}
	}
	return index
}

// powerOf is what a digit counts whose cell has a bit in planes of the grid.
func powerOf(bit, size int) uint32 {
	const stride = 5
	return uint32(powerOfThree(bit/stride*size + bit%stride))
}

func powerOfThree(n int) int {
	power := 1
	for range n {
		power *= 3
	}
	return power
}

// solveAll solves a small board with all of it in memory.
func solveAll(run exact.Run, solver exact.Solver, do func(solved exact.Layer) error) error {
	var before exact.Layer
	for layer := range solver.Layers() {
		solved, err := solver.Solve(run, layer, before)
		if err == nil {
			err = do(solved)
		}
		if err != nil {
			return err
		}
		before = solved
	}
	return nil
}
