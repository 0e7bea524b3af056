package quantik

import (
	"math/bits"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/lanes"
	"plateau/internal/movetext"
)

// letters are the shapes in ascending order: cube, cone, sphere, cylinder;
// capital for the first player, small for the second.
const (
	letters      = "CNSY"
	smallLetters = "cnsy"
)

var shapeNames = [shapes]string{"cube", "cone", "sphere", "cylinder"}

func lettersOf(seat game.Seat) string {
	if seat == Second {
		return smallLetters
	}
	return letters
}

func bitOf(shape int, c game.Cell) int { return shape*cells + lanes.Bit(c) }

func formatMove(_ *State, m game.Move) string {
	return letters[m/cells%shapes:][:1] + "@" + lanes.Cell(int(m)).String()
}

func parseMove(s *State, text string) (game.Move, error) {
	r := movetext.NewReader(text)
	letter, hasLetter := r.Letter(letters + smallLetters)
	r.Skip("@")
	c, hasCell := r.Cell()
	if !hasLetter || !hasCell || !r.Done() {
		return game.NoMove, Syntax.Refuse(text)
	}
	shape := strings.IndexByte(smallLetters, letter|0x20)
	if refusal := s.check(text, shape, c); refusal != nil {
		return game.NoMove, refusal
	}
	return game.Move(bitOf(shape, c)), nil
}

func (s *State) letter(c game.Cell) byte {
	for shape := range shapes {
		switch mask := uint64(1) << bitOf(shape, c); {
		case s.pieces[First]&mask != 0:
			return letters[shape]
		case s.pieces[Second]&mask != 0:
			return smallLetters[shape]
		}
	}
	return 0
}

func (s *State) format() string {
	return game.WriteBoard(lanes.Edge, s.letter) + " " + seats[s.ToMove()].ID
}

// reserve is the pieces that a player still has, one letter each.
func (s *State) reserve(seat game.Seat) string {
	left := make([]byte, 0, 2*shapes)
	for shape := range shapes {
		for range 2 - bits.OnesCount64(s.pieces[seat]>>(shape*cells)&lanes.Mask) {
			left = append(left, lettersOf(seat)[shape])
		}
	}
	return string(left)
}

func parse(text string) (State, error) {
	var pieces [2]uint64
	rest, err := game.ReadBoard(text, lanes.Edge, letters+smallLetters, func(c game.Cell, letter byte) {
		owner := letter >> 5 & 1 // small letters have this bit
		pieces[owner] |= 1 << bitOf(strings.IndexByte(smallLetters, letter|0x20), c)
	})
	if err != nil {
		return State{}, err
	}
	s := Make(pieces[0], pieces[1])
	if refusal := s.refusePosition(text); refusal != nil {
		return State{}, refusal
	}
	// The number of pieces shows whose turn it is, so it may be left out.
	if rest == "" {
		return s, nil
	}
	seat, err := game.ReadSeat(text, rest, seats)
	if err != nil {
		return State{}, err
	}
	if seat != s.ToMove() {
		return State{}, WrongTurn.Refuse(text, "count", strconv.Itoa(int(s.plies)), "player", seats[s.ToMove()].ID)
	}
	return s, nil
}
