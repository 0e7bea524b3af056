package sshd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2/bubbletea"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/term"

	"plateau/internal/accounts"
	"plateau/internal/client"
	"plateau/internal/client/visit"
	"plateau/internal/play"
	"plateau/internal/tui/line"
	"plateau/internal/tui/screen"
	"plateau/internal/tui/text"
)

// session is somebody who is here.
type session struct {
	ssh.Session
	server *Server
	// language is theirs, and ascii whether they have no other characters.
	language string
	ascii    bool
	texts    text.Texts
	// key is nil for those who have none.
	key *accounts.KeyHash
	// typed is when they last typed something.
	typed atomic.Int64
	// stop ends what runs here.
	stop context.CancelFunc

	mu sync.Mutex
	// access is how the server knows them, if it does, and token is set once
	// somebody came in with a session instead of a key.
	access accounts.Access
	token  play.Token
	// why is the sentence with which the server ends the session.
	why string
}

// welcome runs a session.
func (s *Server) welcome(sess ssh.Session) {
	ctx, stop := context.WithCancel(sess.Context())
	defer stop()
	one := &session{Session: sess, server: s, stop: stop}
	one.typed.Store(time.Now().UnixNano())
	one.read()
	defer s.add(one)()
	go one.watch(ctx)
	code := one.run(ctx)
	_ = sess.Exit(code) // They may have gone.
}

// read reads what the connection says about somebody.
func (o *session) read() {
	variables := make(map[string]string)
	for _, v := range o.Environ() {
		name, value, _ := strings.Cut(v, "=")
		variables[name] = value
	}
	getenv := func(name string) string { return variables[name] }
	o.language = text.Language(getenv)
	utf8, said := text.Characters(getenv)
	o.ascii = said && !utf8
	o.texts = screen.TextsIn(o.server.Games, o.language, o.ascii)
	if public := o.PublicKey(); public != nil {
		o.key = new(accounts.HashSSHKey(public))
	}
}

// idOfTable is what the id of a table looks like.
var idOfTable = regexp.MustCompile(`^[a-z2-7]{20,64}$`)

// run plays, and returns the exit code.
func (o *session) run(ctx context.Context) int {
	table := strings.TrimSpace(o.RawCommand())
	table = table[strings.LastIndexByte(table, '/')+1:]
	if table != "" && !idOfTable.MatchString(table) {
		o.say(o.texts.Text("terminal.visit.noShell"))
		return 1
	}
	if why := o.expired(ctx, time.Now()); why != "" {
		o.say(why)
		return 1
	}
	c, end := o.server.inside.client(o.RemoteAddr(), o.key)
	defer end()
	player, err := c.Me(ctx)
	var problem *client.Problem
	if err != nil && (!errors.As(err, &problem) || problem.Status != http.StatusUnauthorized && problem.Status != http.StatusForbidden) {
		o.say(text.Tables{Texts: o.texts, Games: o.server.Games.Games()}.Problem(err))
		return 1
	}
	arrival := screen.Visit{Table: play.TableID(table)}
	if o.key != nil {
		arrival.Fingerprint = o.key.Fingerprint()
	}
	if player.ID == "" || !player.Registered && !o.server.Guests {
		arrival.Visitor = o.visitor(c)
	}
	pty, windows, onTerminal := o.Pty()
	if onTerminal && pty.Term != "dumb" {
		err = o.runApp(ctx, screen.Config{
			Games: o.server.Games, Language: o.language, ASCII: o.ascii, Client: c, Player: player, Visit: &arrival,
			Texts: func(code string) text.Texts { return screen.TextsIn(o.server.Games, code, o.ascii) },
		}, windows)
	} else {
		go ignore(windows)
		err = o.runLines(ctx, onTerminal, line.Online{
			Games: o.server.Games, Texts: o.texts, Client: c, Player: player, Table: arrival.Table, Visitor: arrival.Visitor, Fingerprint: arrival.Fingerprint,
		})
	}
	if err != nil && ctx.Err() == nil {
		o.server.Log.Debug("an SSH session ended", "error", err)
	}
	if why := o.reason(); why != "" {
		o.say(why)
		return 1
	}
	return 0
}

// visitor is somebody whom the server does not know.
func (o *session) visitor(c *client.Client) *visit.Visitor {
	v := &visit.Visitor{
		Client: c, Admission: o.server.Admission, Guests: o.server.Guests,
		Entered: func(c *client.Client) {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.token = c.SessionToken()
		},
	}
	if name, err := play.CleanName(o.User()); err == nil {
		v.Name = name
	}
	if public := o.PublicKey(); public != nil {
		v.Key = strings.TrimSpace(string(gossh.MarshalAuthorizedKey(public)))
	}
	return v
}

