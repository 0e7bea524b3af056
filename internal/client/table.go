package client

import (
	"context"
	"net/http"

	"plateau/internal/play"
)

// The phases of a table.
const (
	Open    = "open"
	Running = "running"
	Over    = "over"
)

// Table is a table as the server shows it. Times are in milliseconds since
// 1970.
type Table struct {
	ID    play.TableID  `json:"id"`
	Seq   uint64        `json:"seq"`
	Phase string        `json:"phase"`
	Terms play.Terms    `json:"terms"`
	Host  play.PlayerID `json:"host"`
	// Sitters are by chair while the table is open, and by seat from then on.
	Sitters []play.Sitter `json:"sitters"`
	// Start is the first position, once the game has started.
	Start string   `json:"start"`
	Moves []string `json:"moves"`
	// Swapped means that the two seats have each other's colours.
	Swapped bool `json:"swapped"`
	// ToMove is nil unless the game is running.
	ToMove     *int         `json:"to_move"`
	Clock      *Clock       `json:"clock"`
	DrawBy     *int         `json:"draw_by"`
	TakeBackBy *int         `json:"takeback_by"`
	RematchBy  []int        `json:"rematch_by"`
	Result     play.Result  `json:"result"`
	Reason     string       `json:"reason"`
	Previous   play.TableID `json:"previous"`
	Next       play.TableID `json:"next"`
}

// Clock is the state of the clocks of a table.
type Clock struct {
	Left []play.Millis `json:"left_ms"`
	Days int           `json:"days"`
	// Since is when the clock of the seat to move was started, if it Counts.
	Since  int64 `json:"since"`
	Counts bool  `json:"counts"`
}

// SeatOf is the seat of a player, or -1.
func (t *Table) SeatOf(player play.PlayerID) int {
	for i, s := range t.Sitters {
		if s.Player == player && player != "" {
			return i
		}
	}
	return -1
}

// Answer says where a command took effect.
type Answer struct {
	Table play.TableID `json:"table"`
	Seq   uint64       `json:"seq"`
}

// Chair is a request for a chair: a computer player with a level, the player, or
// nobody yet.
type Chair struct {
	Level string `json:"level,omitempty"`
	Me    bool   `json:"me,omitempty"`
}

// Open opens a table. A repeat with the same request id finds the same table.
func (c *Client) Open(ctx context.Context, terms play.Terms, chairs []Chair, request string) (Answer, error) {
	var answer Answer
	body := struct {
		Terms   play.Terms `json:"terms"`
		Chairs  []Chair    `json:"chairs"`
		Request string     `json:"request,omitempty"`
	}{terms, chairs, request}
	err := c.Call(ctx, http.MethodPost, "/tables", body, &answer)
	c.acknowledged.note(answer)
	return answer, err
}

// Table is the current table.
func (c *Client) Table(ctx context.Context, id play.TableID) (Table, error) {
	var answer struct {
		Table Table `json:"table"`
	}
	err := c.Call(ctx, http.MethodGet, tablePath(id)+c.acknowledged.query(id), nil, &answer)
	return answer.Table, err
}

func tablePath(id play.TableID) string { return "/tables/" + string(id) }

// Do sends a command to a table: sit, leave, move, resign, draw, takeback, abort,
// flag, claim, rematch or say, with its fields. An id in the field request makes
// it safe to repeat.
func (c *Client) Do(ctx context.Context, id play.TableID, action string, fields map[string]any) (Answer, error) {
	var answer Answer
	if fields == nil {
		fields = map[string]any{}
	}
	err := c.Call(ctx, http.MethodPost, tablePath(id)+"/"+action, fields, &answer)
	c.acknowledged.note(answer)
	return answer, err
}

// Sit takes the first free chair.
func (c *Client) Sit(ctx context.Context, id play.TableID, request string) (Answer, error) {
	return c.Do(ctx, id, "sit", map[string]any{"request": request})
}

// Move plays a move; ply is the number of moves before it.
func (c *Client) Move(ctx context.Context, id play.TableID, ply int, move, request string) (Answer, error) {
	return c.Do(ctx, id, "move", map[string]any{"ply": ply, "move": move, "request": request})
}
