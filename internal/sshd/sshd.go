// Package sshd lets people play over SSH. It knows them by their keys, and opens the
// terminal app for them, or line mode where there is no terminal. There is nothing
// else: no shell, no commands, no files and no forwarding.
//
//	ssh client ── connection: limits, keys ──► session ──► app, or lines
//	                                                         │
//	                     API, as for everybody ◄── HTTP within the process
//
// What people may do is decided by the server's API alone, which the app uses as it
// uses that of any server.
package sshd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"plateau/catalogue"
	"plateau/internal/accounts"
	"plateau/internal/budget"
	"plateau/internal/play"
)

// Config is what the server needs.
type Config struct {
	// HostKey is the private key of the server, as PEM.
	HostKey []byte
	// API answers requests, and URL is the public address of the pages.
	API http.Handler
	URL string
	// ByKey finds the player with a key, and ByToken the one with a session;
	// [play.ErrNoPlayer] if there is none.
	ByKey   func(ctx context.Context, hash accounts.KeyHash) (play.Player, accounts.Access, error)
	ByToken func(ctx context.Context, token play.Token) (play.Player, accounts.Access, error)
	// Suspended says why a player may not play now; nil if they may.
	Suspended func(p play.Player) error
	Games     catalogue.List
	// Admission is who may come in, and Guests whether people play without an
	// account.
	Admission play.Admission
	Guests    bool
	Limits    Limits
	// Budgets count new connections, and Limited is called when there are too many
	// from an address.
	Budgets budget.Budgets
	Limited func(address net.Addr)
	Log     *slog.Logger
}

const (
	// handshakeTime is how long a client has until it is known who it is.
	handshakeTime = 20 * time.Second
	// sessionTime is how long a connection may have no session.
	sessionTime = time.Minute
	// idleTime is after how long without a key pressed people are disconnected, and
	// lookEvery how often each session looks whether they are still there, and
	// still may be.
	idleTime  = 2 * time.Hour
	lookEvery = time.Second
	// leaveTime is how long sessions have to say good-bye.
	leaveTime = 3 * time.Second
)

// Server is a server for SSH.
type Server struct {
	Config
	server *ssh.Server
	inside *inside
	limits *limiter

	mu       sync.Mutex
	sessions map[*session]struct{}
	opened   uint64
}

// New makes a server, which does nothing before [Server.Serve].
func New(c Config) (*Server, error) {
	s := &Server{Config: c, sessions: make(map[*session]struct{})}
	s.inside = newInside(c.API, c.URL)
	s.limits = newLimiter(c.Limits, c.Budgets, c.Limited)
	var err error
	s.server, err = wish.NewServer(
		wish.WithVersion("Plateau"), wish.WithHostKeyPEM(c.HostKey),
		// Any key will do: who has one that nobody has is somebody new. A
		// certificate says more than can be checked here, and its key comes next.
		wish.WithPublicKeyAuth(func(_ ssh.Context, key ssh.PublicKey) bool {
			_, certificate := key.(*gossh.Certificate)
			return !certificate
		}),
		// Those without a key are asked for nothing yet.
		wish.WithKeyboardInteractiveAuth(func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }),
		wish.WithMiddleware(func(next ssh.Handler) ssh.Handler {
			return func(sess ssh.Session) {
				s.welcome(sess)
				next(sess)
			}
		}),
		func(server *ssh.Server) error {
			server.HandshakeTimeout, server.IdleTimeout = handshakeTime, idleTime+sessionTime
			server.ConnCallback = s.admit
			server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": onlySession}
			server.RequestHandlers = map[string]ssh.RequestHandler{}
			server.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
			return nil
		},
	)
	return s, err
}

// admit lets a connection in that is used for a session soon; nil if there are too many.
func (s *Server) admit(ctx ssh.Context, conn net.Conn) net.Conn {
	counted := s.limits.admit(conn)
	if counted == nil {
		return nil
	}
	unused := time.AfterFunc(sessionTime, func() { counted.Close() })
	ctx.SetValue(unusedKey{}, unused)
	return counted
}

// unusedKey is where a connection has the timer that closes it if it is not used.
type unusedKey struct{}

// Serve lets people in until ctx ends, and tells those who are there that it does.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	go s.inside.serve()
	defer s.inside.close()
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		s.stop(listener)
		if err := <-ended; !errors.Is(err, ssh.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	}
}

// stop ends all sessions with a sentence.
func (s *Server) stop(listener net.Listener) {
	listener.Close()
	for _, one := range s.all() {
		one.end(one.texts.Text("terminal.visit.stopping"))
	}
	for deadline := time.Now().Add(leaveTime); len(s.all()) > 0 && time.Now().Before(deadline); {
		time.Sleep(leaveTime / 100)
	}
	_ = s.server.Close() // The listener is closed already.
}

func (s *Server) all() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*session
	for one := range s.sessions {
		list = append(list, one)
	}
	return list
}

// Stats are figures for metrics.
type Stats struct {
	// Open is how many sessions are open, Opened how many there were, and Refused
	// how many connections there was no room for.
	Open            int
	Opened, Refused uint64
}

// Stats are the figures now.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Stats{Open: len(s.sessions), Opened: s.opened, Refused: s.limits.refused.Load()}
}

// add adds a session until the returned function is called.
func (s *Server) add(one *session) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[one] = struct{}{}
	s.opened++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.sessions, one)
	}
}

// sessionKey is where a connection notes that it has a session.
type sessionKey struct{}

// onlySession opens a session, one at a time: who wants several connects several
// times, and each counts.
func onlySession(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	ctx.Lock()
	busy, ok := ctx.Value(sessionKey{}).(*atomic.Bool)
	if !ok {
		busy = new(atomic.Bool)
		ctx.SetValue(sessionKey{}, busy)
	}
	ctx.Unlock()
	if !busy.CompareAndSwap(false, true) {
		_ = channel.Reject(gossh.ResourceShortage, "one session at a time")
		return
	}
	defer busy.Store(false)
	if unused, ok := ctx.Value(unusedKey{}).(*time.Timer); ok {
		unused.Stop()
	}
	ssh.DefaultSessionHandler(server, conn, guarded{channel}, ctx)
}

// guarded is a channel that takes only the requests that a game needs.
type guarded struct{ gossh.NewChannel }

// Accept implements [gossh.NewChannel].
func (g guarded) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := g.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	allowed := make(chan *gossh.Request)
	go func() {
		defer close(allowed)
		variables := 0
		for r := range requests {
			if r.Type == "env" {
				variables++
			}
			if !allows(r, variables) {
				_ = r.Reply(false, nil)
				continue
			}
			allowed <- r
		}
	}()
	return channel, allowed, nil
}

const (
	// mostVariables and longestVariable bound what clients set.
	mostVariables   = 30
	longestVariable = 300
)

// allows reports whether a request is one that a game needs. There is no forwarding
// of agents and screens, and there are no subsystems.
func allows(r *gossh.Request, variables int) bool {
	switch r.Type {
	case "shell", "exec", "pty-req", "window-change", "signal":
		return true
	case "env":
		var variable struct{ Name, Value string }
		return variables <= mostVariables && len(r.Payload) <= longestVariable && gossh.Unmarshal(r.Payload, &variable) == nil && wanted(variable.Name)
	}
	return false
}

// wanted reports whether a variable says something about the terminal or its reader.
func wanted(name string) bool {
	switch name {
	case "LANG", "COLORTERM", "NO_COLOR", "TERM_PROGRAM": //nolint:misspell // They are spelt like this.
		return true
	}
	return strings.HasPrefix(name, "LC_")
}
