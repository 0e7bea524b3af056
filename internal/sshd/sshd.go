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
	"sync"
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
