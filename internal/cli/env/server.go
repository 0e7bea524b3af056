package env

import (
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/client"
	"plateau/internal/play"
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

// Client speaks to the server with the token.
func (s *ServerFlags) Client() (*client.Client, error) {
	if err := CheckServer(s.Server); err != nil {
		return nil, err
	}
	if s.TokenFile == "" {
		return nil, Usagef("--token-file is missing: the server has to know who you are")
	}
	token, err := ReadToken(s.TokenFile)
	if err != nil {
		return nil, err
	}
	return client.New(s.Server).As(token), nil
}

// CheckServer refuses what is no address of a server.
func CheckServer(server string) error {
	if address, err := url.Parse(server); err != nil || address.Host == "" || !strings.HasPrefix(address.Scheme, "http") {
		return Usagef("--server %s: an address is such as https://play.example.org", server)
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
