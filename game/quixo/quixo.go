// Package quixo holds the rules of Quixo: for two on boards of 3×3, 4×4 and
// 5×5 cubes ([State]), and for four in teams ([State4]).
package quixo

import (
	"math/bits"
	"slices"

	"plateau/game"
)

// The seats of the game for two, which are also its teams.
const (
	Cross  game.Seat = 0
	Circle game.Seat = 1
)

// State is a position of the game for two: a bitboard for each mark, in the
// numbering of the grid, and the seat to move.
//
//	key: │ 50      │ 49 … 25 │ 24 … 0  │
//	     │ to move │ circles │ crosses │
//
// A move is the cell where the cube is taken and the one where it comes back:
//
//	move: │ 9 … 5 │ 4 … 0 │
//	      │ from  │ to    │
type State struct {
	marks   [2]uint32
	size    uint8
	toMove  uint8
	outcome game.Outcome
}

// Start is the position with all cubes neutral on a board with size cells
// along an edge, 3 to 5.
func Start(size int, begins game.Seat) State {
	return State{size: uint8(size), toMove: uint8(begins)}
}

// Make is the position with the given cells marked, as planes in the numbering
// of the grid, which must not overlap or leave the board.
func Make(size int, crosses, circles uint32, toMove game.Seat) State {
	s := State{marks: [2]uint32{crosses, circles}, size: uint8(size), toMove: uint8(toMove)}
	s.settle()
	return s
}

// Marks is the plane of a seat's marks.
func (s *State) Marks(seat game.Seat) uint32 { return s.marks[seat] }

func (s *State) geometry() *geometry { return &geometries[s.size-3] }

// AppendMoves implements [game.State].
func (s *State) AppendMoves(dst []game.Move) []game.Move {
	if s.outcome != game.Running {
		return dst
	}
	g := s.geometry()
	return g.appendPushes(dst, g.ring&^s.marks[1-s.toMove&1])
}

// appendPushes appends the moves of every cube that may be taken.
func (g *geometry) appendPushes(dst []game.Move, takeable uint32) []game.Move {
	n := len(dst)
	dst = slices.Grow(dst, maxMoves+1)[:n+maxMoves+1]
	for ; takeable != 0; takeable &= takeable - 1 {
		from := bits.TrailingZeros32(takeable) % cells
		ends := &g.ends[from]
		// Write three, and overwrite the third if there are only two:
		// cheaper than a branch.
		three := dst[n : n+3 : n+3]
		three[0], three[1], three[2] = ends[0], ends[1], ends[2]
		n += int(g.endCount[from])
	}
	return dst[:n]
}

// Play implements [game.State].
func (s *State) Play(m game.Move) {
	p := &s.geometry().pushes[m%(1<<(2*cellBits))]
	s.marks[0] = p.shift(s.marks[0])
	s.marks[1] = p.shift(s.marks[1])
	s.marks[s.toMove&1] |= 1 << (m % (1 << cellBits))
	s.toMove ^= 1
	s.settle()
}

// settle computes the outcome. The marks of the side to move come first: the
// other side has just played, and loses by completing the opponent's line even
// if it completes one of its own.
func (s *State) settle() {
	s.outcome = s.geometry().outcome(&s.marks, game.Team(s.toMove&1))
}

func (g *geometry) outcome(marks *[2]uint32, toMove game.Team) game.Outcome {
	switch {
	case g.lines(marks[toMove&1]):
		return game.Won(toMove)
	case g.lines(marks[1-toMove&1]):
		return game.Won(toMove.Other())
	default:
		return game.Running
	}
}

// ToMove implements [game.State].
func (s *State) ToMove() game.Seat { return game.Seat(s.toMove) }

// Outcome implements [game.State].
func (s *State) Outcome() game.Outcome { return s.outcome }

// Key implements [game.State].
func (s *State) Key() uint64 {
	return uint64(s.toMove)<<(2*cells) | uint64(s.marks[1])<<cells | uint64(s.marks[0])
}

// Size is the number of cells along an edge of the board.
func (s *State) Size() int { return int(s.size) }
