package client

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"plateau/internal/play"
)

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
