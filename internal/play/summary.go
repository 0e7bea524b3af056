package play

import (
	"slices"
	"time"

	"plateau/game"
)

// Summary is what lists show of a table.
type Summary struct {
	ID      TableID   `json:"id"`
	Seq     uint64    `json:"seq"`
	Phase   Phase     `json:"phase"`
	Terms   Terms     `json:"terms"`
	Host    PlayerID  `json:"host"`
	Sitters []Sitter  `json:"sitters"`
	Entered time.Time `json:"entered"`
	Plies   int       `json:"plies"`
	Result  Result    `json:"result,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	// ToMove is the seat whose turn it is in a running game.
	ToMove *game.Seat `json:"to_move,omitempty"`
}

// Summary is the table in short.
func (t *Table) Summary() Summary {
	var toMove *game.Seat
	if t.Phase == Running {
		toMove = new(t.ToMove())
	}
	return Summary{
		ID: t.ID, Seq: t.Seq, Phase: t.Phase, Terms: t.Terms, Host: t.Host, Sitters: slices.Clone(t.Sitters),
		Entered: t.Entered, Plies: t.Plies(), Result: t.Result, Reason: t.Reason, ToMove: toMove,
	}
}

// InLobby reports whether the lobby shows the table.
func (s Summary) InLobby() bool { return s.Phase == Open && s.Terms.Listed }
