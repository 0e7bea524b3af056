package ugi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"plateau/game"
)

// Kind is a way in which an engine fails.
type Kind uint8

// The kinds.
const (
	// NoStart means that it cannot be started or does not introduce itself.
	NoStart Kind = iota
	// Died means that it ended, or closed its output.
	Died
	// Silent means that it did not answer, where no clock runs.
	Silent
	// Flooded means that it wrote more than anybody can read.
	Flooded
	// Late means that it exceeded its time for a move.
	Late
	// Illegal means that it named something that is not a legal move.
	Illegal
)

// Failure is what an engine did wrong.
type Failure struct {
	Kind   Kind
	Detail string
}

func (f *Failure) Error() string { return f.Detail }

// Option is a setting of an engine.
type Option struct{ Name, Value string }

// Command is how an engine is started.
type Command struct {
	// Words are the program and its arguments.
	Words []string
	// Folder is where it runs; empty for the current one.
	Folder  string
	Options []Option
	// Patience is how long it may take to start, to get ready, and to move if
	// no clock limits it.
	Patience time.Duration
	// Grace is how much later than its time a move may come.
	Grace time.Duration
	// Log takes all lines; it may be nil.
	Log Log
	// Timer is the real one if it is nil.
	Timer Timer
}

// Engine is an engine in a process of its own. It plays one game at a time. After
// an error it has ended.
type Engine struct {
	// Name and Author are how it introduced itself.
	Name, Author string
	command      Command
	process      *process
	// options are those that it declared, by name in lower case.
	options map[string]string
	game    game.Game
	legal   bool
	// exact means that its last move was in exact notation.
	exact bool
	// stepwise means that go is sent after readyok only.
	stepwise bool
}

// maxName is the longest name of an engine, in characters.
const maxName = 64

// maxOptions is how many options of an engine are read.
const maxOptions = 1000

// Start starts an engine and lets it introduce itself. Its errors are failures,
// those of options, and that of the context.
func Start(ctx context.Context, c Command) (*Engine, error) {
	if c.Log == nil {
		c.Log = func(byte, string) {}
	}
	if c.Timer == nil {
		c.Timer = realTimer
	}
	p, err := startProcess(c.Words, c.Folder, c.Log, c.Timer)
	if err != nil {
		return nil, &Failure{NoStart, "it cannot be started: " + err.Error()}
	}
	e := &Engine{command: c, process: p, options: map[string]string{}}
	if err := e.introduce(ctx); err != nil {
		p.close(false)
		var failed *Failure
		if errors.As(err, &failed) {
			return nil, &Failure{NoStart, failed.Detail}
		}
		return nil, err
	}
	return e, nil
}

func (e *Engine) introduce(ctx context.Context) error {
	if err := e.process.send("ugi"); err != nil {
		return err
	}
	_, err := e.process.await(ctx, e.command.Patience, "ugiok", func(text string) bool {
		words := strings.Fields(text)
		switch {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			e.Name = shortName(words[2:])
		case len(words) > 2 && words[0] == "id" && words[1] == "author":
			e.Author = shortName(words[2:])
		case len(words) > 2 && words[0] == "option" && words[1] == "name" && len(e.options) < maxOptions:
			name := words[2:]
			if i := slices.Index(name, "type"); i > 0 {
				name = name[:i]
			}
			e.options[strings.ToLower(strings.Join(name, " "))] = strings.Join(words[2+len(name):], " ")
		}
		return len(words) == 1 && words[0] == "ugiok"
	})
	if err != nil {
		return err
	}
	for _, o := range e.command.Options {
		if !e.Has(o.Name) {
			return fmt.Errorf("the engine has no option %s", o.Name)
		}
		if err := e.set(o.Name, o.Value); err != nil {
			return err
		}
	}
	if e.legal = e.Has(legalMovesOption); e.legal {
		return e.set(legalMovesOption, "true")
	}
	return nil
}

func shortName(words []string) string {
	name := []rune(printable(strings.Join(words, " ")))
	return string(name[:min(len(name), maxName)])
}

// Has reports whether the engine declared an option.
func (e *Engine) Has(option string) bool {
	_, has := e.options[strings.ToLower(option)]
	return has
}

// Plays reports whether the engine says that it knows a game. One without the
// option for games plays whatever it plays.
func (e *Engine) Plays(g game.Game) bool {
	declared, has := e.options[strings.ToLower(gameOption)]
	return !has || slices.Contains(strings.Fields(declared), g.ID())
}

func (e *Engine) set(name, value string) error {
	return e.process.send("setoption name " + name + " value " + value)
}

