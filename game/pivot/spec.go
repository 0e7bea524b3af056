package pivot

import (
	"math/bits"

	"plateau/game"
	"plateau/game/square"
	"plateau/internal/lanes"
)

var seats = []game.SeatInfo{
	{ID: "1", Team: 0, Colour: "circles"},
	{ID: "2", Team: 1, Colour: "squares"},
}

// Spec describes the game to generic code.
func Spec() game.Spec[State] {
	return game.Spec[State]{
		ID: "pivot", Name: "Pivot", Size: lanes.Edge,
		Seats: seats, TeamIDs: [2]string{"1", "2"},
		Openers:  []game.Seat{Circles},
		MaxPlies: cells,
		Refusals: []game.Ground{
			Syntax, WrongCard, MustPivot, CannotPivot, NothingHere, OwnCard, TooFar, TargetTaken, DropTaken,
			WrongTurn, WrongCount, TooMany,
		},
		Reasons:    []game.Phrase{LineStands, LineGiven, Unanswerable, FullLine, FullBoth, FullBoard},
		Letters:    letters,
		Slots:      slots,
		Start:      func(game.Seat) State { return Start() },
		FromKey:    fromKey,
		Parse:      parse,
		Format:     (*State).format,
		ParseMove:  (*State).parseMove,
		FormatMove: (*State).formatMove,
		Picks:      (*State).picks,
		Attempt:    (*State).attempt,
		Motions:    (*State).motions,
		Refuse:     (*State).refuse,
		Verdict:    (*State).verdict,
		Letter:     (*State).letter,
		Reserve:    (*State).reserve,
		Symmetries: game.Symmetries[State]{
			Count:     symmetryCount,
			State:     (*State).turned,
			Move:      turnMove,
			Inverse:   inverse,
			Compose:   compose,
			Canonical: canonical,
		},
	}
}

var slots = []game.Slot{
	{ID: game.FromSlot, OnBoard: true},
	{ID: game.ToSlot, OnBoard: true},
	{ID: game.FaceSlot},
	{ID: game.DropSlot, OnBoard: true},
}

// The choices that decide where the cards go. The drop comes after the pivot
// and may use the cell it vacated.
var (
	pivoting = []game.SlotID{game.FromSlot, game.ToSlot}
	dropping = []game.SlotID{game.FaceSlot, game.DropSlot}
	wholly   = []game.SlotID{game.FromSlot, game.ToSlot, game.FaceSlot, game.DropSlot}
)

func (s *State) picks(m game.Move) game.Picks {
	t := split(m)
	p := game.Picks{
		game.FaceSlot: string(letters[2*int(s.ToMove())+t.face]),
		game.DropSlot: t.drop.String(),
	}
	if t.pivots {
		p[game.FromSlot], p[game.ToSlot] = t.from.String(), t.to.String()
	}
	return p
}

// attempt fills in a neighbour of the pivoting card, the black face, and the
// cell that the pivot vacates, which is always free.
func (s *State) attempt(picks game.Picks) string {
	own := letters[2*s.ToMove():][:1]
	from, pivots := picks[game.FromSlot]
	if _, goes := picks[game.ToSlot]; !pivots && !goes {
		return picks.Join(
			game.Part{Slot: game.FaceSlot, Else: own},
			game.Part{Sign: "@", Slot: game.DropSlot, Else: "a1"})
	}
	return picks.Join(
		game.Part{Slot: game.FromSlot, Else: "a1"},
		game.Part{Sign: "-", Slot: game.ToSlot, Else: s.neighbourText(from)},
		game.Part{Sign: "+", Slot: game.FaceSlot, Else: own},
		game.Part{Sign: "@", Slot: game.DropSlot, Else: from})
}

// neighbourText is a cell to which the card on a cell could pivot: a free one,
// if there is one.
func (s *State) neighbourText(from string) string {
	c, err := game.ParseCell(from, lanes.Edge)
	if err != nil {
		return "a1"
	}
	targets := neighbours[lanes.Bit(c)]
	if free := targets & s.empty(); free != 0 {
		targets = free
	}
	return lanes.Cell(bits.TrailingZeros64(targets)).String()
}

func (s *State) motions(m game.Move) []game.Motion {
	t := split(m)
	drop := game.Motion{Kind: game.Places, To: t.drop, Letter: letters[2*int(s.ToMove())+t.face], Needs: dropping}
	if !t.pivots {
		return []game.Motion{drop}
	}
	drop.Needs = wholly
	// Turning a card over changes the case of its letter.
	turned := s.letter(t.from) ^ ('a' - 'A')
	return []game.Motion{{Kind: game.Flips, From: t.from, To: t.to, Letter: turned, Needs: pivoting}, drop}
}

// The symmetries are the 8 of the board, and those combined with turning over
// every card, numbered 8 higher.
const (
	turnAll       = square.Symmetries
	symmetryCount = 2 * square.Symmetries
)

// turnWord applies a symmetry, as numbered by package square, to all lanes.
func turnWord(word uint64, by game.Symmetry) uint64 {
	if by&4 != 0 {
		word = lanes.TransposeOuter.Apply(lanes.TransposeInner.Apply(word))
	}
	if by&1 != 0 {
		word = lanes.ColumnHalves.Apply(lanes.ColumnsCD.Apply(lanes.ColumnsAB.Apply(word)))
	}
	if by&2 != 0 {
		word = lanes.RowHalves.Apply(lanes.Rows34.Apply(lanes.Rows12.Apply(word)))
	}
	return word
}

func turnCards(cards uint64, by game.Symmetry) uint64 {
	cards = turnWord(cards, by)
	if by&turnAll != 0 {
		const blacks = lanes.Mask | lanes.Mask<<(2*cells)
		cards = cards&blacks<<cells | cards>>cells&blacks
	}
	return cards
}

func (s *State) turned(by game.Symmetry) State { return Make(turnCards(s.cards, by)) }

func turnMove(m game.Move, by game.Symmetry) game.Move {
	t := split(m)
	turnCell := func(c game.Cell) game.Cell { return square.Turn(c, lanes.Edge, by&(turnAll-1)) }
	t.from, t.to, t.drop = turnCell(t.from), turnCell(t.to), turnCell(t.drop)
	t.face ^= int(by / turnAll)
	return t.move()
}

func compose(first, then game.Symmetry) game.Symmetry {
	const board = turnAll - 1
	return (first^then)&turnAll | square.Compose(first&board, then&board)
}

func inverse(y game.Symmetry) game.Symmetry {
	return y&turnAll | square.Inverse(y&(turnAll-1))
}

// canonical is the image with the smallest key.
func canonical(s *State) (State, game.Symmetry) {
	best, by := s.cards, game.Symmetry(0)
	for y := game.Symmetry(1); y < symmetryCount; y++ {
		if cards := turnCards(s.cards, y); cards < best {
			best, by = cards, y
		}
	}
	return State{cards: best, plies: uint8(bits.OnesCount64(best)), outcome: s.outcome}, by
}
