package quixo

import (
	"slices"

	"plateau/game"
)

// State4 is a position of the game for four: a bitboard for each team's marks,
// one for the dots that face the second player of their team, and the seat to
// move. The seats X1, O1, X2, O2 play in this order; partners are two seats
// apart.
//
// Three planes of 25 bits do not fit into a key, so the key is in base 5: a
// cell is 0 when neutral, 1 or 2 for a cross and 3 or 4 for a circle with its
// dot to the first or second player; this number is multiplied by 4, plus the
// seat.
//
// A move is the two cells as for two players, then the dot; passing has a
// number of its own after them all:
//
//	move: │ 11   │ 10 … 6 │ 5 … 1 │ 0   │
//	      │ pass │ from   │ to    │ dot │
type State4 struct {
	marks   [2]uint32
	second  uint32 // marked cubes whose dot faces the second player
	toMove  uint8
	outcome game.Outcome
}

// Pass is the only move of a player who can take no cube.
const Pass game.Move = 1 << (2*cellBits + 1)

var board4 = geometryOf(5)

// Start4 is the position with all cubes neutral; begins is the seat of X1 or O1.
func Start4(begins game.Seat) State4 { return State4{toMove: uint8(begins)} }

// team and partner are a seat's side and its number within it.
func (s *State4) team() uint8    { return s.toMove & 1 }
func (s *State4) partner() uint8 { return s.toMove >> 1 & 1 }

// takeable is the ring cubes that the player to move may take: neutral, or with
// the team's mark and the dot facing the player.
func (s *State4) takeable() uint32 {
	facing := s.second
	if s.partner() == 0 {
		facing = ^s.second
	}
	own := s.marks[s.team()] & facing
	return board4.ring & (^(s.marks[0] | s.marks[1]) | own)
}

// AppendMoves implements [game.State].
func (s *State4) AppendMoves(dst []game.Move) []game.Move {
	if s.outcome != game.Running {
		return dst
	}
	takeable := s.takeable()
	if takeable == 0 {
		return append(dst, Pass)
	}
	first := len(dst)
	dst = slices.Grow(dst, 2*maxMoves+1)
	n := len(board4.appendPushes(dst, takeable)) - first
	// Make room for both dots, from the back so that no push is overwritten
	// before it is read.
	dst = dst[:first+2*n]
	moves := dst[first:]
	for i := n - 1; i >= 0; i-- {
		m := moves[i] << 1
		moves[2*i], moves[2*i+1] = m, m|1
	}
	return dst
}

// Play implements [game.State].
func (s *State4) Play(m game.Move) {
	if m != Pass {
		p := &board4.pushes[m>>1%(1<<(2*cellBits))]
		s.marks[0] = p.shift(s.marks[0])
		s.marks[1] = p.shift(s.marks[1])
		s.second = p.shift(s.second)
		to := m >> 1 % (1 << cellBits)
		s.marks[s.team()] |= 1 << to
		s.second |= uint32(m&1) << to
	}
	s.toMove = (s.toMove + 1) & 3
	s.settle()
}

func (s *State4) settle() {
	s.outcome = board4.outcome(&s.marks, game.Team(s.team()))
}

// ToMove implements [game.State].
func (s *State4) ToMove() game.Seat { return game.Seat(s.toMove) }

// Outcome implements [game.State].
func (s *State4) Outcome() game.Outcome { return s.outcome }

// third is the number of cells per look-up, and powerOfThird is 5 to that
// power: small enough for the L1 cache.
const (
	third        = 9
	powerOfThird = 1953125
)

// digits is the sum of the powers of 5 of a set of up to 9 cells.
var digits = func() (lookup [1 << third]uint32) {
	power := uint32(1)
	for bit := range third {
		for set := range 1 << bit {
			lookup[1<<bit|set] = lookup[set] + power
		}
		power *= 5
	}
	return lookup
}()

// number is the sum of the powers of 5 of a set of cells.
func number(set uint32) uint64 {
	const mask = 1<<third - 1
	return uint64(digits[set&mask]) + powerOfThird*
		(uint64(digits[set>>third&mask])+powerOfThird*uint64(digits[set>>(2*third)&mask]))
}

// Key implements [game.State].
func (s *State4) Key() uint64 {
	// A mark counts 1, plus 2 for a circle, plus 1 for the second player's
	// dot.
	return (number(s.marks[0]|s.marks[1])+2*number(s.marks[1])+number(s.second))<<2 | uint64(s.toMove)
}

// fromKey4 is the inverse of Key.
func fromKey4(key uint64) (State4, error) {
	s := State4{toMove: uint8(key & 3)}
	rest := key >> 2
	for bit := range cells {
		mask := uint32(1) << bit
		if digit := rest % 5; digit != 0 {
			s.marks[(digit-1)/2] |= mask
			s.second |= uint32((digit-1)%2) << bit
		}
		rest /= 5
	}
	if rest != 0 {
		return State4{}, game.RefuseKey(key)
	}
	s.settle()
	return s, nil
}

// Team is the side of the player to move.
func (s *State4) Team() game.Team { return game.Team(s.team()) }

// Marks is the plane of a team's marks.
func (s *State4) Marks(team game.Team) uint32 { return s.marks[team] }
