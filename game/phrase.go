package game

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Phrase is a message to people: a stable code, by which a screen finds its
// translation, and the English sentence, in which {name} is a placeholder for
// the parameter of that name.
type Phrase struct {
	Code    string
	English string
}

// Param is a parameter of a phrase. Cells, moves and numbers are shown as they
// are; other words ("sphere", "column") are stable names to translate.
type Param struct{ Name, Value string }

// Fill is the English sentence with its parameters.
func (p Phrase) Fill(params ...Param) string {
	pairs := make([]string, 0, 2*len(params))
	for _, param := range params {
		pairs = append(pairs, "{"+param.Name+"}", param.Value)
	}
	return strings.NewReplacer(pairs...).Replace(p.English)
}

// Kind is what kind of refusal one is, whatever it is about.
type Kind uint8

// The kinds of refusals.
const (
	// KindInvalid is for what is never possible, such as a move against the rules
	// or a text that cannot be read.
	KindInvalid Kind = iota + 1
	// KindConflict is for what is not possible as things are, such as a move in a
	// game that is over.
	KindConflict
	// KindDenied is for what others may do, or the same player after a proof.
	KindDenied
	// KindMissing is for what concerns something that does not exist.
	KindMissing
	// KindBusy is for what may be tried again: after as many seconds as the
	// parameter "seconds" says, or else soon.
	KindBusy
)

// Ground is a reason to refuse something: a phrase and a kind. Packages declare
// theirs as variables, by the function that is named after the kind:
//
//	var Taken = game.Invalid("fourrow.taken", "{cell} is taken")
//
// and refuse on it:
//
//	return Taken.Refuse(input, "cell", cell.String())
type Ground struct {
	Phrase
	kind Kind
}

// Invalid is a ground of [KindInvalid].
func Invalid(code, english string) Ground { return Ground{Phrase{code, english}, KindInvalid} }

// Conflict is a ground of [KindConflict].
func Conflict(code, english string) Ground { return Ground{Phrase{code, english}, KindConflict} }

// Denied is a ground of [KindDenied].
func Denied(code, english string) Ground { return Ground{Phrase{code, english}, KindDenied} }

// Missing is a ground of [KindMissing].
func Missing(code, english string) Ground { return Ground{Phrase{code, english}, KindMissing} }

// Busy is a ground of [KindBusy].
func Busy(code, english string) Ground { return Ground{Phrase{code, english}, KindBusy} }

// Kind is the kind of the refusals on this ground.
func (g Ground) Kind() Kind { return g.kind }

// Refuse makes a refusal of input; params are alternating names and values.
func (g Ground) Refuse(input string, params ...string) *Refusal {
	r := &Refusal{Ground: g, Input: printable(input)}
	for i := 0; i+1 < len(params); i += 2 {
		r.Params = append(r.Params, Param{params[i], params[i+1]})
	}
	return r
}

// Refusal is the error for a move, a position or an action that the rules or
// the notation do not allow. Its code names the rule, its parameters the cells
// and pieces.
type Refusal struct {
	Ground
	// Input is the move or position that was refused, if known.
	Input  string
	Params []Param
}

// Of is the same refusal of another text, such as the original of one that was
// translated.
func (r *Refusal) Of(input string) *Refusal {
	return &Refusal{Ground: r.Ground, Input: printable(input), Params: r.Params}
}

// Error is the refused text and the reason, in English.
func (r *Refusal) Error() string {
	if r.Input == "" {
		return r.Reason()
	}
	return r.Input + ": " + r.Reason()
}

// Reason is only the sentence, in English.
func (r *Refusal) Reason() string { return r.Fill(r.Params...) }

// MarshalJSON writes the code, the parameters and the English sentence.
func (r *Refusal) MarshalJSON() ([]byte, error) {
	params := make(map[string]string, len(r.Params))
	for _, p := range r.Params {
		params[p.Name] = p.Value
	}
	return json.Marshal(struct {
		Code   string            `json:"code"`
		Input  string            `json:"input"`
		Params map[string]string `json:"params,omitempty"`
		Text   string            `json:"text"`
	}{r.Code, r.Input, params, r.Reason()})
}

// Refusals that all games share.
var (
	GameOver = Conflict("game.over", "the game is over")
	NotAMove = Invalid("move.number", "no move has the number {number}")
	NotAKey  = Invalid("position.key", "no position has the key {key}")
	OffBoard = Invalid("move.offboard", "{cell} is not on the board, which goes from a1 to {last}")
)

// RefuseKey refuses a key that no position has.
func RefuseKey(key uint64) *Refusal {
	text := strconv.FormatUint(key, 10)
	return NotAKey.Refuse(text, "key", text)
}

// RefuseMove refuses a number that is not a move of the game at all.
func RefuseMove(m Move) *Refusal {
	text := strconv.Itoa(int(m))
	return NotAMove.Refuse(text, "number", text)
}

// RefuseCell refuses a cell that is not on a board with size cells along an
// edge, and returns nil otherwise.
func RefuseCell(input string, c Cell, size int) *Refusal {
	if int(c.Col) < size && int(c.Row) < size {
		return nil
	}
	last := Cell{uint8(size - 1), uint8(size - 1)}
	return OffBoard.Refuse(input, "cell", c.String(), "last", last.String())
}
