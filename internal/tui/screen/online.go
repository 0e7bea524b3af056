package screen

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/tui/local"
)

// patience is how long a server may take to answer.
const patience = 20 * time.Second

// call asks a server for a screen, and replies what follows from the answer.
func call(to screen, ask func(ctx context.Context) (take func() tea.Cmd)) tea.Cmd {
	return func() tea.Msg {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		return reply{to, ask(ctx)}
	}
}

// Pauses before a server that cannot be reached is asked again.
const (
	shortPause = time.Second / 4
	longPause  = 5 * time.Second
)

// insist asks a server until it answers, or the context ends.
func (e *env) insist(ctx context.Context, ask func(ctx context.Context) error) error {
	for pause := shortPause; ; pause = min(2*pause, longPause) {
		err := within(ctx, ask)
		if err == nil || ctx.Err() != nil || isAnswer(err) {
			return err
		}
		passed, stop := e.Watch.After(pause)
		select {
		case <-passed:
		case <-ctx.Done():
			stop()
			return err
		}
	}
}

// isAnswer reports whether an error is what the server has to say, and not that it
// cannot be reached.
func isAnswer(err error) bool {
	var problem *client.Problem
	if !errors.As(err, &problem) {
		return false
	}
	return problem.Status != http.StatusBadGateway && problem.Status != http.StatusServiceUnavailable && problem.Status != http.StatusGatewayTimeout
}

// within asks a server, with the usual patience.
func within(ctx context.Context, ask func(ctx context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return ask(ctx)
}

// playOnline opens the lobby, after asking for server and name where they are not
// known.
func (e *env) playOnline() tea.Cmd {
	if e.Client != nil {
		return e.open(newLobby(e))
	}
	var screen *ask
	last := e.LastServer()
	fields := []answerField{
		{label: e.text("terminal.app.server"), value: last.Address},
		{label: e.text("online.name.label"), value: last.Name},
		{label: e.text("online.password"), secret: true},
	}
	screen = newAsk(e, e.text("online.title"), e.text("terminal.app.serverHint"), fields, func(values []string) (tea.Cmd, string) {
		address, err := url.Parse(values[0])
		if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
			return nil, e.text("terminal.app.serverWrong")
		}
		if values[1] == "" {
			return nil, e.text("table.name.missing")
		}
		return e.signIn(screen, strings.TrimSuffix(values[0], "/"), values[1], values[2]), e.text("common.loading")
	})
	if last.Address != "" && last.Name != "" {
		screen.step(len(fields) - 1)
	}
	return e.open(screen)
}

// signIn signs in with a password, or becomes a guest without one.
func (e *env) signIn(screen *ask, server, name, password string) tea.Cmd {
	return call(screen, func(ctx context.Context) func() tea.Cmd {
		sign := func(c *client.Client) (*client.Client, api.Player, error) {
			if password == "" {
				return c.Guest(ctx, name)
			}
			return c.SignIn(ctx, name, password)
		}
		c, player, err := sign(client.New(server))
		if err == nil {
			_ = e.KeepServer(local.LastServer{Address: server, Name: name}) // It only saves typing.
		}
		return func() tea.Cmd {
			return screen.signedIn(c, player, err, func() tea.Cmd { return e.replace(newLobby(e)) })
		}
	})
}

// signedIn goes on as a player, or says why not.
func (a *ask) signedIn(c *client.Client, player api.Player, err error, enter func() tea.Cmd) tea.Cmd {
	if err != nil {
		a.problem = a.tables.Problem(err)
		return nil
	}
	a.Client, a.Player = c, player
	return enter()
}

// stream is an event stream of a server, which is reopened whenever it breaks.
type stream struct {
	ctx      context.Context //nolint:containedctx // It ends the goroutine that reads.
	stop     context.CancelFunc
	messages chan streamMsg
	// lost is whether the connection is broken. The stream is opened again.
	lost bool
	// to is the screen that follows, and take handles a message.
	to   screen
	take func(msg streamMsg) tea.Cmd
}

// streamMsg is a message of a stream, that its connection was lost or found again,
// or why it ended.
type streamMsg struct {
	message client.Message
	link    link
	err     error
}

// link is what a message says about the connection.
type link int

const (
	sameLink link = iota
	linkLost
	linkFound
)

// heard takes what a message says about the connection, and reports whether it is
// about nothing else.
func (s *stream) heard(m streamMsg) bool {
	if m.link != sameLink {
		s.lost = m.link == linkLost
	}
	return m.link != sameLink
}

// follow opens a stream for a screen.
func follow(c *client.Client, path string, to screen, take func(msg streamMsg) tea.Cmd) *stream {
	s := &stream{messages: make(chan streamMsg), to: to, take: take}
	s.ctx, s.stop = context.WithCancel(context.Background())
	send := func(msg streamMsg) {
		select {
		case s.messages <- msg:
		case <-s.ctx.Done():
		}
	}
	go func() {
		err := c.FollowConnection(s.ctx, path, func(m client.Message) error {
			send(streamMsg{message: m})
			return nil
		}, func(connected bool) {
			now := linkLost
			if connected {
				now = linkFound
			}
			send(streamMsg{link: now})
		})
		send(streamMsg{err: err})
	}()
	return s
}

// next waits for a message.
func (s *stream) next() tea.Msg {
	select {
	case msg := <-s.messages:
		return reply{s.to, func() tea.Cmd { return s.take(msg) }}
	case <-s.ctx.Done():
		return nil
	}
}

// isLost reports whether the connection of a stream is broken, if there is one.
func (s *stream) isLost() bool { return s != nil && s.lost }

func (s *stream) end() {
	if s != nil {
		s.stop()
	}
}