// framesPerSecond is how often the app draws at most: it has to go through a network.
const framesPerSecond = 30

func (o *session) runApp(ctx context.Context, config screen.Config, windows <-chan ssh.Window) error {
	program := tea.NewProgram(screen.New(config), append(bubbletea.MakeOptions(o.Session),
		tea.WithInput(watchedReader{o}), tea.WithFPS(framesPerSecond), tea.WithoutSignalHandler())...)
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case w, ok := <-windows:
				if !ok {
					windows = nil
					continue
				}
				program.Send(tea.WindowSizeMsg{Width: w.Width, Height: w.Height})
			case <-ctx.Done():
				program.Quit()
				o.leaveSoon(ended)
				return
			case <-ended:
				return
			}
		}
	}()
	last, err := program.Run()
	if model, ok := last.(*screen.Model); ok {
		model.Leave()
	}
	return err
}

// leaveSoon closes the connection of a client that does not read what is drawn.
func (o *session) leaveSoon(ended <-chan struct{}) {
	select {
	case <-ended:
	case <-time.After(leaveTime / 2):
		o.Close()
	}
}

// runLines plays line by line. Who has a terminal on which nothing can be drawn needs
// to see what they type.
func (o *session) runLines(ctx context.Context, onTerminal bool, config line.Online) error {
	config.In, config.Out = watchedReader{o}, o.Session
	if onTerminal {
		terminal := term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{config.In, o.Session}, "> ")
		config.In, config.Out = &typedLines{terminal: terminal}, terminal
	}
	return config.Run(ctx)
}

// ignore reads sizes of a window that nothing is drawn on.
func ignore(windows <-chan ssh.Window) {
	if windows == nil {
		return
	}
	for range windows {
	}
}

// typedLines reads what is typed on a terminal.
type typedLines struct {
	terminal *term.Terminal
	rest     []byte
}

// Read implements [io.Reader].
func (t *typedLines) Read(to []byte) (int, error) {
	if len(t.rest) == 0 {
		line, err := t.terminal.ReadLine()
		if err != nil {
			return 0, err
		}
		t.rest = []byte(line + "\n")
	}
	n := copy(to, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// watchedReader is the input of a session, with a note of when there was some.
type watchedReader struct{ of *session }

// Read implements [io.Reader].
func (w watchedReader) Read(to []byte) (int, error) {
	n, err := w.of.Read(to)
	w.of.typed.Store(time.Now().UnixNano())
	return n, err
}

// say writes a sentence, in lines that fit the terminal.
func (o *session) say(message string) {
	width := lineWidth
	if pty, _, onTerminal := o.Pty(); onTerminal && pty.Window.Width > 0 {
		width = pty.Window.Width
	}
	fmt.Fprint(o.Session, text.Paragraph(message, width, ""))
}

// lineWidth is how long lines are where there is no terminal.
const lineWidth = 79

// end ends the session with a sentence.
func (o *session) end(why string) {
	o.mu.Lock()
	o.why = cmp.Or(o.why, why)
	o.mu.Unlock()
	o.stop()
}

func (o *session) reason() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.why
}

// watch ends the session when somebody is not here any more, or may not be. Each session
// does it by itself, so that the store can be asked about many at once.
func (o *session) watch(ctx context.Context) {
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	for {
		select {
		case now := <-ticks.C:
			if why := o.expired(ctx, now); why != "" {
				o.end(why)
			}
		case <-ctx.Done():
			return
		}
	}
}

// expired says why somebody may not be here any more; empty if they may.
func (o *session) expired(ctx context.Context, now time.Time) string {
	if now.Sub(time.Unix(0, o.typed.Load())) > idleTime {
		return o.texts.Text("terminal.visit.idle")
	}
	player, access, err := o.player(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err == nil && player.ID != "":
		if o.access.ID == access.ID && o.access.SignOuts != access.SignOuts {
			return o.texts.Text("terminal.visit.revoked")
		}
		o.access = access
		if refusal := o.server.Suspended(player); refusal != nil {
			return o.texts.Error(refusal)
		}
	case errors.Is(err, play.ErrNoPlayer) && o.access.ID != "":
		return o.texts.Text("terminal.visit.revoked")
	}
	return ""
}

// player is who they are: by the session with which they came in, or by their key.
func (o *session) player(ctx context.Context) (play.Player, accounts.Access, error) {
	o.mu.Lock()
	token := o.token
	o.mu.Unlock()
	switch {
	case token != "":
		return o.server.ByToken(ctx, token)
	case o.key != nil:
		return o.server.ByKey(ctx, *o.key)
	}
	return play.Player{}, accounts.Access{}, nil
}
