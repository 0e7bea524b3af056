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
// What is not proved is at most inaccurate, and no fault at all if the same words
// are said of both.
func FaultOf(before, after Verdict) Fault {
	switch lost := before.Promise() - after.Promise(); {
	case worse(before.Value, after.Value):
		return Inaccuracy
	case lost < inaccurateLoss, before.guesses(after):
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

// Lead is how far a side is ahead by an estimate, as far as words tell it.
type Lead int8

// The leads. With one behind, the other side has it.
const (
	Even Lead = iota
	Ahead
	FarAhead
)

// The promises from which a side is said to be ahead, or far ahead; the pages use
// the same.
const (
	slightPromise = 0.15
	clearPromise  = 0.55
)

// Lead is how far the side is ahead; it is negative if it is behind.
func (v Verdict) Lead() Lead {
	switch promise := v.Promise(); {
	case promise >= clearPromise:
		return FarAhead
	case promise >= slightPromise:
		return Ahead
	case promise > -slightPromise:
		return Even
	case promise > -clearPromise:
		return -Ahead
	}
	return -FarAhead
}

// guesses reports whether neither value is proved, and both are the same in words.
func (v Verdict) guesses(w Verdict) bool {
	return v.Value == game.Unknown && w.Value == game.Unknown && v.Lead() == w.Lead()
}

// worse reports whether a win got longer or a loss shorter.
func worse(was, is game.Value) bool {
	_, known := was.Distance()
	_, stillKnown := is.Distance()
	return known && stillKnown && was.IsWin() == is.IsWin() && is < was
}
