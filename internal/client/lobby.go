package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"plateau/internal/play"
)

// Summary is a table in a list.
type Summary struct {
	ID      play.TableID       `json:"id"`
	Phase   string             `json:"phase"`
	Terms   play.Terms         `json:"terms"`
	Host    play.PlayerID      `json:"host"`
	Sitters []play.Sitter      `json:"sitters"`
	Plies   int                `json:"plies"`
	ToMove  *int               `json:"to_move"`
	Ratings map[string]float64 `json:"ratings"`
}

// Free is how many chairs wait for somebody.
func (s Summary) Free() int {
	free := 0
	for _, sitter := range s.Sitters {
		if sitter == (play.Sitter{}) {
			free++
		}
	}
	return free
}

// LobbyNews is the data of the event "lobby".
type LobbyNews struct {
	// Whole means that the changes are the whole list.
	Whole   bool `json:"whole"`
	Changes []struct {
		Table play.TableID `json:"table"`
		// Summary is nil if the table has left the lobby.
		Summary *Summary `json:"summary"`
		// Before is the table before which a new one comes; empty if it is the last.
		Before play.TableID `json:"before"`
	} `json:"changes"`
}

// Apply is the list after the news. The server decides on the order, so that nobody is
// hidden behind the many tables of somebody else.
func (n LobbyNews) Apply(list []Summary) []Summary {
	if n.Whole {
		list = nil
	}
	for _, change := range n.Changes {
		list = Put(list, change.Table, change.Summary, change.Before)
	}
	return list
}

// Put replaces or removes a table of a list, or adds it before another one; at the end
// if that is not there.
func Put(list []Summary, id play.TableID, s *Summary, before play.TableID) []Summary {
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

func indexOf(list []Summary, id play.TableID) int {
	return slices.IndexFunc(list, func(s Summary) bool { return s.ID == id })
}

// Lobby reads a message of the lobby.
func (m Message) Lobby() (LobbyNews, error) {
	var news LobbyNews
	err := json.Unmarshal(m.Data, &news)
	return news, err
}

// OwnTables reads the message with the player's own tables.
func (m Message) OwnTables() ([]Summary, error) {
	var news struct {
		Tables []Summary `json:"tables"`
	}
	err := json.Unmarshal(m.Data, &news)
	return news.Tables, err
}

// SignIn begins a session for a player with an account, and returns the client that
// acts for them.
func (c *Client) SignIn(ctx context.Context, name, password string) (*Client, Player, error) {
	return c.begin(ctx, "/sessions", map[string]any{"name": name, "password": password})
}

// Accept makes an account by an invitation, and returns the client that acts for its
// player.
func (c *Client) Accept(ctx context.Context, invitation, name, password string) (*Client, Player, error) {
	return c.begin(ctx, "/invitations/accept", map[string]any{"token": invitation, "name": name, "password": password})
}

// begin begins a session.
func (c *Client) begin(ctx context.Context, path string, body map[string]any) (*Client, Player, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, Player{}, err
	}
	other := *c
	connections := *c.HTTP
	connections.Jar = jar
	other.HTTP = &connections
	var answer struct {
		Player Player `json:"player"`
	}
	if err := other.Call(ctx, http.MethodPost, path, body, &answer); err != nil {
		return nil, Player{}, err
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
