package env

import (
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
