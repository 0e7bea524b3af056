package bridge

import (
	"errors"
	"strconv"

	"plateau/game"
)

// Refusals of the bridge itself.
var (
	BadRequest    = game.Invalid("bridge.request", "the request cannot be read: {problem}")
	UnknownMethod = game.Invalid("bridge.method", "there is no such request")
	TooLarge      = game.Invalid("bridge.large", "this is too large: {what} may be {limit} at most")
	BadLevel      = game.Invalid("bridge.level", "there is no such level; the levels are 1 to 6 and perfect")
	NoMove        = game.Invalid("bridge.nomove", "the game is over, so there is no move to choose")
	FixedColours  = game.Invalid("bridge.colours", "the colours of {game} belong to its seats and cannot be swapped")
	BadClosing    = game.Invalid("bridge.closing", "a game cannot end in this way")
	// Unexpected is for errors that mean nothing to players.
	Unexpected = game.Invalid("bridge.unexpected", "something went wrong: {problem}")
)

// Limits of a request, far beyond what people play.
const (
	maxMoves  = 4000
	maxText   = 200 // of a position or a move, in bytes
	maxName   = 200 // of a player, in bytes
	maxPicks  = 16
	maxRecord = 2 << 20 // in bytes
	maxTags   = 100
)

func refuseLarge(what string, limit int) *game.Refusal {
	return TooLarge.Refuse("", "what", what, "limit", strconv.Itoa(limit))
}

// noPly is the ply of a refusal that is not about one of several moves.
const noPly = -1

// plyError says which of several moves was refused.
type plyError struct {
	error
	ply int
}

func (e plyError) Unwrap() error { return e.error }

// NewRefusal converts any error for pages. Errors in records have their line and
// column as parameters.
func NewRefusal(err error) Refusal {
	found, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		found = Unexpected.Refuse("", "problem", err.Error())
	}
	r := Refusal{
		Phrase: Phrase{Code: found.Code, Params: map[string]string{}, Text: found.Reason()},
		Input:  found.Input, Cells: []string{}, Ply: noPly,
	}
	for _, p := range found.Params {
		r.Params[p.Name] = p.Value
		if isCell(p.Value) && found.Ground != game.OffBoard {
			r.Cells = append(r.Cells, p.Value)
		}
	}
	if broken, ok := errors.AsType[*game.RecordError](err); ok {
		r.Params["line"], r.Params["column"] = strconv.Itoa(broken.Line), strconv.Itoa(broken.Column)
		r.Text = err.Error()
	}
	if at, ok := errors.AsType[plyError](err); ok {
		r.Ply = at.ply
	}
	return r
}

// isCell reports whether a parameter is a cell: no other parameter looks like
// b3, and only one refusal names cells off the board.
func isCell(value string) bool {
	const largest = 9
	c, err := game.ParseCell(value, largest)
	return err == nil && c.String() == value
}
