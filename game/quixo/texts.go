package quixo

import (
	"math/bits"
	"strings"

	"plateau/game"
	"plateau/game/square"
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
	if isPass(text) {
		return game.NoMove, NoPassing.Refuse(text)
	}
	r := square.NewReader(text)
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
	if isPass(text) {
		if refusal := s.checkPass(text); refusal != nil {
			return game.NoMove, refusal
		}
		return Pass, nil
	}
	r := square.NewReader(text)
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

func isPass(text string) bool { return strings.EqualFold(strings.TrimSpace(text), passText) }

func readCells(r *square.Reader) (from, to game.Cell, ok bool) {
	if from, ok = r.Cell(); !ok {
		return from, to, false
	}
	r.Skip(square.Arrow)
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

// Refusals of moves, and the reasons for the end of a game.
var (
	Syntax      = game.Invalid("quixo.syntax", "a move is the cell of the cube and the end where it comes back in, such as {example}")
	Syntax4     = game.Invalid("quixo4p.syntax", "a move is the cell of the cube, the end where it comes back in, and the player of your team whom its dot will face, such as c1-c5.2; or pass")
	NotOnRing   = game.Invalid("quixo.inner", "the cube on {cell} is not on the outer ring; only cubes on the ring can be taken")
	Opposing    = game.Invalid("quixo.opposing", "the cube on {cell} shows your opponent's {mark}")
	SamePlace   = game.Invalid("quixo.sameplace", "the cube cannot go back in at {cell}, where it was taken")
	NotAnEnd    = game.Invalid("quixo.end", "{cell} is not an end of the row or column of {from}; those are {ends}")
	NoPassing   = game.Invalid("quixo.nopass", "nobody may pass: take a cube from the outer ring that is neutral or shows your mark")
	PartnersDot = game.Invalid("quixo4p.dot", "the dot of the cube on {cell} faces your partner {partner}")
	MustPlay    = game.Invalid("quixo4p.mustplay", "you cannot pass while there is a cube that you may take, such as the one on {cell}")
	MustPass    = game.Invalid("quixo4p.mustpass", "there is no cube that you may take: you have to pass")

	OwnLine      = game.Phrase{Code: "own-line", English: "a line of their own mark in {line}"}
	OpponentLine = game.Phrase{Code: "opponent-line", English: "the other side made a line for them in {line}"}
	BothLines    = game.Phrase{Code: "both-lines", English: "the other side made a line of its own, but one for them as well, in {line}"}
)

// sharedRefusals are those of the games for two and for four, and more.
func sharedRefusals(more ...game.Ground) []game.Ground {
	return append([]game.Ground{game.MissingSeat, NotOnRing, Opposing, SamePlace, NotAnEnd}, more...)
}

// refuseTaking returns why a cube cannot be taken, by its place or its mark.
func (g *geometry) refuseTaking(input string, from game.Cell, opposing uint32, mark string) *game.Refusal {
	if refusal := game.RefuseCell(input, from, g.size); refusal != nil {
		return refusal
	}
	mask := uint32(1) << bitOf(from)
	switch {
	case g.ring&mask == 0:
		return NotOnRing.Refuse(input, "cell", from.String())
	case opposing&mask != 0:
		return Opposing.Refuse(input, "cell", from.String(), "mark", mark)
	}
	return nil
}

// refuseReturn returns why a cube from the ring cannot come back in at to.
func (g *geometry) refuseReturn(input string, from, to game.Cell) *game.Refusal {
	if refusal := game.RefuseCell(input, to, g.size); refusal != nil {
		return refusal
	}
	switch {
	case from == to:
		return SamePlace.Refuse(input, "cell", to.String())
	case !g.pushes[pushOf(from, to)].legal:
		ends := make([]string, 0, 3)
		for _, m := range g.ends[bitOf(from)][:g.endCount[bitOf(from)]] {
			ends = append(ends, cellAt(int(m%(1<<cellBits))).String())
		}
		return NotAnEnd.Refuse(input, "cell", to.String(), "from", from.String(), "ends", strings.Join(ends, ", "))
	}
	return nil
}

// check returns why a move is illegal, or nil.
func (s *State) check(input string, from, to game.Cell) *game.Refusal {
	if s.outcome.Over() {
		return game.GameOver.Refuse(input)
	}
	other := 1 - s.toMove&1
	g := s.geometry()
	if refusal := g.refuseTaking(input, from, s.marks[other], markNames[other]); refusal != nil {
		return refusal
	}
	return g.refuseReturn(input, from, to)
}

func (s *State4) check(input string, from, to game.Cell) *game.Refusal {
	takeable := s.takeable()
	switch {
	case s.outcome.Over():
		return game.GameOver.Refuse(input)
	case takeable == 0:
		return MustPass.Refuse(input)
	}
	other := 1 - s.team()
	if refusal := board4.refuseTaking(input, from, s.marks[other], markNames[other]); refusal != nil {
		return refusal
	}
	if takeable>>bitOf(from)&1 == 0 {
		partner := seats4[(s.toMove+2)&3].ID
		return PartnersDot.Refuse(input, "cell", from.String(), "partner", partner)
	}
	return board4.refuseReturn(input, from, to)
}

func (s *State4) checkPass(input string) *game.Refusal {
	takeable := s.takeable()
	switch {
	case s.outcome.Over():
		return game.GameOver.Refuse(input)
	case takeable != 0:
		return MustPlay.Refuse(input, "cell", cellAt(bits.TrailingZeros32(takeable)).String())
	}
	return nil
}

// refuse is [game.Spec.Refuse].
func (s *State) refuse(m game.Move) *game.Refusal {
	from, to, ok := splitMove(m)
	if !ok {
		return game.RefuseMove(m)
	}
	return s.check(formatPush(m), from, to)
}

func (s *State4) refuse(m game.Move) *game.Refusal {
	if m == Pass {
		return s.checkPass(passText)
	}
	from, to, ok := splitMove(m >> 1)
	if !ok {
		return game.RefuseMove(m)
	}
	return s.check(s.formatMove(m), from, to)
}

// verdict explains the outcome of a position from its marks alone: the side to
// move did not make the last push.
func (g *geometry) verdict(outcome game.Outcome, marks *[2]uint32, toMove game.Team) game.Verdict {
	winner, won := outcome.Winner()
	if !won {
		return game.Verdict{Outcome: outcome}
	}
	v := game.Verdict{Outcome: outcome, Reason: OwnLine, Line: g.line(marks[winner])}
	if winner == toMove {
		v.Reason = OpponentLine
		if g.lines(marks[winner.Other()]) {
			v.Reason = BothLines
		}
	}
	return v
}
