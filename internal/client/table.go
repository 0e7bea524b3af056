package client

import (
	"context"
	"crypto/rand"
	"net/http"

	"plateau/internal/api"
	"plateau/internal/play"
)

// The phases of a table.
const (
	Open    = "open"
	Running = "running"
	Over    = "over"
)

// Open opens a table. A repeat with the same request id finds the same table.
func (c *Client) Open(ctx context.Context, terms play.Terms, chairs []api.Chair, request string) (api.Answer, error) {
	var answer api.Answer
	body := api.NewTable{RequestID: api.RequestID{Request: request}, Terms: terms, Chairs: chairs}
	err := c.Call(ctx, http.MethodPost, "/tables", body, &answer)
	c.acknowledged.note(answer)
	return answer, err
}

// Table is the current table.
func (c *Client) Table(ctx context.Context, id play.TableID) (api.Table, error) {
	var answer api.TableSnapshot
	err := c.Call(ctx, http.MethodGet, tablePath(id)+c.acknowledged.query(id), nil, &answer)
	return answer.Table, err
}

func tablePath(id play.TableID) string { return "/tables/" + string(id) }

// Do sends a command to a table: sit, leave, move, resign, draw, takeback, abort,
// flag, claim, rematch or say, with its body, which has a type of package api or is
// nil. The id of the request makes it safe to repeat.
func (c *Client) Do(ctx context.Context, id play.TableID, action string, body any) (api.Answer, error) {
	var answer api.Answer
	if body == nil {
		body = api.RequestID{}
	}
	err := c.Call(ctx, http.MethodPost, tablePath(id)+"/"+action, body, &answer)
	c.acknowledged.note(answer)
	return answer, err
}

// NewRequest is an id by which the server knows a repetition of a request.
func NewRequest() api.RequestID { return api.RequestID{Request: rand.Text()} }

// Sit takes the first free chair.
func (c *Client) Sit(ctx context.Context, id play.TableID, request string) (api.Answer, error) {
	return c.Do(ctx, id, "sit", api.RequestID{Request: request})
}

// Move plays a move; ply is the number of moves before it.
func (c *Client) Move(ctx context.Context, id play.TableID, ply int, move, request string) (api.Answer, error) {
	return c.Do(ctx, id, "move", api.Move{RequestID: api.RequestID{Request: request}, Ply: ply, Move: move})
}

// AnswerHeartbeat answers the message "beat" of a table, so that the way to the server
// does not count as thinking. If it fails, the next one is as good.
func (c *Client) AnswerHeartbeat(ctx context.Context, id play.TableID, m Message) {
	if beat, err := Read[api.HeartbeatNews](m); err == nil {
		_ = c.Call(ctx, http.MethodPost, tablePath(id)+"/beat", api.HeartbeatAnswer{Nonce: beat.Nonce}, nil)
	}
}
