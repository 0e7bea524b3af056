package quixo

import (
	"math/bits"
	"strings"

	"plateau/game"
)

// Refusals of moves, and the reasons for the end of a game.
var (
	Syntax      = game.Phrase{Code: "quixo.syntax", English: "a move is the cell of the cube and the end where it comes back in, such as {example}"}
	Syntax4     = game.Phrase{Code: "quixo4p.syntax", English: "a move is the cell of the cube, the end where it comes back in, and the player of your team whom its dot will face, such as c1-c5.2; or pass"}
	NotOnRing   = game.Phrase{Code: "quixo.inner", English: "the cube on {cell} is not on the outer ring, and only those can be taken"}
	Opposing    = game.Phrase{Code: "quixo.opposing", English: "the cube on {cell} shows your opponent's {mark}"}
	SamePlace   = game.Phrase{Code: "quixo.sameplace", English: "the cube cannot go back in at {cell}, where it was taken"}
	NotAnEnd    = game.Phrase{Code: "quixo.end", English: "{cell} is not an end of the row or column of {from}; those are {ends}"}
	PartnersDot = game.Phrase{Code: "quixo4p.dot", English: "the dot of the cube on {cell} faces your partner {partner}"}
	MustPlay    = game.Phrase{Code: "quixo4p.mustplay", English: "you cannot pass while there is a cube that you may take, such as the one on {cell}"}
	MustPass    = game.Phrase{Code: "quixo4p.mustpass", English: "there is no cube that you may take: you have to pass"}

	OwnLine      = game.Phrase{Code: "own-line", English: "a line of their own mark in {line}"}
	OpponentLine = game.Phrase{Code: "opponent-line", English: "the other side made a line for them in {line}"}
	BothLines    = game.Phrase{Code: "both-lines", English: "the other side made a line of its own, but one for them as well, in {line}"}
)

// sharedPhrases are those of the games for two and for four.
func sharedPhrases() []game.Phrase {
	return append(game.CommonPhrases(), game.MissingSeat, NotOnRing, Opposing, SamePlace, NotAnEnd,
		OwnLine, OpponentLine, BothLines)
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
