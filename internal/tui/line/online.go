package line

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plateau/catalogue"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/client/visit"
	"plateau/internal/play"
	"plateau/internal/tui/text"
)

// Online is a visit to a server, for screen readers, for scripts, and wherever there is
// no screen to draw on. It describes moves and positions in words and draws nothing.
type Online struct {
	In    io.Reader
	Out   io.Writer
	Games catalogue.List
	Texts text.Texts
	// Client acts for Player; neither is set for a Visitor whom the server does not
	// know yet.
	Client  *client.Client
	Player  api.Player
	Visitor *visit.Visitor
	// Fingerprint is that of the visitor's key; empty if they have none.
	Fingerprint string
	// Table is the table that they came for; empty for the list of tables.
	Table play.TableID
}

// onlineWidth is how long lines are; a screen reader does not mind.
const onlineWidth = 79

// visitor is somebody who plays line by line.
type visitor struct {
	base
	Online

	words text.Tables
	// typed are the lines that were typed.
	typed chan string
	// listed are the tables of the server, as last listed.
	listed []api.Summary
}

// errQuit means that somebody wants to leave.
var errQuit = errors.New("quit")

// Run lets somebody play until they quit, the input ends or ctx is done.
func (o Online) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &visitor{
		base:   newBase(Config{Out: o.Out, Texts: o.Texts, Plain: true, Width: onlineWidth}),
		Online: o, words: text.Tables{Texts: o.Texts, Games: o.Games.Games()}, typed: make(chan string),
	}
	reader := NewReader(o.In, io.Discard, false)
	defer reader.Close()
	go func() {
		defer close(s.typed)
		for {
			line, err := reader.Next(ctx, "")
			if err != nil {
				return
			}
			select {
			case s.typed <- strings.TrimSpace(line):
			case <-ctx.Done():
				return
			}
		}
	}()
	err := s.run(ctx)
	if flushed := s.out.Flush(); err == nil || errors.Is(err, errQuit) {
		return flushed
	}
	return err
}

func (s *visitor) run(ctx context.Context) error {
	if s.Visitor != nil {
		if err := s.comeIn(ctx); err != nil {
			return err
		}
	}
	if s.Table != "" {
		if err := s.play(ctx, s.Table); err != nil {
			return err
		}
	}
	return s.lobby(ctx)
}

// next waits for a line; it ends the visit at the end of the input.
func (s *visitor) next(ctx context.Context) (string, error) {
	if err := s.out.Flush(); err != nil {
		return "", err
	}
	select {
	case line, ok := <-s.typed:
		if !ok {
			return "", errQuit
		}
		return line, nil
	case <-ctx.Done():
		return "", errQuit
	}
}

// ask asks a question and waits for the answer.
func (s *visitor) ask(ctx context.Context, question string) (string, error) {
	s.say(question)
	return s.next(ctx)
}

// comeIn asks how somebody comes in whom the server does not know.
func (s *visitor) comeIn(ctx context.Context) error {
	if s.Fingerprint == "" {
		s.tell("terminal.visit.noKey")
	} else {
		s.tell("terminal.visit.newKey", "text", s.Fingerprint)
	}
	ways := s.Visitor.Ways()
	for {
		for i, way := range ways {
			s.say(fmt.Sprintf("%d: %s. %s", i+1, s.words.Text(way.Name()), s.words.Text(way.Why())))
		}
		line, err := s.ask(ctx, s.words.Text("terminal.choose.ask", "n", len(ways)))
		if err != nil {
			return err
		}
		number, err := strconv.Atoi(cmp.Or(line, "1"))
		if err != nil || number < 1 || number > len(ways) {
			if isQuit(line) {
				return errQuit
			}
			continue
		}
		entered, err := s.enter(ctx, ways[number-1])
		if err != nil {
			return err
		}
		if entered {
			return nil
		}
	}
}

// enter asks for what a way needs.
func (s *visitor) enter(ctx context.Context, way visit.Way) (entered bool, err error) {
	var answers visit.Answers
	name, password, code := way.Needs()
	for _, field := range []struct {
		wanted bool
		label  string
		to     *string
	}{{code, "terminal.visit.code", &answers.Code}, {name, "online.name.label", &answers.Name}, {password, "online.password", &answers.Password}} {
		if !field.wanted {
			continue
		}
		if *field.to, err = s.ask(ctx, s.words.Text(field.label)+":"); err != nil {
			return false, err
		}
	}
	c, player, err := s.Visitor.Enter(ctx, way, answers)
	if err != nil {
		s.say(s.words.Problem(err))
		return false, nil
	}
	s.Client, s.Player = c, player
	return true, nil
}

func isQuit(line string) bool { return line == "quit" || line == "exit" }
