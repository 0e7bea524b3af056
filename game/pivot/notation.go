package pivot

import (
	"math/bits"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/lanes"
	"plateau/internal/movetext"
)

// letters are the cards in the order of the lanes.
const letters = "CcSs"

func split(m game.Move) turn {
	from, to := int(m>>9&15), int(m>>5&15)
	return turn{
		pivots: from != to,
		from:   lanes.Cell(from), to: lanes.Cell(to),
		face: int(m >> 4 & 1), drop: lanes.Cell(int(m & 15)),
	}
}

func (t turn) move() game.Move {
	m := game.Move(t.face<<4 | lanes.Bit(t.drop))
	if t.pivots {
		m |= game.Move(lanes.Bit(t.from)<<9 | lanes.Bit(t.to)<<5)
	}
	return m
}

func (s *State) formatMove(m game.Move) string {
	t := split(m)
	drop := string(letters[2*int(s.ToMove())+t.face]) + "@" + t.drop.String()
	if !t.pivots {
		return drop
	}
	return t.from.String() + "-" + t.to.String() + "+" + drop
}

func (s *State) parseMove(text string) (game.Move, error) {
	own := letters[2*s.ToMove():][:2]
	r := movetext.NewReader(text)
	var t turn
	ok := true
	if t.from, t.pivots = r.Cell(); t.pivots {
		r.Skip(movetext.Arrow)
		t.to, ok = r.Cell()
		r.Skip("+")
	}
	letter, hasLetter := r.Letter(letters)
	r.Skip("@")
	drop, hasDrop := r.Cell()
	if !ok || !hasLetter || !hasDrop || !r.Done() {
		return game.NoMove, Syntax.Refuse(text, "card", own[:1])
	}
	t.face, t.drop = strings.IndexByte(own, letter), drop
	if t.face < 0 {
		return game.NoMove, WrongCard.Refuse(text, "own", seats[s.ToMove()].Colour, "card", own[:1]+" or "+own[1:])
	}
	if refusal := s.check(text, t); refusal != nil {
		return game.NoMove, refusal
	}
	return t.move(), nil
}

func (s *State) letter(c game.Cell) byte {
	for kind := range len(letters) {
		if s.cards>>(cells*kind+lanes.Bit(c))&1 != 0 {
			return letters[kind]
		}
	}
	return 0
}

func (s *State) format() string {
	return game.WriteBoard(lanes.Edge, s.letter) + " " + seats[s.ToMove()].ID
}

// reserve is the cards that a player still has, black face up.
func (s *State) reserve(seat game.Seat) string {
	return strings.Repeat(letters[2*seat:][:1], 8-bits.OnesCount64(s.of(uint8(seat))))
}

func parse(text string) (State, error) {
	cards := uint64(0)
	rest, err := game.ReadBoard(text, lanes.Edge, letters, func(c game.Cell, letter byte) {
		cards |= 1 << (cells*strings.IndexByte(letters, letter) + lanes.Bit(c))
	})
	if err != nil {
		return State{}, err
	}
	s := Make(cards)
	if refusal := s.refusePosition(text); refusal != nil {
		return State{}, refusal
	}
	// The number of cards shows whose turn it is, so it may be left out.
	if rest == "" {
		return s, nil
	}
	seat, err := game.ReadSeat(text, rest, seats)
	if err != nil {
		return State{}, err
	}
	if seat != s.ToMove() {
		return State{}, WrongTurn.Refuse(text, "player", seats[s.ToMove()].ID,
			"circles", strconv.Itoa(bits.OnesCount64(s.of(0))), "squares", strconv.Itoa(bits.OnesCount64(s.of(1))))
	}
	return s, nil
}
