package game

import "strconv"

// Value is the value of a position for the side to move with perfect play: a
// win or loss with its distance, or a draw. The distance counts the turns of
// both sides until the game ends; 0 is a finished game. The winning side takes
// the shortest way and the losing side the longest, so greater values are
// better for the side to move:
//
//	0        1       …  126       127     128   129    130      …  255
//	unknown  loss 0  …  loss 125  loss ?  draw  win ?  win 125  …  win 0
//
// Those with a question mark are proved, but their distance is not known.
type Value uint8

// The values without a distance. [LossIn] and [WinIn] make the others.
const (
	Unknown Value = 0
	Loss    Value = 127
	Draw    Value = 128
	Win     Value = 129
)

// MaxDistance is the greatest distance that a value can hold.
const MaxDistance = 125

// LossIn is a loss at a distance of up to [MaxDistance] turns.
func LossIn(turns int) Value { return Value(1 + turns) }

// WinIn is a win at a distance of up to [MaxDistance] turns.
func WinIn(turns int) Value { return Value(255 - turns) }

// IsWin reports whether the side to move wins.
func (v Value) IsWin() bool { return v >= Win }

// IsLoss reports whether the side to move loses.
func (v Value) IsLoss() bool { return Unknown < v && v <= Loss }

// Distance is the number of turns until the game ends, if it is known.
func (v Value) Distance() (turns int, known bool) {
	switch {
	case v > Win:
		return int(255 - v), true
	case Unknown < v && v < Loss:
		return int(v) - 1, true
	}
	return 0, false
}

// Result is the value without its distance.
func (v Value) Result() Value {
	switch {
	case v.IsWin():
		return Win
	case v.IsLoss():
		return Loss
	}
	return v
}

// Before is the value of a move to v, for the side that makes it: reversed, and
// one turn longer. Beyond [MaxDistance] the distance is lost.
func (v Value) Before() Value {
	switch {
	case v > Win:
		return min(Value(257-int(v)), Loss)
	case v == Win:
		return Loss
	case v == Loss:
		return Win
	case v != Unknown && v != Draw:
		return max(255-v, Win)
	}
	return v
}

// ValueOf is the value of a finished game for the side to move.
func ValueOf(o Outcome, toMove Team) Value {
	winner, won := o.Winner()
	switch {
	case o == Drawn:
		return Draw
	case !won:
		return Unknown
	case winner == toMove:
		return WinIn(0)
	}
	return LossIn(0)
}

// String is "win 3", "loss", "draw" or "unknown".
func (v Value) String() string {
	word := "unknown"
	switch {
	case v.IsWin():
		word = "win"
	case v.IsLoss():
		word = "loss"
	case v == Draw:
		word = "draw"
	}
	if turns, known := v.Distance(); known {
		word += " " + strconv.Itoa(turns)
	}
	return word
}
