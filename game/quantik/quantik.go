// Package quantik holds the rules of Quantik.
package quantik

import (
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/internal/lanes"
)

// The seats, which are also the teams. The first always begins.
const (
	First  game.Seat = 0
	Second game.Seat = 1
)

// State is a position. The pieces of a player are one word of four lanes, one
// per shape in the order of their letters, with one bit per cell, so that one
// operation works on all four shapes at once:
//
//	pieces: │ 63 … 48   │ 47 … 32 │ 31 … 16 │ 15 … 0 │
//	        │ cylinders │ spheres │ cones   │ cubes  │
//
// Package lanes has the numbering of the cells.
//
// A move is the number of the bit it sets: the shape times 16 and the cell.
//
// The key is four planes of 16 cells, from the lowest: occupied, owned by the
// second player, and the two bits of the shape.
type State struct {
	pieces  [2]uint64
	legal   uint64 // the legal placements, as in pieces
	plies   uint8
	outcome game.Outcome
}

const (
	shapes    = 4
	cells     = lanes.Cells
	rowBits   = 0x000F * lanes.Each // column a of every lane, one bit per row
	colBits   = 0x1111 * lanes.Each // row 1 of every lane, one bit per column
	areaBits  = 0x0505 * lanes.Each // the lower left cells of the regions
	wholeRow  = 0x1111              // spreads a bit of rowBits over its row
	wholeCol  = 0x000F              // and so on
	wholeArea = 0x0033
)

// Start is the empty board.
func Start() State {
	s := State{}
	s.settle()
	return s
}

// Make is the position with the given pieces, one word per player as in
// [State]. They must not contradict the rules.
func Make(first, second uint64) State {
	s := State{
		pieces: [2]uint64{first, second},
		plies:  uint8(bits.OnesCount64(first) + bits.OnesCount64(second)),
	}
	s.settle()
	return s
}

// Pieces is the word of a player's pieces.
func (s *State) Pieces(seat game.Seat) uint64 { return s.pieces[seat] }

// units is the rows, columns and regions that have a piece, for every lane of a
// word.
func units(word uint64) (rows, columns, regions uint64) {
	rows = word | word>>4
	rows = (rows | rows>>8) & rowBits
	columns = word | word>>1
	regions = (columns | columns>>4) & areaBits
	columns = (columns | columns>>2) & colBits
	return rows, columns, regions
}

// complete reports whether a row, column or region has all four shapes.
func complete(word uint64) bool {
	rows, columns, regions := units(word)
	return inAllLanes(rows)|inAllLanes(columns)|inAllLanes(regions) != 0
}

func inAllLanes(word uint64) uint64 {
	word &= word >> 32
	return word & (word >> 16) & lanes.Mask
}

// legalFor is the legal placements of a player: on an empty cell, with no
// opposing piece of the shape in its row, column or region, and fewer than two
// own pieces of the shape on the board.
func legalFor(own, opposing uint64) uint64 {
	rows, columns, regions := units(opposing)
	forbidden := rows*wholeRow | columns*wholeCol | regions*wholeArea
	return ^(forbidden | lanes.Union(own|opposing)*lanes.Each | exhausted(own))
}

// exhausted fills the lanes that hold two pieces. It counts bits in pairs and
// then adds them up: no lane ever holds more than two.
func exhausted(word uint64) uint64 {
	const ones, pairs, fours = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
	count := word - word>>1&ones
	count = count&pairs + count>>2&pairs
	count = (count + count>>4) & fours
	count += count >> 8
	return count >> 1 & lanes.Each * lanes.Mask
}

// settle computes the outcome and the legal moves.
func (s *State) settle() {
	last := game.Team(1 - s.plies&1)
	s.legal, s.outcome = 0, game.Won(last)
	if complete(s.pieces[0] | s.pieces[1]) {
		return
	}
	s.legal = legalFor(s.pieces[s.plies&1], s.pieces[1-s.plies&1])
	if s.legal != 0 {
		s.outcome = game.Running
	}
}

// Legal is the set of legal moves: bit m for move m.
func (s *State) Legal() uint64 { return s.legal }

// Completing is the set of the legal moves that win at once by completing a
// row, column or region.
func (s *State) Completing() uint64 {
	rows, columns, regions := units(s.pieces[0] | s.pieces[1])
	return (inOtherLanes(rows)*wholeRow | inOtherLanes(columns)*wholeCol | inOtherLanes(regions)*wholeArea) & s.legal
}

// inOtherLanes is, in each lane, the cells that all three others have.
func inOtherLanes(word uint64) uint64 {
	return bits.RotateLeft64(word, 16) & bits.RotateLeft64(word, 32) & bits.RotateLeft64(word, 48)
}

// AppendMoves implements [game.State].
func (s *State) AppendMoves(dst []game.Move) []game.Move {
	n := len(dst)
	count := bits.OnesCount64(s.legal)
	dst = slices.Grow(dst, count)[:n+count]
	for legal := s.legal; legal != 0; legal &= legal - 1 {
		dst[n] = game.Move(bits.TrailingZeros64(legal))
		n++
	}
	return dst
}

// Play implements [game.State].
func (s *State) Play(m game.Move) {
	s.pieces[s.plies&1] |= 1 << (m & 63)
	s.plies++
	s.settle()
}

// ToMove implements [game.State].
func (s *State) ToMove() game.Seat { return game.Seat(s.plies & 1) }

// Outcome implements [game.State].
func (s *State) Outcome() game.Outcome { return s.outcome }

// Key implements [game.State].
func (s *State) Key() uint64 {
	all := s.pieces[0] | s.pieces[1]
	low := all>>16 | all>>48  // cones and cylinders
	high := all>>32 | all>>48 // spheres and cylinders
	return lanes.Union(all) | lanes.Union(s.pieces[1])<<16 | low&lanes.Mask<<32 | high&lanes.Mask<<48
}

// PiecesOf is the pieces of both players in a key, which must be valid.
func PiecesOf(key uint64) (first, second uint64) {
	occupied, ofSecond := key&lanes.Mask, key>>16&lanes.Mask
	low, high := key>>32&lanes.Mask, key>>48
	all := occupied&^(low|high) | low&^high<<16 | high&^low<<32 | low&high<<48
	second = all & (ofSecond * lanes.Each)
	return all ^ second, second
}

// fromKey is the inverse of Key.
func fromKey(key uint64) (State, error) {
	occupied := key & lanes.Mask
	if (key>>16|key>>32|key>>48)&lanes.Mask&^occupied != 0 {
		return State{}, game.RefuseKey(key)
	}
	s := Make(PiecesOf(key))
	if s.refusePosition("") != nil {
		return State{}, game.RefuseKey(key)
	}
	return s, nil
}

// Mobility is the number of legal placements of the player to move, and of the
// opponent if it were their turn.
func (s *State) Mobility() (own, other int) {
	toMove := s.plies & 1
	return bits.OnesCount64(s.legal), bits.OnesCount64(legalFor(s.pieces[1-toMove], s.pieces[toMove]))
}
