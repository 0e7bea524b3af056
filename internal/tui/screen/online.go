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
	ctx  context.Context //nolint:containedctx // It ends the goroutine that reads.
	stop context.CancelFunc
	// to is the screen that follows the stream, and takes what there is to do about its
	// messages.
	to    screen
	takes chan func() tea.Cmd
	// lost is whether the connection is broken. The stream is opened again.
	lost bool
}

// follow opens a stream for a screen, which reads its messages and tells problems. It
// reads an empty message when the connection is lost or found again.
func (e *env) follow(path string, to screen, read func(m client.Message) (tea.Cmd, error), tell func(problem string)) *stream {
	s := &stream{to: to, takes: make(chan func() tea.Cmd)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	send := func(take func() tea.Cmd) {
		select {
		case s.takes <- take:
		case <-s.ctx.Done():
		}
	}
	hear := func(m client.Message) tea.Cmd {
		cmd, err := read(m)
		if err != nil {
			tell(e.texts.Error(err))
		}
		return tea.Batch(s.next, cmd)
	}
	c := e.Client
	go func() {
		err := c.FollowConnection(s.ctx, path, func(m client.Message) error {
			send(func() tea.Cmd { return hear(m) })
			return nil
		}, func(connected bool) {
			send(func() tea.Cmd {
				s.lost = !connected
				return hear(client.Message{})
			})
		})
		send(func() tea.Cmd {
			tell(e.tables.Problem(err))
			return nil
		})
	}()
	return s
}

// next waits for a message.
func (s *stream) next() tea.Msg {
	select {
	case take := <-s.takes:
		return reply{s.to, take}
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
