// Package client talks to a Plateau server through its HTTP API, which docs/api.md
// describes. Tests and the load command use it as any other program would.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"plateau/internal/api"
	"plateau/internal/play"
)

// Client acts for one player, or for nobody while it has no token. It is safe for
// concurrent use.
type Client struct {
	// Server is the address of the server, without a slash at the end.
	Server string
	// Token is the secret that identifies the player.
	Token play.Token
	// HTTP sends the requests. It must not have a timeout, because streams are
	// requests as well; use contexts.
	HTTP *http.Client

	// acknowledged are the last events that the server has acknowledged, by
	// table. The next request may reach another server, which learns of them.
	acknowledged *acknowledged
}

// New acts for nobody yet.
func New(server string) *Client {
	return &Client{Server: strings.TrimSuffix(server, "/"), HTTP: http.DefaultClient, acknowledged: newAcknowledged()}
}

// As is a client with the same connections for the player with a token.
func (c *Client) As(token play.Token) *Client {
	other := *c
	other.Token, other.acknowledged = token, newAcknowledged()
	return &other
}

// prefix is that of every path of the API.
const prefix = "/api/v1"

// maxAnswer limits how much of a response is read.
const maxAnswer = 8 << 20

// Call makes a request: body is sent as JSON unless it is nil, and the response is
// read into answer unless that is nil. Errors are those of the connection and
// [*Problem].
func (c *Client) Call(ctx context.Context, method, path string, body, answer any) error {
	text, err := c.answer(ctx, method, path, body)
	if err != nil || answer == nil {
		return err
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%s %s: the answer cannot be read: %w", method, path, err)
	}
	return nil
}

// send returns a successful response, whose body the caller closes.
func (c *Client) send(ctx context.Context, method, path string, body any, header http.Header) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Server+prefix+path, content)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		request.Header[name] = values
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+string(c.Token))
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, withoutAddress(err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		defer response.Body.Close()
		return nil, problemOf(response)
	}
	return response, nil
}

// withoutAddress removes the address from an error: that of a table is a secret.
func withoutAddress(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

// Guest becomes a guest with a name, and returns the client that acts for them.
func (c *Client) Guest(ctx context.Context, name string) (*Client, api.Player, error) {
	var answer api.Guest
	if err := c.Call(ctx, http.MethodPost, "/guests", api.NewGuest{Name: name, Token: true}, &answer); err != nil {
		return nil, api.Player{}, err
	}
	return c.As(answer.Token), answer.Player, nil
}

// Me is the player for whom the client acts.
func (c *Client) Me(ctx context.Context) (api.Player, error) {
	var answer api.Me
	err := c.Call(ctx, http.MethodGet, "/me", nil, &answer)
	return answer.Player, err
}

// Read reads an answer that is a text.
func (c *Client) Read(ctx context.Context, path string, to *[]byte) (err error) {
	*to, err = c.answer(ctx, http.MethodGet, path, nil)
	return err
}

// answer is the text of an answer.
func (c *Client) answer(ctx context.Context, method, path string, body any) ([]byte, error) {
	response, err := c.send(ctx, method, path, body, nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(io.LimitReader(response.Body, maxAnswer))
}

// CheckAddress refuses what is no address of a server.
func CheckAddress(server string) error {
	if address, err := url.Parse(server); err != nil || address.Host == "" || !strings.HasPrefix(address.Scheme, "http") {
		return errors.New("an address is such as https://play.example.org")
	}
	return nil
}

// ReadToken reads the token of an account from a file.
func ReadToken(path string) (play.Token, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", errors.New(path + " is empty; it should have the token of an account")
	}
	return play.Token(token), nil
}

// AtSocket acts for the operator of the server on this machine whose socket has this
// path, and reports whether one is running there.
func AtSocket(ctx context.Context, path string) (c *Client, running bool) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
	c = &Client{Server: "http://plateau", HTTP: &http.Client{Transport: &http.Transport{DialContext: dial}}}
	conn, err := dial(ctx, "", "")
	if err != nil {
		return c, false
	}
	conn.Close()
	return c, true
}

// Problem is the server's answer to a request that it refused or that failed.
type Problem struct {
	api.Problem

	// RetryAfter is how many seconds to wait, if the server says so.
	RetryAfter string `json:"-"`
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s (%d %s)", cmp.Or(p.Detail, p.Title), p.Status, p.Code)
}

// IsFinal reports whether an error is a refusal that would be the same if the request was
// repeated.
func IsFinal(err error) bool {
	problem, ok := errors.AsType[*Problem](err)
	return ok && problem.Status < http.StatusInternalServerError && problem.Status != http.StatusTooManyRequests
}

// maxProblem limits how much of a problem is read.
const maxProblem = 64 << 10

// problemOf reads a problem. A proxy may answer in another form.
func problemOf(response *http.Response) error {
	p := &Problem{}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxProblem))
	if err != nil || json.Unmarshal(text, p) != nil {
		p = &Problem{Problem: api.Problem{Title: http.StatusText(response.StatusCode)}}
	}
	p.Status, p.RetryAfter = response.StatusCode, response.Header.Get("Retry-After")
	return p
}
