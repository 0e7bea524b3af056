package pivot

import (
	"math/bits"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/game/square"
	"plateau/internal/lanes"
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
	r := square.NewReader(text)
	var t turn
	ok := true
	if t.from, t.pivots = r.Cell(); t.pivots {
		r.Skip(square.Arrow)
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
	// The number of cards shows whose turn it is.
	wrong, err := game.ReadTurn(text, rest, seats, s.ToMove())
	if wrong {
		return State{}, WrongTurn.Refuse(text, "player", seats[s.ToMove()].ID,
			"circles", strconv.Itoa(bits.OnesCount64(s.of(0))), "squares", strconv.Itoa(bits.OnesCount64(s.of(1))))
	}
	return s, err
}

// Refusals of moves and positions, and the reasons for the end of a game.
var (
	Syntax      = game.Invalid("pivot.syntax", "a move is an opposing card, the cell it pivots to, then + and your card with its cell (capital: black, small: silver), such as b2-b3+{card}@d4; without a pivot just {card}@d4")
	WrongCard   = game.Invalid("pivot.card", "you play {own}: your card is written {card}, capital for black and small for silver")
	MustPivot   = game.Invalid("pivot.mustpivot", "you have to pivot an opposing card before you place yours, such as the one on {cell}")
	CannotPivot = game.Invalid("pivot.cannot", "no opposing card can pivot, so just place your card")
	NothingHere = game.Invalid("pivot.nothing", "there is no card on {cell} to pivot")
	OwnCard     = game.Invalid("pivot.own", "the card on {cell} is yours; you can only pivot opposing cards")
	TooFar      = game.Invalid("pivot.far", "a card pivots one cell up, down, left or right, and {to} is not next to {from}")
	TargetTaken = game.Invalid("pivot.target", "the card cannot pivot to {cell}: there is another card there")
	DropTaken   = game.Invalid("pivot.drop", "you cannot place your card on {cell}: there is another card there")

	WrongTurn  = game.Invalid("pivot.turn", "it is player {player}'s turn (circles: {circles}, squares: {squares})")
	WrongCount = game.Invalid("pivot.count", "there must be as many circles as squares, or one more (circles: {circles}, squares: {squares})")
	TooMany    = game.Invalid("pivot.many", "there are {count} {kind}, but each player only has 8 cards")

	LineStands   = game.Phrase{Code: "line-stands", English: "their line was neither broken nor answered, in {line}"}
	LineGiven    = game.Phrase{Code: "line-given", English: "the losing side's own pivot made the line, in {line}"}
	Unanswerable = game.Phrase{Code: "line-unanswerable", English: "a line that no turn can break or answer, in {line}"}
	FullLine     = game.Phrase{Code: "full-board-line", English: "the board is full and only they have a line, in {line}"}
	FullBoth     = game.Phrase{Code: "full-board-lines", English: "the board is full and both sides have a line"}
	FullBoard    = game.Phrase{Code: "full-board", English: "the board is full and nobody has a line"}
)

// turn is a decoded move.
type turn struct {
	pivots   bool
	from, to game.Cell
	face     int
	drop     game.Cell
}

// check returns why a turn is illegal, or nil.
func (s *State) check(input string, t turn) *game.Refusal {
	if s.outcome.Over() {
		return game.GameOver.Refuse(input)
	}
	empty := s.empty()
	movable := faces(s.of(1-s.plies&1)) & neighboursOf(empty)
	switch {
	case t.pivots && movable == 0:
		return CannotPivot.Refuse(input)
	case !t.pivots && movable != 0:
		return MustPivot.Refuse(input, "cell", lanes.Cell(bits.TrailingZeros64(movable)).String())
	}
	if t.pivots {
		if refusal := s.checkPivot(input, t.from, t.to); refusal != nil {
			return refusal
		}
		empty = empty&^(1<<lanes.Bit(t.to)) | 1<<lanes.Bit(t.from)
	}
	if refusal := game.RefuseCell(input, t.drop, lanes.Edge); refusal != nil {
		return refusal
	}
	if empty>>lanes.Bit(t.drop)&1 == 0 {
		return DropTaken.Refuse(input, "cell", t.drop.String())
	}
	return nil
}

func (s *State) checkPivot(input string, from, to game.Cell) *game.Refusal {
	for _, c := range []game.Cell{from, to} {
		if refusal := game.RefuseCell(input, c, lanes.Edge); refusal != nil {
			return refusal
		}
	}
	empty, fromBit, toBit := s.empty(), lanes.Bit(from), lanes.Bit(to)
	switch {
	case empty>>fromBit&1 != 0:
		return NothingHere.Refuse(input, "cell", from.String())
	case faces(s.of(s.plies&1))>>fromBit&1 != 0:
		return OwnCard.Refuse(input, "cell", from.String())
	case neighbours[fromBit]>>toBit&1 == 0:
		return TooFar.Refuse(input, "from", from.String(), "to", to.String())
	case empty>>toBit&1 == 0:
		return TargetTaken.Refuse(input, "cell", to.String())
	}
	return nil
}

func (s *State) refuse(m game.Move) *game.Refusal {
	t := split(m)
	if m>>13 != 0 || !t.pivots && m>>5 != 0 {
		return game.RefuseMove(m)
	}
	return s.check(s.formatMove(m), t)
}

// refusePosition returns why the numbers of cards are impossible, or nil.
func (s *State) refusePosition(input string) *game.Refusal {
	circles, squares := bits.OnesCount64(s.of(0)), bits.OnesCount64(s.of(1))
	switch {
	case circles > 8:
		return TooMany.Refuse(input, "count", strconv.Itoa(circles), "kind", seats[Circles].Colour)
	case squares > 8:
		return TooMany.Refuse(input, "count", strconv.Itoa(squares), "kind", seats[Squares].Colour)
	case circles != squares && circles != squares+1:
		return WrongCount.Refuse(input, "circles", strconv.Itoa(circles), "squares", strconv.Itoa(squares))
	}
	return nil
}

// verdict explains the outcome. Only the previous position shows whether a line
// was made by its owner or by the opponent's pivot.
func (s *State) verdict(before *State) game.Verdict {
	v := game.Verdict{Outcome: s.outcome}
	winner, won := s.outcome.Winner()
	switch {
	case s.outcome == game.Drawn && lines(s.cards) != 0:
		v.Reason = FullBoth
	case s.outcome == game.Drawn:
		v.Reason = FullBoard
	case !won:
		return v
	case winner == game.Team(s.ToMove()):
		v.Reason = LineStands
		if before != nil && lines(before.of(uint8(winner))) == 0 {
			v.Reason = LineGiven
		}
	case s.plies == cells:
		v.Reason = FullLine
	default:
		v.Reason = Unanswerable
	}
	if won {
		v.Line = firstLine(s.of(uint8(winner)))
	}
	return v
}

// firstLine is the cells of a line in one of the lanes.
func firstLine(cards uint64) []game.Cell {
	for _, d := range directions {
		starts := cards & (cards >> d.step) & (cards >> (2 * d.step)) & d.starts
		if starts == 0 {
			continue
		}
		first := bits.TrailingZeros64(starts) % cells
		return []game.Cell{
			lanes.Cell(first), lanes.Cell(first + int(d.step)), lanes.Cell(first + 2*int(d.step)),
		}
	}
	return nil
}
