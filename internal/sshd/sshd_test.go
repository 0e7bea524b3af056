package sshd_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"plateau/games/full"
	"plateau/internal/client"
	"plateau/internal/knowledge"
	"plateau/internal/server"
	"plateau/internal/testaid"
)

// site is a whole server.
type site struct {
	testing.TB
	*server.Server
	config server.Config
	// stop stops it and waits.
	stop func()
}

func open(tb testing.TB, config server.Config) *site {
	tb.Helper()
	config.Listen, config.SSH.Listen, config.Log = "localhost:0", "localhost:0", slog.New(slog.DiscardHandler)
	config.Games = full.All()
	config.Knowledge = knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data})
	config.Chat.Guests = true
	if config.Data == "" {
		config.Data = tb.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := server.Open(ctx, config)
	if err != nil {
		tb.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			tb.Error(err)
		}
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	tb.Cleanup(stop)
	return &site{tb, s, config, stop}
}

// http is a client for the server's API.
func (s *site) http() *client.Client { return client.New(s.URLs[0]) }

// operator asks the server as the operator does, at the socket.
func (s *site) operator(method, path string, body, answer any) {
	s.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	request, err := http.NewRequestWithContext(s.Context(), method, "http://operator/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	at := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", server.SocketOf(s.config.Data))
	}}}
	response, err := at.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		s.Fatalf("%s %s: %d %s, %v", method, path, response.StatusCode, received, err)
	}
	if answer != nil {
		if err := json.Unmarshal(received, answer); err != nil {
			s.Fatal(err)
		}
	}
}

// newKey is a new key pair.
func newKey(tb testing.TB) gossh.Signer {
	tb.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		tb.Fatal(err)
	}
	return signer
}

// lineOf is a public key as it is pasted.
func lineOf(key gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(key.PublicKey())) }

// connect connects with a key, or without one.
func (s *site) connect(key gossh.Signer) *gossh.Client {
	s.Helper()
	config := &gossh.ClientConfig{User: "somebody", HostKeyCallback: gossh.InsecureIgnoreHostKey()}
	if key != nil {
		config.Auth = append(config.Auth, gossh.PublicKeys(key))
	}
	config.Auth = append(config.Auth, gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil }))
	c, err := gossh.Dial("tcp", s.SSHAddress, config)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { c.Close() })
	return c
}

// talk is a session in line mode.
type talk struct {
	testing.TB
	session *gossh.Session
	in      io.Writer

	mu       sync.Mutex
	received strings.Builder
	// read is how much of it was looked at.
	read int
}

// Write implements [io.Writer].
func (l *talk) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.received.Write(text)
}

// lines opens line mode, at a table if it has an id.
func (s *site) lines(key gossh.Signer, table string) *talk {
	s.Helper()
	l := &talk{TB: s.TB}
	var err error
	if l.session, err = s.connect(key).NewSession(); err != nil {
		s.Fatal(err)
	}
	if l.in, err = l.session.StdinPipe(); err != nil {
		s.Fatal(err)
	}
	l.session.Stdout, l.session.Stderr = l, l
	if table == "" {
		err = l.session.Shell()
	} else {
		err = l.session.Start(table)
	}
	if err != nil {
		s.Fatal(err)
	}
	return l
}

func (l *talk) types(lines ...string) {
	l.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(l.in, line+"\n"); err != nil {
			l.Fatal(err)
		}
	}
}

// sees waits until there is a text in what came since the last one.
func (l *talk) sees(text string) string {
	l.Helper()
	seen, rest := "", ""
	testaid.Eventually(l, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		rest = l.received.String()[l.read:]
		at := strings.Index(strings.ReplaceAll(rest, "\n", " "), text)
		if at < 0 {
			return false
		}
		seen = rest[:at+len(text)]
		l.read += len(seen)
		return true
	}, func() string { return fmt.Sprintf("no %q in %q", text, rest) })
	return seen
}

// ends waits for the end of the session, and returns its exit code.
func (l *talk) ends() int {
	l.Helper()
	err := l.session.Wait()
	if exit, ok := err.(*gossh.ExitError); ok { //nolint:errorlint // It is not wrapped.
		return exit.ExitStatus()
	}
	if err != nil {
		l.Fatal(err)
	}
	return 0
}
