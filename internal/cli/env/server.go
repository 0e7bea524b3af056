package env

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"plateau/internal/client"
)

// ServerFlags say on which server something is, and who asks; empty for tournaments
// in files.
type ServerFlags struct{ Server, TokenFile string }

// Add adds the flags to a command and those below it.
func (s *ServerFlags) Add(cmd *cobra.Command, serverUsage, tokenUsage string) {
	flags := cmd.PersistentFlags()
	flags.StringVar(&s.Server, "server", "", serverUsage)
	flags.StringVar(&s.TokenFile, "token-file", "", tokenUsage)
}

// Anonymous speaks to the server for nobody.
func (s *ServerFlags) Anonymous() (*client.Client, error) {
	if err := client.CheckAddress(s.Server); err != nil {
		return nil, Usagef("--server %s: %v", s.Server, err)
	}
	return client.New(s.Server), nil
}

// Client speaks to the server with the token.
func (s *ServerFlags) Client() (*client.Client, error) {
	c, err := s.Anonymous()
	if err != nil {
		return nil, err
	}
	if s.TokenFile == "" {
		return nil, Usagef("--token-file is missing: the server has to know who you are")
	}
	token, err := client.ReadToken(s.TokenFile)
	if err != nil {
		return nil, err
	}
	return c.As(token), nil
}

// Connection is a command's connection to a server.
type Connection struct {
	*Env
	HTTP *client.Client
	// Explain says for people why the server refused something.
	Explain func(refused *client.Problem) error
}

// Ask makes a request.
func (c *Connection) Ask(ctx context.Context, method, path string, body, answer any) error {
	err := c.HTTP.Call(ctx, method, path, body, answer)
	if refused, ok := errors.AsType[*client.Problem](err); ok {
		return c.Explain(refused)
	}
	return err
}

// Change makes a request that changes something, and says so.
func (c *Connection) Change(ctx context.Context, method, path string, body any, said string, args ...any) error {
	if err := c.Ask(ctx, method, path, body, nil); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, said, args...)
	return nil
}

// WriteAnswer makes a request and writes the answer: as JSON what was sent, or else what
// is read from it.
func WriteAnswer[T any](ctx context.Context, c *Connection, method, path string, body any, write func(one T)) error {
	var text json.RawMessage
	if err := c.Ask(ctx, method, path, body, &text); err != nil {
		return err
	}
	if c.AsJSON {
		fmt.Fprintln(c.Out, string(text))
		return nil
	}
	var one T
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	write(one)
	return nil
}

// WriteList writes the list with a name in what the server has at a path, as [WriteRows]
// does. People are told if there is none.
func WriteList[T any](ctx context.Context, c *Connection, path, name, none string, row func(out io.Writer, one T)) error {
	var answer map[string]json.RawMessage
	if err := c.Ask(ctx, http.MethodGet, path, nil, &answer); err != nil {
		return err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(answer[name], &list); err != nil {
		return err
	}
	if len(list) == 0 && !c.AsJSON {
		fmt.Fprint(c.Out, none)
	}
	return WriteRows(c.Env, list, row)
}
