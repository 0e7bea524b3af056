// Package fourrow is tic-tac-toe on 4×4 cells: a small game that is not one of
// Plateau's, to show what a game consists of. Crosses begin, and four in a row,
// column or long diagonal win.
package fourrow

import (
	"math/bits"

	"plateau/game"
)

const (
	size  = 4
	cells = size * size
	full  = 1<<cells - 1
)

// State is a position: the cells of either side, one bit per cell up the columns,
// so that moves are in the order of their texts.
//
//	4 │  3  7 11 15
//	3 │  2  6 10 14
//	2 │  1  5  9 13
//	1 │  0  4  8 12
//	  └────────────
//	     a  b  c  d
//
// A move is the number of its cell. The key is both sets, the crosses lowest.
type State struct {
	marks   [2]uint16
	outcome game.Outcome
}

// lines are the rows, the columns and the long diagonals.
var lines = func() []uint16 {
	var found []uint16
	for i := range size {
		found = append(found, 0x1111<<i, 0x000F<<(size*i))
	}
	return append(found, 0x8421, 0x1248)
}()

// lineOf is the first line that a side has completed, or 0.
func lineOf(marks uint16) uint16 {
	for _, line := range lines {
		if marks&line == line {
			return line
		}
	}
	return 0
}

// makeState is the position with these marks.
func makeState(crosses, circles uint16) State {
	s := State{marks: [2]uint16{crosses, circles}}
	s.settle()
	return s
}

// settle computes the outcome. If both sides have a line, which cannot happen
// in play, the side that moved last has won.
func (s *State) settle() {
	last := game.Team(1 - s.ToMove())
	switch {
	case lineOf(s.marks[last]) != 0:
		s.outcome = game.Won(last)
	case lineOf(s.marks[last.Other()]) != 0:
		s.outcome = game.Won(last.Other())
	case s.marks[0]|s.marks[1] == full:
		s.outcome = game.Drawn
	default:
		s.outcome = game.Running
	}
}

// AppendMoves implements [game.State].
func (s *State) AppendMoves(dst []game.Move) []game.Move {
	if s.outcome.Over() {
		return dst
	}
	for empty := ^(s.marks[0] | s.marks[1]); empty != 0; empty &= empty - 1 {
		dst = append(dst, game.Move(bits.TrailingZeros16(empty)))
	}
	return dst
}

// Play implements [game.State].
func (s *State) Play(m game.Move) {
	s.marks[s.ToMove()] |= 1 << m
	s.settle()
}

// ToMove implements [game.State].
func (s *State) ToMove() game.Seat {
	return game.Seat(bits.OnesCount16(s.marks[0]|s.marks[1]) & 1)
}

// Outcome implements [game.State].
func (s *State) Outcome() game.Outcome { return s.outcome }

// Key implements [game.State].
func (s *State) Key() uint64 { return uint64(s.marks[0]) | uint64(s.marks[1])<<cells }

// fromKey is the inverse of Key.
func fromKey(key uint64) (State, error) {
	s := makeState(uint16(key), uint16(key>>cells))
	if key>>(2*cells) != 0 || s.marks[0]&s.marks[1] != 0 || s.refusePosition("") != nil {
		return State{}, game.RefuseKey(key)
	}
	return s, nil
}

func bitOf(c game.Cell) int { return size*int(c.Col) + int(c.Row) }

func cellOf(bit int) game.Cell { return game.Cell{Col: uint8(bit / size), Row: uint8(bit % size)} }

func cellsOf(marks uint16) []game.Cell {
	var found []game.Cell
	for ; marks != 0; marks &= marks - 1 {
		found = append(found, cellOf(bits.TrailingZeros16(marks)))
	}
	return found
}
