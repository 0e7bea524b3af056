package engine

import (
	"math"

	"plateau/game"
)

// Fault is how bad a move was.
type Fault uint8

// The faults of a move, as ?!, ? and ?? in a list of moves.
const (
	NoFault Fault = iota
	Inaccuracy
	Mistake
	Blunder
)

// String is the name of the fault, by which its text is found.
func (f Fault) String() string {
	return [...]string{"none", "inaccuracy", "mistake", "blunder"}[f]
}

// How much a move may lose before it is a fault. A result is 1, 0 or -1, and an
// estimate lies between them: from a draw to a loss is 1, from a win to a loss 2,
// and from a position that looked lost anyway nearly nothing.
const (
	inaccurateLoss = 0.25
	mistakenLoss   = 0.75
	blunderingLoss = 1.5
)

// FaultOf compares the value of a position with the value of the move played.
// What is not proved is at most inaccurate.
func FaultOf(before, after Verdict) Fault {
	switch lost := before.Promise() - after.Promise(); {
	case worse(before.Value, after.Value):
		return Inaccuracy
	case lost < inaccurateLoss:
		return NoFault
	case after.Value == game.Unknown, lost < mistakenLoss:
		return Inaccuracy
	case lost < blunderingLoss:
		return Mistake
	}
	return Blunder
}

// usualEstimate is an estimate that promises about three quarters of a win.
const usualEstimate = 300

// Promise is the result as a number: 1 for a win, 0 for a draw, -1 for a loss, and
// what the estimate promises of it otherwise, with three decimals.
func (v Verdict) Promise() float64 {
	switch {
	case v.Value.IsWin():
		return 1
	case v.Value.IsLoss():
		return -1
	case v.Value == game.Draw:
		return 0
	}
	return math.Round(math.Tanh(float64(v.Estimate)/usualEstimate)*1000) / 1000
}

// worse reports whether a win got longer or a loss shorter.
func worse(was, is game.Value) bool {
	_, known := was.Distance()
	_, stillKnown := is.Distance()
	return known && stillKnown && was.IsWin() == is.IsWin() && is < was
}
