package line

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// Config is what a session needs.
type Config struct {
	// Game is the game to play: a new one, or one to continue.
	Game local.Saved
	In   io.Reader
	Out  io.Writer
	// Lines reads the input; nil reads In line by line.
	Lines Reader
	// Interactive means that a person types at In: prompts do not end the
	// line, long lists stop after each page, and what cannot be taken back
	// is asked for.
	Interactive bool
	// Screen means that Out is a terminal, on which a line can be rewritten.
	Screen bool
	// Plain describes moves and positions in words and draws nothing, for
	// screen readers.
	Plain bool
	// Texts are the words of the reader's language.
	Texts text.Texts
	Style text.Style
	// Width and Height are the size of the screen; Height 0 means no limit.
	Width, Height int
	// Games are the games that can be loaded.
	Games game.List
	Store *local.Store
	// NewEngine makes the engine for computer players and hints.
	NewEngine func(g game.Game) (engine.Engine, error)
	// Solve is the command that computes the values of a game, or "" if there
	// is none; nil is the same.
	Solve func(g game.Game) string
	// Rules are the rules of a game, as lines for the screen.
	Rules func(g game.Game) ([]string, error)
	// Time is how long the engine may think about a hint, and about a move
	// where the values of the game are not known.
	Time time.Duration
	// Watch tells the time; nil is the system's.
	Watch local.Watch
}

// Reader reads what people type, line by line.
type Reader interface {
	// Next asks a question, which may be empty, and waits for a line. It
	// gives io.EOF at the end of the input and [ErrInterrupted] when ctx is
	// done or the person interrupts.
	Next(ctx context.Context, question string) (string, error)
	// Complete sets what completes the beginning of a line, where there is
	// an editor that can.
	Complete(candidates func(line string) []string)
	// Close ends the reading.
	Close() error
}

// base is what all sessions share: words, input, output and an engine.
type base struct {
	Config
	out *bufio.Writer
	// engine is for the game engineGame; nil until it is needed.
	engine     engine.Engine
	engineGame string
}

func newBase(config Config) base {
	if config.Watch == nil {
		config.Watch = local.SystemWatch{}
	}
	return base{Config: config, out: bufio.NewWriter(config.Out)}
}

// open begins to read the input, completed by candidates; the returned function
// ends it.
func (b *base) open(candidates func(line string) []string) (shut func()) {
	shut = func() { b.Lines.Complete(func(string) []string { return nil }) }
	if b.Lines == nil {
		b.Lines = NewReader(b.In, b.Out, b.Interactive)
		shut = func() { _ = b.Lines.Close() }
	}
	b.Lines.Complete(candidates)
	return shut
}

// ask prints a question and waits for a line.
func (b *base) ask(ctx context.Context, question string) (string, error) {
	if err := b.out.Flush(); err != nil {
		return "", err
	}
	line, err := b.Lines.Next(ctx, question)
	return strings.TrimSpace(line), err
}

// confirm asks a question for yes or no. Only yes is yes.
func (b *base) confirm(ctx context.Context, question string) bool {
	answer, err := b.ask(ctx, question+" "+b.text("terminal.yesNo"))
	return err == nil && IsYes(answer, b.text("terminal.yes"))
}

// IsYes reports whether an answer is yes, in English or the reader's language. Many
// people leave out accents in a terminal.
func IsYes(answer, yes string) bool {
	answer = text.ASCII(strings.TrimSpace(answer))
	return answer != "" && len(beginning([]string{text.ASCII(yes), "yes"}, answer)) > 0
}

// text is a message in the reader's language.
func (b *base) text(key string, params ...any) string { return b.Texts.Text(key, params...) }

// tell prints a message, wrapped to the width of the screen.
func (b *base) tell(key string, params ...any) { b.say(b.text(key, params...)) }

// say prints a sentence, wrapped to the width of the screen.
func (b *base) say(sentence string) { fmt.Fprint(b.out, text.Paragraph(sentence, b.Width, "")) }

// tellPath prints a message with paths in it. It is wrapped on a screen only: a
// program may look for the path.
func (b *base) tellPath(key string, params ...any) {
	text := b.text(key, params...)
	if b.Screen {
		b.say(text)
		return
	}
	fmt.Fprintln(b.out, text)
}

// show draws the board of a match, or describes it.
func (b *base) show(m *game.Match, names []string) {
	if !b.Plain {
		fmt.Fprint(b.out, "\n"+text.DrawNamed(m, names, b.Style)+"\n")
		return
	}
	for _, line := range b.Texts.Position(m.Position(), names) {
		b.say(line)
	}
}

// moveText is a move in notation, with words if nothing is drawn.
func (b *base) moveText(p game.Position, m game.Move) string {
	if b.Plain {
		return p.MoveText(m) + ", " + b.Texts.Move(p, m)
	}
	return p.MoveText(m)
}

// suggest says which of the candidates may have been meant by a text, if there are any.
func (b *base) suggest(text string, candidates []string) {
	b.say(local.DidYouMean(b.Texts, text, candidates))
}

// refuse says why something cannot be done.
func (b *base) refuse(err error) { b.say(b.Texts.Error(err)) }

// page prints lines, and waits after each full screen if there is a person. What
// they type instead of Enter is returned.
func (b *base) page(ctx context.Context, lines []string) (typed string) {
	height := b.Height - 1
	if !b.Interactive || height < 1 {
		height = len(lines)
	}
	for len(lines) > height {
		fmt.Fprintln(b.out, strings.Join(lines[:height], "\n"))
		lines = lines[height:]
		answer, err := b.ask(ctx, b.text("terminal.moreLines", "n", len(lines)))
		switch {
		case err != nil, answer == "q":
			return ""
		case answer != "":
			return answer
		}
	}
	fmt.Fprintln(b.out, strings.Join(lines, "\n"))
	return ""
}

// think lets the engine work, and shows on a screen what it does. It reports
// false if there is no engine or ctx ends first; it does not wait for the work
// then, and the session has to end.
func think[T any](
	ctx context.Context, b *base, g game.Game, status func(seconds int) string, work func(ctx context.Context, e engine.Engine) T,
) (result T, ok bool) {
	e, err := b.engineFor(g)
	if err != nil {
		b.refuse(err)
		return result, false
	}
	// The player reads this meanwhile; errors come up with the next question.
	_ = b.out.Flush()
	var found T
	done := make(chan error, 1)
	go func() {
		done <- parallel.Contain(func() error {
			found = work(ctx, e)
			return nil
		})
	}()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	shown := false
	defer func() {
		if shown {
			fmt.Fprint(b.out, clearLine)
		}
	}()
	for began := time.Now(); ; {
		select {
		case err := <-done:
			parallel.Raise(err)
			return found, ctx.Err() == nil
		case <-ctx.Done():
			return result, false
		case <-ticker.C:
			// A line that is rewritten would be read out every second.
			if b.Screen && !b.Plain {
				shown = true
				fmt.Fprint(b.out, clearLine+status(int(time.Since(began).Seconds())))
				_ = b.out.Flush()
			}
		}
	}
}

// clearLine empties the current line of a screen.
const clearLine = "\r\x1b[K"

// engineFor is the engine for a game, which is reused while that game is played.
func (b *base) engineFor(g game.Game) (engine.Engine, error) {
	if b.engine != nil && b.engineGame == g.ID() {
		return b.engine, nil
	}
	e, err := b.NewEngine(g)
	if err != nil {
		return nil, err
	}
	b.engine, b.engineGame = e, g.ID()
	return e, nil
}
