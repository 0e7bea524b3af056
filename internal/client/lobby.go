package client

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"plateau/internal/api"
	"plateau/internal/play"
)

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
