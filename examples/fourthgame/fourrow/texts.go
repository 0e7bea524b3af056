package fourrow

import (
	"math/bits"
	"strconv"

	"plateau/game"
	"plateau/game/square"
)

// Refusals, and the reasons for the end of a game. Translations are found by
// the code; a terminal shows the English sentence.
var (
	Syntax     = game.Invalid("fourrow.syntax", "a move is an empty cell, such as b3")
	Taken      = game.Invalid("fourrow.taken", "{cell} is taken")
	WrongTurn  = game.Invalid("fourrow.turn", "it is the turn of {player}: the number of marks on the board is {count}")
	WrongCount = game.Invalid("fourrow.count", "there are {crosses} crosses and {circles} circles; they mark one cell in turn, crosses first")

	FourInLine = game.Phrase{Code: "four-in-line", English: "four in {line}"}
	FullBoard  = game.Phrase{Code: "full-board", English: "the board is full"}
)

const letters = "XO"

var seats = []game.SeatInfo{
	{ID: "X", Team: 0, Colour: "crosses"},
	{ID: "O", Team: 1, Colour: "circles"},
}

func (s *State) letter(c game.Cell) byte {
	for side, marks := range s.marks {
		if marks>>bitOf(c)&1 != 0 {
			return letters[side]
		}
	}
	return 0
}

func (s *State) format() string { return game.WriteBoard(size, s.letter) + " " + seats[s.ToMove()].ID }

func parse(text string) (State, error) {
	var marks [2]uint16
	rest, err := game.ReadBoard(text, size, letters, func(c game.Cell, letter byte) {
		side := 0
		if letter == letters[1] {
			side = 1
		}
		marks[side] |= 1 << bitOf(c)
	})
	if err != nil {
		return State{}, err
	}
	s := makeState(marks[0], marks[1])
	if refusal := s.refusePosition(text); refusal != nil {
		return State{}, refusal
	}
	// The number of marks shows whose turn it is.
	wrong, err := game.ReadTurn(text, rest, seats, s.ToMove())
	if wrong {
		count := bits.OnesCount16(marks[0] | marks[1])
		return State{}, WrongTurn.Refuse(text, "player", seats[s.ToMove()].ID, "count", strconv.Itoa(count))
	}
	return s, err
}

// refusePosition returns why the marks are impossible, or nil.
func (s *State) refusePosition(input string) *game.Refusal {
	crosses, circles := bits.OnesCount16(s.marks[0]), bits.OnesCount16(s.marks[1])
	if crosses == circles || crosses == circles+1 {
		return nil
	}
	return WrongCount.Refuse(input, "crosses", strconv.Itoa(crosses), "circles", strconv.Itoa(circles))
}

func formatMove(_ *State, m game.Move) string { return cellOf(int(m)).String() }

func parseMove(s *State, text string) (game.Move, error) {
	r := square.NewReader(text)
	c, ok := r.Cell()
	if !ok || !r.Done() {
		return game.NoMove, Syntax.Refuse(text)
	}
	if refusal := s.check(text, c); refusal != nil {
		return game.NoMove, refusal
	}
	return game.Move(bitOf(c)), nil
}

// check returns why a cell cannot be marked, or nil.
func (s *State) check(input string, c game.Cell) *game.Refusal {
	if s.outcome.Over() {
		return game.GameOver.Refuse(input)
	}
	if refusal := game.RefuseCell(input, c, size); refusal != nil {
		return refusal
	}
	if s.letter(c) != 0 {
		return Taken.Refuse(input, "cell", c.String())
	}
	return nil
}

func (s *State) refuse(m game.Move) *game.Refusal {
	if m >= cells {
		return game.RefuseMove(m)
	}
	return s.check(formatMove(s, m), cellOf(int(m)))
}

func (s *State) verdict() game.Verdict {
	switch winner, won := s.outcome.Winner(); {
	case won:
		return game.Verdict{Outcome: s.outcome, Reason: FourInLine, Line: cellsOf(lineOf(s.marks[winner]))}
	case s.outcome.Over():
		return game.Verdict{Outcome: s.outcome, Reason: FullBoard}
	}
	return game.Verdict{}
}
