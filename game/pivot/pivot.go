// Package pivot holds the rules of Pivot.
package pivot

import (
	"math/bits"
	"slices"

	"plateau/game"
	"plateau/internal/lanes"
)

// The seats, which are also the teams. Circles always begin.
const (
	Circles game.Seat = 0
	Squares game.Seat = 1
)

// State is a position: one word of four lanes, which is also the key. The
// number of cards shows whose turn it is.
//
//	cards: │ 63 … 48        │ 47 … 32       │ 31 … 16        │ 15 … 0        │
//	       │ squares silver │ squares black │ circles silver │ circles black │
//
// Package lanes has the numbering of the cells.
//
// A move is the pivot and the drop; without a pivot, from and to are both 0:
//
//	move: │ 12 … 9 │ 8 … 5 │ 4    │ 3 … 0 │
//	      │ from   │ to    │ face │ drop  │
type State struct {
	cards   uint64
	plies   uint8 // also the number of cards
	outcome game.Outcome
}

// silver is the number of the silver face; black is 0.
const silver = 1

const (
	cells = lanes.Cells
	// player is the two lanes of the circles.
	player = 1<<(2*cells) - 1
)

// Start is the empty board.
func Start() State { return State{} }

// Make is the position with the given cards, a word as in [State]. The numbers
// of cards must be possible.
func Make(cards uint64) State {
	s := State{cards: cards, plies: uint8(bits.OnesCount64(cards))}
	s.settle()
	return s
}

// Cards is the word of all cards.
func (s *State) Cards() uint64 { return s.cards }

// of is the two lanes of a seat's cards, black and silver.
func (s *State) of(seat uint8) uint64 { return s.cards >> (2 * cells * seat) & player }

func (s *State) empty() uint64 { return lanes.Mask &^ lanes.Union(s.cards) }

// faces is both lanes of a player's cards as one.
func faces(cards uint64) uint64 { return (cards | cards>>cells) & lanes.Mask }

// neighbours are the orthogonal neighbours of each cell.
var neighbours = func() (lookup [cells]uint64) {
	for cell := range lookup {
		lookup[cell] = neighboursOf(1 << cell)
	}
	return lookup
}()

// neighboursOf is all neighbours of the cells of a set.
func neighboursOf(set uint64) uint64 {
	const row1, row4 = 0x1111, 0x8888
	return (set<<4 | set>>4 | set&^row4<<1 | set&^row1>>1) & lanes.Mask
}

// directions are the four directions of lines: the step to the next cell, and
// the cells from which two steps stay on the board, in every lane.
var directions = [4]struct {
	step   uint8
	starts uint64
}{
	{1, 0x3333 * lanes.Each}, // up a column
	{4, 0x00FF * lanes.Each}, // along a row
	{5, 0x0033 * lanes.Each}, // along a rising diagonal
	{3, 0x00CC * lanes.Each}, // along a falling diagonal
}

// lines marks the first cell of every line of three, in each lane.
func lines(word uint64) uint64 {
	return word&(word>>1)&(word>>2)&(0x3333*lanes.Each) |
		word&(word>>4)&(word>>8)&(0x00FF*lanes.Each) |
		word&(word>>5)&(word>>10)&(0x0033*lanes.Each) |
		word&(word>>3)&(word>>6)&(0x00CC*lanes.Each)
}

// completing marks the cells that would complete a line, in each lane.
func completing(word uint64) uint64 {
	found := uint64(0)
	for _, d := range directions {
		first, middle, last := word&d.starts, word>>d.step&d.starts, word>>(2*d.step)&d.starts
		found |= middle&last | first&last<<d.step | first&middle<<(2*d.step)
	}
	return found
}

// settle computes the outcome, in the order of the ruling.
func (s *State) settle() {
	s.outcome = game.Running
	made := lines(s.cards)
	if made == 0 {
		if s.plies == cells {
			s.outcome = game.Drawn
		}
		return
	}
	toMove := s.plies & 1
	own := made>>(2*cells*toMove)&player != 0
	theirs := made>>(2*cells*(1-toMove))&player != 0
	switch {
	case own && !theirs:
		s.outcome = game.Won(game.Team(toMove))
	case s.plies == cells && own:
		s.outcome = game.Drawn
	case !own && !s.canAnswer():
		// On a full board there is no answer either.
		s.outcome = game.Won(game.Team(1 - toMove))
	}
}

