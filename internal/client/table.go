package client

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

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

// acknowledged has the last events that a player knows to be stored. Without one
// there is nothing to remember.
type acknowledged struct {
	mu      sync.Mutex
	byTable map[play.TableID]uint64
}

// maxAcknowledged is when the memory starts again.
const maxAcknowledged = 1000

func newAcknowledged() *acknowledged { return &acknowledged{byTable: make(map[play.TableID]uint64)} }

// note remembers an answer.
func (a *acknowledged) note(answer api.Answer) {
	if a == nil || answer.Seq == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.byTable) >= maxAcknowledged {
		clear(a.byTable)
	}
	a.byTable[answer.Table] = max(a.byTable[answer.Table], answer.Seq)
}

// query tells a server what it may not have heard of yet.
func (a *acknowledged) query(table play.TableID) string {
	if a == nil {
		return ""
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if seq := a.byTable[table]; seq > 0 {
		return "?seen=" + strconv.FormatUint(seq, 10)
	}
	return ""
}

// Apply is the list after news of the lobby. The server decides on the order, so that
// nobody is hidden behind the many tables of somebody else.
func Apply(news api.LobbyNews, list []api.Summary) []api.Summary {
	if news.Whole {
		list = nil
	}
	for _, change := range news.Changes {
		list = Put(list, change.Table, change.Summary, change.Before)
	}
	return list
}

// Put replaces or removes a table of a list, or adds it before another one; at the end
// if that is not there.
func Put(list []api.Summary, id play.TableID, s *api.Summary, before play.TableID) []api.Summary {
	at := indexOf(list, id)
	switch {
	case at >= 0 && s == nil:
		return slices.Delete(list, at, at+1)
	case at >= 0:
		list[at] = *s
	case s != nil:
		if at = indexOf(list, before); at < 0 {
			at = len(list)
		}
		return slices.Insert(list, at, *s)
	}
	return list
}

func indexOf(list []api.Summary, id play.TableID) int {
	return slices.IndexFunc(list, func(s api.Summary) bool { return s.ID == id })
}

// SignIn begins a session for a player with an account, and returns the client that
// acts for them.
func (c *Client) SignIn(ctx context.Context, name, password string) (*Client, api.Player, error) {
	return c.begin(ctx, "/sessions", api.SignIn{Name: name, Password: password})
}

// Accept makes an account by an invitation, and returns the client that acts for its
// player.
func (c *Client) Accept(ctx context.Context, invitation, name, password string) (*Client, api.Player, error) {
	return c.begin(ctx, "/invitations/accept", api.Acceptance{Token: invitation, Name: name, Password: password})
}

// begin begins a session.
func (c *Client) begin(ctx context.Context, path string, body any) (*Client, api.Player, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, api.Player{}, err
	}
	other := *c
	connections := *c.HTTP
	connections.Jar = jar
	other.HTTP = &connections
	var answer api.SignedIn
	if err := other.Call(ctx, http.MethodPost, path, body, &answer); err != nil {
		return nil, api.Player{}, err
	}
	return &other, answer.Player, nil
}

// SessionToken is the secret of the session in which the client acts; empty if there is
// none.
func (c *Client) SessionToken() play.Token {
	if c.Token != "" || c.HTTP.Jar == nil {
		return c.Token
	}
	address, err := url.Parse(c.Server)
	if err != nil {
		return ""
	}
	for _, cookie := range c.HTTP.Jar.Cookies(address) {
		if strings.HasSuffix(cookie.Name, "plateau_session") {
			return play.Token(cookie.Value)
		}
	}
	return ""
}
