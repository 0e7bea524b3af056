package bridge

import (
	"errors"
	"strconv"

	"plateau/game"
)

// What the bridge itself refuses.
var (
	BadRequest    = game.Phrase{Code: "bridge.request", English: "the request cannot be read: {problem}"}
	UnknownMethod = game.Phrase{Code: "bridge.method", English: "there is no such request"}
	TooLarge      = game.Phrase{Code: "bridge.large", English: "this is too much: {what} may be {limit} at most"}
	BadLevel      = game.Phrase{Code: "bridge.level", English: "this is not a level: they are 1 to 6 and perfect"}
	NoMove        = game.Phrase{Code: "bridge.nomove", English: "the game is over, so there is no move to choose"}
	BadClosing    = game.Phrase{Code: "bridge.closing", English: "a game ends by resignation, timeout or agreement"}
	// Unexpected is for errors that say nothing to players.
	Unexpected = game.Phrase{Code: "bridge.unexpected", English: "something went wrong: {problem}"}
)

// Phrases lists what the bridge refuses beside what the games do.
func Phrases() []game.Phrase {
	return []game.Phrase{BadRequest, UnknownMethod, TooLarge, BadLevel, NoMove, BadClosing, Unexpected}
}

// Bounds of what a request may hold, far beyond what people play.
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

// noPly stands where a refusal is not about one of several moves.
const noPly = -1

// plyError is a refusal of one of several moves.
type plyError struct {
	error
	ply int
}

func (e plyError) Unwrap() error { return e.error }

// newRefusal is any error as pages are told of it. Damages of records get their
// place as parameters.
func newRefusal(err error) refusal {
	found, ok := errors.AsType[*game.Refusal](err)
	if !ok {
		found = Unexpected.Refuse("", "problem", err.Error())
	}
	r := refusal{
		phrase: phrase{Code: found.Code, Params: map[string]string{}, Text: found.Reason()},
		Input:  found.Input, Cells: []string{}, Ply: noPly,
	}
	for _, p := range found.Params {
		r.Params[p.Name] = p.Value
		if isCell(p.Value) && found.Phrase != game.OffBoard {
			r.Cells = append(r.Cells, p.Value)
		}
	}
	if damage, ok := errors.AsType[*game.RecordError](err); ok {
		r.Params["line"], r.Params["column"] = strconv.Itoa(damage.Line), strconv.Itoa(damage.Column)
		r.Text = err.Error()
	}
	if at, ok := errors.AsType[plyError](err); ok {
		r.Ply = at.ply
	}
	return r
}

// isCell tells whether a parameter is a cell: no other has a name such as b3,
// and cells off the board are refused in one way only.
func isCell(value string) bool {
	const largest = 9
	c, err := game.ParseCell(value, largest)
	return err == nil && c.String() == value
}