// canAnswer reports whether the player to move has a turn that leaves the
// opponent no line, or makes one. Only the pivot can break a line and only the
// drop can make one.
func (s *State) canAnswer() bool {
	toMove := s.plies & 1
	own, theirs, empty := s.of(toMove), s.of(1-toMove), s.empty()
	winning := faces(completing(own))
	movable := faces(theirs) & neighboursOf(empty)
	if movable == 0 {
		return winning&empty != 0
	}
	for ; movable != 0; movable &= movable - 1 {
		from := bits.TrailingZeros64(movable)
		for targets := neighbours[from] & empty; targets != 0; targets &= targets - 1 {
			to := bits.TrailingZeros64(targets)
			if winning&(empty^1<<to|1<<from) != 0 || lines(turnOver(theirs, from, to)) == 0 {
				return true
			}
		}
	}
	return false
}

// turnOver pivots a card of two lanes.
func turnOver(cards uint64, from, to int) uint64 {
	face := cards >> (cells + from) & 1
	return cards ^ 1<<(uint64(cells)*face+uint64(from)) ^ 1<<(uint64(cells)*(1-face)+uint64(to))
}

// AppendMoves implements [game.State].
func (s *State) AppendMoves(dst []game.Move) []game.Move {
	if s.outcome != game.Running {
		return dst
	}
	empty := s.empty()
	theirs := faces(s.of(1 - s.plies&1))
	movable := theirs & neighboursOf(empty)
	if movable == 0 {
		return appendDrops(dst, 0, empty)
	}
	for ; movable != 0; movable &= movable - 1 {
		from := bits.TrailingZeros64(movable)
		for targets := neighbours[from%cells] & empty; targets != 0; targets &= targets - 1 {
			to := bits.TrailingZeros64(targets)
			dst = appendDrops(dst, game.Move(from<<9|to<<5), empty^1<<to|1<<from)
		}
	}
	return dst
}

// appendDrops appends the drops after one pivot: black on every empty cell,
// then silver.
func appendDrops(dst []game.Move, pivot game.Move, empty uint64) []game.Move {
	n, count := len(dst), bits.OnesCount64(empty)
	dst = slices.Grow(dst, 2*count)[:n+2*count]
	blacks, silvers := dst[n:n+count], dst[n+count:n+2*count]
	for i := range blacks {
		m := pivot | game.Move(bits.TrailingZeros64(empty))
		blacks[i], silvers[i] = m, m|silver<<4
		empty &= empty - 1
	}
	return dst
}

// Play implements [game.State].
func (s *State) Play(m game.Move) {
	own := 2 * cells * (s.plies & 1)
	if from, to := m>>9&15, m>>5&15; from != to {
		theirs := 2*cells - own
		turned := turnOver(s.cards>>theirs&player, int(from), int(to))
		s.cards = s.cards&^(player<<theirs) | turned<<theirs
	}
	s.cards |= 1 << (uint64(own) + uint64(m&31))
	s.plies++
	s.settle()
}

// ToMove implements [game.State].
func (s *State) ToMove() game.Seat { return game.Seat(s.plies & 1) }

// Outcome implements [game.State].
func (s *State) Outcome() game.Outcome { return s.outcome }

// Key implements [game.State].
func (s *State) Key() uint64 { return s.cards }

// fromKey is the inverse of Key.
func fromKey(key uint64) (State, error) {
	s := Make(key)
	if bits.OnesCount64(lanes.Union(key)) != bits.OnesCount64(key) || s.refusePosition("") != nil {
		return State{}, game.RefuseKey(key)
	}
	return s, nil
}

// Threats are the cells, one lane per face, where one more card would complete
// a line of the player to move and of the opponent, whether or not they are
// empty.
func (s *State) Threats() (own, other uint64) {
	toMove := s.plies & 1
	return completing(s.of(toMove)), completing(s.of(1 - toMove))
}