// NewGame prepares the engine for a game.
func (e *Engine) NewGame(ctx context.Context, g game.Game) error {
	if !e.Plays(g) {
		return &Failure{NoStart, "it does not play " + g.ID()}
	}
	if e.game == nil || e.game.ID() != g.ID() {
		if e.Has(gameOption) {
			if err := e.set(gameOption, g.ID()); err != nil {
				return err
			}
		}
		e.game = g
	}
	if err := e.process.send("uginewgame"); err != nil {
		return err
	}
	return e.ready(ctx)
}

// ready waits until the engine has done everything it was asked for.
func (e *Engine) ready(ctx context.Context, before ...string) error {
	if err := e.process.send(append(before, "isready")...); err != nil {
		return err
	}
	_, _, err := e.awaitReady(ctx, "readyok", "")
	return err
}

// awaitReady waits for readyok, and returns when it came and the last line before it
// that begins with something.
func (e *Engine) awaitReady(ctx context.Context, what, prefix string) (at time.Time, before string, err error) {
	ready, err := e.process.await(ctx, e.command.Patience, what, func(text string) bool {
		isReady := strings.TrimSpace(text) == "readyok"
		if !isReady && strings.HasPrefix(text, prefix) {
			before = text
		}
		return isReady
	})
	return ready.at, before, err
}

// Reply is what an engine answered.
type Reply struct {
	Move game.Move
	// Taken is how long it took.
	Taken time.Duration
}

// ask sends the setup of a position and go, and returns since when the engine can
// think.
//
// Everything is sent at once, which spares both sides a way there and back: the
// engine reads go when it has said that it is ready. One that moves before that,
// because it does several things at a time or moves unasked, is asked once more, and
// from then on step by step.
func (e *Engine) ask(ctx context.Context, setup []string, order string) (since time.Time, err error) {
	setup = append(setup, "isready")
	if !e.stepwise {
		setup = append(setup, order)
	}
	if err := e.process.send(setup...); err != nil {
		return time.Time{}, err
	}
	since, early, err := e.awaitReady(ctx, "readyok", "bestmove")
	if err != nil || early == "" && !e.stepwise {
		return since, err
	}
	e.stepwise = true
	return time.Now(), e.process.send(order)
}

// Choose asks for a move. Its errors are failures and that of the context.
func (e *Engine) Choose(ctx context.Context, m *game.Match, limits Limits) (Reply, error) {
	since, err := e.ask(ctx, e.setup(m), limits.String())
	if err != nil {
		return Reply{}, err
	}
	allowed, clocked := e.allowed(m, limits)
	var text string
	answer, err := e.process.await(ctx, allowed, "bestmove", func(line string) bool {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "bestmove" {
			return false
		}
		// UCI's engines add a move to ponder on.
		if text = ""; len(words) > 1 {
			text = words[1]
		}
		return true
	})
	taken := max(answer.at.Sub(since), 0)
	var failed *Failure
	switch {
	case errors.As(err, &failed) && failed.Kind == Silent && clocked:
		return Reply{Taken: allowed}, &Failure{Late, fmt.Sprintf("no move within %v", allowed)}
	case err != nil:
		return Reply{}, err
	}
	move, err := m.Position().ParseMove(text)
	e.exact = err == nil && m.Position().MoveText(move) == text
	if err != nil {
		return Reply{Taken: taken}, &Failure{Illegal, "bestmove " + printable(shorten(text)) + ": " + refusalText(err)}
	}
	return Reply{move, taken}, nil
}

// refusalText is the sentence of a refusal without the text it refuses, which
// may be long.
func refusalText(err error) string {
	var refusal *game.Refusal
	if errors.As(err, &refusal) {
		return refusal.Reason()
	}
	return err.Error()
}

// shorten cuts a text that is longer than any move.
func shorten(text string) string {
	const longest = 40
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

// setup sets up a match, with a list of the legal moves if the engine wants one.
func (e *Engine) setup(m *game.Match) []string {
	commands := []string{positionCommand(m)}
	if e.legal {
		legal, p := []string{"info legal"}, m.Position()
		for _, move := range p.Moves() {
			legal = append(legal, p.MoveText(move))
		}
		commands = append(commands, strings.Join(legal, " "))
	}
	return commands
}

// allowed is how long to wait for a move, and whether a clock says so.
func (e *Engine) allowed(m *game.Match, l Limits) (time.Duration, bool) {
	seat := m.Position().ToMove()
	switch {
	case l.MoveTime > 0:
		return l.MoveTime + e.command.Grace, true
	case int(seat) < len(l.Left):
		return l.Left[seat] + e.command.Grace, true
	}
	return e.command.Patience, false
}

// Close ends the engine: at once if it has failed, politely otherwise.
func (e *Engine) Close(failed bool) { e.process.close(!failed) }
