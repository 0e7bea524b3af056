// Package client talks to a Plateau server through its HTTP API, which docs/api.md
// describes. Tests and the load command use it as any other program would.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
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
	response, err := c.send(ctx, method, path, body, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
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
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
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
func (c *Client) Read(ctx context.Context, path string, to *[]byte) error {
	response, err := c.send(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	*to, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return err
}
