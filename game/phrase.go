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

// fill puts the parameters into the English sentence.
func (p Phrase) fill(params []Param) string {
	pairs := make([]string, 0, 2*len(params))
	for _, param := range params {
		pairs = append(pairs, "{"+param.Name+"}", param.Value)
	}
	return strings.NewReplacer(pairs...).Replace(p.English)
}

// Refusal is the error for a move, a position or an action that the rules or
// the notation do not allow. Its code names the rule, its parameters the cells
// and pieces.
type Refusal struct {
	Phrase
	// Input is the move or position that was refused, if known.
	Input  string
	Params []Param
}

// Refuse makes a refusal of input; params are alternating names and values.
func (p Phrase) Refuse(input string, params ...string) *Refusal {
	r := &Refusal{Phrase: p, Input: printable(input)}
	for i := 0; i+1 < len(params); i += 2 {
		r.Params = append(r.Params, Param{params[i], params[i+1]})
	}
	return r
}

// Of is the same refusal of another text, such as the original of one that was
// translated.
func (r *Refusal) Of(input string) *Refusal {
	return &Refusal{Phrase: r.Phrase, Input: printable(input), Params: r.Params}
}

// Error is the refused text and the reason, in English.
func (r *Refusal) Error() string {
	if r.Input == "" {
		return r.Reason()
	}
	return r.Input + ": " + r.Reason()
}

// Reason is only the sentence, in English.
func (r *Refusal) Reason() string { return r.fill(r.Params) }

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
	GameOver = Phrase{"game.over", "the game is over"}
	NotAMove = Phrase{"move.number", "no move has the number {number}"}
	NotAKey  = Phrase{"position.key", "no position has the key {key}"}
	OffBoard = Phrase{"move.offboard", "{cell} is not on the board, which goes from a1 to {last}"}
)

// CommonPhrases lists the refusals that every game may give.
func CommonPhrases() []Phrase {
	return append(BoardPhrases(), GameOver, NotAMove, NotAKey, OffBoard)
}

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
