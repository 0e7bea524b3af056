package quantik

import (
	"math/bits"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/game/square"
	"plateau/internal/lanes"
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
	r := square.NewReader(text)
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
	ours, mixed := readQFEN(text)
	if mixed != nil {
		return State{}, mixed
	}
	rest, err := game.ReadBoard(ours, lanes.Edge, letters+smallLetters, func(c game.Cell, letter byte) {
		owner := letter >> 5 & 1 // small letters have this bit
		pieces[owner] |= 1 << bitOf(strings.IndexByte(smallLetters, letter|0x20), c)
	})
	if err != nil {
		return State{}, ofText(err, text)
	}
	s := Make(pieces[0], pieces[1])
	if refusal := s.refusePosition(text); refusal != nil {
		return State{}, refusal
	}
	// The number of pieces shows whose turn it is.
	wrong, err := game.ReadTurn(text, rest, seats, s.ToMove())
	if wrong {
		return State{}, WrongTurn.Refuse(text, "count", strconv.Itoa(int(s.plies)), "player", seats[s.ToMove()].ID)
	}
	return s, err
}

// Refusals of moves and positions, and the reasons for the end of a game.
var (
	Syntax   = game.Invalid("quantik.syntax", "a move is the letter of a shape (S sphere, Y cylinder, C cube, N cone), @ and a cell, such as S@b3")
	Occupied = game.Invalid("quantik.occupied", "{cell} is taken by a {shape}")
	NoneLeft = game.Invalid("quantik.noneleft", "you have no {shape} left: both are on the board")
	Opposed  = game.Invalid("quantik.opposed", "your opponent's {shape} on {cell} is in the same {unit}")

	WrongTurn  = game.Invalid("quantik.turn", "it is player {player}'s turn (pieces on the board: {count})")
	WrongCount = game.Invalid("quantik.count", "pieces placed: {first} by player 1, {second} by player 2; they take turns, and player 1 goes first")
	ThreeAlike = game.Invalid("quantik.three", "player {player} has {count} pieces of one shape ({shape}), the last on {cell}; there are only two")
	Clash      = game.Invalid("quantik.clash", "the {shape} on {first} and the opposing one on {second} are in the same {unit}")

	FourShapes = game.Phrase{Code: "four-shapes", English: "four different shapes in {line}"}
	Blocked    = game.Phrase{Code: "blocked", English: "the other side cannot place a piece"}
)

// check returns why a piece cannot be placed, or nil.
func (s *State) check(input string, shape int, c game.Cell) *game.Refusal {
	if s.outcome.Over() {
		return game.GameOver.Refuse(input)
	}
	if refusal := game.RefuseCell(input, c, lanes.Edge); refusal != nil {
		return refusal
	}
	own, opposing := s.pieces[s.plies&1], s.pieces[1-s.plies&1]
	for other := range shapes {
		if (own|opposing)>>bitOf(other, c)&1 != 0 {
			return Occupied.Refuse(input, "cell", c.String(), "shape", shapeNames[other])
		}
	}
	if bits.OnesCount64(own>>(shape*cells)&lanes.Mask) >= 2 {
		return NoneLeft.Refuse(input, "shape", shapeNames[shape])
	}
	for same := opposing >> (shape * cells) & lanes.Mask; same != 0; same &= same - 1 {
		by := lanes.Cell(bits.TrailingZeros64(same))
		if unit := sharedUnit(c, by); unit != "" {
			return Opposed.Refuse(input, "shape", shapeNames[shape], "cell", by.String(), "unit", unit)
		}
	}
	return nil
}

// sharedUnit names what two cells have in common, or is empty.
func sharedUnit(a, b game.Cell) string {
	switch {
	case a.Row == b.Row:
		return "row"
	case a.Col == b.Col:
		return "column"
	case a.Row/2 == b.Row/2 && a.Col/2 == b.Col/2:
		return "region"
	}
	return ""
}

func (s *State) refuse(m game.Move) *game.Refusal {
	if m >= shapes*cells {
		return game.RefuseMove(m)
	}
	return s.check(formatMove(s, m), int(m/cells), lanes.Cell(int(m)))
}

// refusePosition returns why the pieces are impossible, or nil.
func (s *State) refusePosition(input string) *game.Refusal {
	first, second := bits.OnesCount64(s.pieces[0]), bits.OnesCount64(s.pieces[1])
	for seat, word := range s.pieces {
		for shape := range shapes {
			same := word >> (shape * cells) & lanes.Mask
			if count := bits.OnesCount64(same); count > 2 {
				last := lanes.Cell(bits.Len64(same) - 1)
				return ThreeAlike.Refuse(input, "player", seats[seat].ID, "count", strconv.Itoa(count),
					"shape", shapeNames[shape], "cell", last.String())
			}
		}
	}
	if first != second && first != second+1 {
		return WrongCount.Refuse(input, "first", strconv.Itoa(first), "second", strconv.Itoa(second))
	}
	for word := s.pieces[0]; word != 0; word &= word - 1 {
		bit := bits.TrailingZeros64(word)
		for same := s.pieces[1] >> (bit / cells * cells) & lanes.Mask; same != 0; same &= same - 1 {
			a, b := lanes.Cell(bit), lanes.Cell(bits.TrailingZeros64(same))
			if unit := sharedUnit(a, b); unit != "" {
				return Clash.Refuse(input, "shape", shapeNames[bit/cells],
					"first", a.String(), "second", b.String(), "unit", unit)
			}
		}
	}
	return nil
}

func (s *State) verdict() game.Verdict {
	switch {
	case !s.outcome.Over():
		return game.Verdict{}
	case !complete(s.pieces[0] | s.pieces[1]):
		return game.Verdict{Outcome: s.outcome, Reason: Blocked}
	default:
		return game.Verdict{Outcome: s.outcome, Reason: FourShapes, Line: s.line()}
	}
}

// line is the cells of the first complete row, column or region.
func (s *State) line() []game.Cell {
	for _, unit := range unitMasks() {
		found := uint64(0)
		for shape := range shapes {
			if (s.pieces[0]|s.pieces[1])>>(shape*cells)&unit != 0 {
				found++
			}
		}
		if found == shapes {
			return lanes.CellsOf(unit)
		}
	}
	return nil
}

// unitMasks are the rows, the columns and the regions.
func unitMasks() (masks []uint64) {
	for i := range 4 {
		masks = append(masks, wholeRow<<i)
	}
	for i := range 4 {
		masks = append(masks, wholeCol<<(4*i))
	}
	return append(masks, wholeArea, wholeArea<<2, wholeArea<<8, wholeArea<<10)
}
