package quixo

import (
	"strings"

	"plateau/game"
	"plateau/internal/movetext"
)

const (
	letters  = "XO"
	letters4 = "XOxo" // small: the dot faces the second player
	passText = "pass"
)

var markNames = [2]string{"cross", "circle"}

func pushOf(from, to game.Cell) game.Move {
	return game.Move(bitOf(from)<<cellBits | bitOf(to))
}

// splitMove decodes the two cells of a push, if it is one.
func splitMove(m game.Move) (from, to game.Cell, ok bool) {
	f, t := int(m>>cellBits), int(m%(1<<cellBits))
	if f >= cells || t >= cells {
		return from, to, false
	}
	return cellAt(f), cellAt(t), true
}

func formatPush(m game.Move) string {
	from, to, _ := splitMove(m)
	return from.String() + "-" + to.String()
}

func (s *State4) formatMove(m game.Move) string {
	if m == Pass {
		return passText
	}
	return formatPush(m>>1) + "." + string(rune('1'+m&1))
}

// exampleMove is a move on an empty board of this size.
func (g *geometry) exampleMove() string {
	return formatPush(pushOf(game.Cell{Col: 2}, game.Cell{Col: 2, Row: uint8(g.size - 1)}))
}

func (s *State) parseMove(text string) (game.Move, error) {
	r := movetext.NewReader(text)
	from, to, ok := readCells(&r)
	if !ok || !r.Done() {
		return game.NoMove, Syntax.Refuse(text, "example", s.geometry().exampleMove())
	}
	if refusal := s.check(text, from, to); refusal != nil {
		return game.NoMove, refusal
	}
	return pushOf(from, to), nil
}

func (s *State4) parseMove(text string) (game.Move, error) {
	if strings.EqualFold(strings.TrimSpace(text), passText) {
		if refusal := s.checkPass(text); refusal != nil {
			return game.NoMove, refusal
		}
		return Pass, nil
	}
	r := movetext.NewReader(text)
	from, to, ok := readCells(&r)
	r.Skip(".")
	dot, hasDot := r.Letter("12")
	if !ok || !hasDot || !r.Done() {
		return game.NoMove, Syntax4.Refuse(text)
	}
	if refusal := s.check(text, from, to); refusal != nil {
		return game.NoMove, refusal
	}
	return pushOf(from, to)<<1 | game.Move(dot-'1'), nil
}

func readCells(r *movetext.Reader) (from, to game.Cell, ok bool) {
	if from, ok = r.Cell(); !ok {
		return from, to, false
	}
	r.Skip(movetext.Arrow)
	to, ok = r.Cell()
	return from, to, ok
}

func (s *State) letter(c game.Cell) byte {
	for team := range letters {
		if s.marks[team]>>bitOf(c)&1 != 0 {
			return letters[team]
		}
	}
	return 0
}

func (s *State4) letter(c game.Cell) byte {
	for team := range letters {
		if s.marks[team]>>bitOf(c)&1 != 0 {
			return letters4[team+2*int(s.second>>bitOf(c)&1)]
		}
	}
	return 0
}

func (s *State) format() string {
	return game.WriteBoard(int(s.size), s.letter) + " " + seats[s.toMove].ID
}

func (s *State4) format() string {
	return game.WriteBoard(board4.size, s.letter) + " " + seats4[s.toMove].ID
}

func parse(size int, text string) (s State, err error) {
	s.size = uint8(size)
	s.toMove, err = readMarks(text, size, letters, seats, func(c game.Cell, kind int) {
		s.marks[kind] |= 1 << bitOf(c)
	})
	s.settle()
	return s, err
}

func parse4(text string) (s State4, err error) {
	s.toMove, err = readMarks(text, board4.size, letters4, seats4, func(c game.Cell, kind int) {
		s.marks[kind&1] |= 1 << bitOf(c)
		s.second |= uint32(kind>>1) << bitOf(c)
	})
	s.settle()
	return s, err
}

// readMarks reads a board and who is to move, and calls put for every mark with
// the number of its letter.
func readMarks(text string, size int, letters string, seats []game.SeatInfo, put func(c game.Cell, kind int)) (uint8, error) {
	rest, err := game.ReadBoard(text, size, letters, func(c game.Cell, letter byte) {
		put(c, strings.IndexByte(letters, letter))
	})
	if err != nil {
		return 0, err
	}
	seat, err := game.ReadSeat(text, rest, seats)
	return uint8(seat), err
}
