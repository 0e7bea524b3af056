package env

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"plateau/game"
	"plateau/internal/config"
	"plateau/internal/parallel"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

// writeError is output that could not be written.
type writeError struct{ err error }

func (e writeError) Error() string { return "cannot write the output: " + e.err.Error() }

func (e writeError) Unwrap() error { return e.err }

// Flush writes the buffered output.
func (e *Env) Flush() error {
	if err := e.Out.Flush(); err != nil {
		return writeError{err}
	}
	return nil
}

// WriteJSON writes an object as one line.
func (e *Env) WriteJSON(object any) error {
	encoder := json.NewEncoder(e.Out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		return writeError{err}
	}
	return nil
}

// When is a time for people.
func When(ms int64) string { return time.UnixMilli(ms).Format("2006-01-02 15:04") }

// WriteRows writes a list from the server: as JSON what it sent, line by line, or
// else a table with a row for each.
func WriteRows[T any](e *Env, list []json.RawMessage, row func(out io.Writer, one T)) error {
	out, end := e.Table(0)
	defer end()
	for _, text := range list {
		if e.AsJSON {
			fmt.Fprintln(e.Out, string(text))
			continue
		}
		var one T
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		row(out, one)
	}
	return nil
}

// ErrorText is an error for people. A refusal is translated; in English it is as
// scripts have always read it.
func (e *Env) ErrorText(err error) string {
	var refusal *game.Refusal
	if e.Lang != "" && e.Lang != rulebook.Languages()[0].Code && errors.As(err, &refusal) && e.Texts().Has("phrase."+refusal.Code) {
		return e.Texts().Error(err)
	}
	return err.Error()
}

// Table aligns cells that are separated by tabs until it is ended. The buffer
// below it returns its errors when it is flushed.
func (e *Env) Table(flags uint) (table *tabwriter.Writer, end func()) {
	table = tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', flags)
	return table, func() { _ = table.Flush() }
}

// Warnf prints a message on the error stream, wrapped if that is a terminal.
func (e *Env) Warnf(format string, args ...any) {
	message := "plateau: " + fmt.Sprintf(format, args...)
	width, _, ok := sizeOf(e.Err)
	for line := range strings.SplitSeq(message, "\n") {
		if ok {
			line = strings.TrimSuffix(text.Wrap(strings.Split(line, " "), width, ""), "\n")
		}
		fmt.Fprintln(e.Err, line)
	}
}

// Agrees asks a person at a terminal a question. Only yes is yes.
func (e *Env) Agrees(question string) bool {
	fmt.Fprint(e.Err, question+" [y/N] ")
	answer, _ := bufio.NewReader(e.In).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}

// Standing is the state of a match; its keys are documented as stable.
type Standing struct {
	Position string      `json:"position"`
	ToMove   string      `json:"to_move"`
	Outcome  string      `json:"outcome"`
	Winner   *string     `json:"winner"`
	Reason   *string     `json:"reason"`
	Line     []game.Cell `json:"line"`
}

// NewStanding describes a match.
func NewStanding(m *game.Match) Standing {
	g, now, v := m.Game(), m.Position(), m.Verdict()
	object := Standing{
		Position: now.String(), ToMove: g.Seats()[now.ToMove()].ID,
		Outcome: v.Outcome.String(), Line: append([]game.Cell{}, v.Line...),
	}
	if winner, won := v.Outcome.Winner(); won {
		object.Winner = new(g.TeamID(winner))
	}
	if v.Reason.Code != "" {
		object.Reason = &v.Reason.Code
	}
	return object
}

// WriteBoard draws the board of a match or describes it.
func (e *Env) WriteBoard(m *game.Match) {
	if !e.Plain {
		fmt.Fprint(e.Out, text.DrawMatch(m, e.Drawing()))
		return
	}
	for _, line := range e.Texts().Position(m.Position(), m.Players()) {
		fmt.Fprintln(e.Out, line)
	}
}

// WriteStanding draws the board and prints the state of the match. The text of the
// position may be in another notation.
func (e *Env) WriteStanding(m *game.Match, position string) {
	texts := e.Texts()
	g, now, v := m.Game(), m.Position(), m.Verdict()
	e.WriteBoard(m)
	toMove, outcome := texts.Player(g, m.Players(), now.ToMove()), texts.Text("terminal.show.running")
	if v.Outcome.Over() {
		toMove, outcome = texts.Text("terminal.show.nobody"), texts.Verdict(g, m.Players(), v)
	}
	fmt.Fprintln(e.Out)
	e.WriteLabelled(
		texts.Text("terminal.show.position"), position,
		texts.Text("terminal.show.toMove"), toMove,
		texts.Text("terminal.show.outcome"), outcome)
}

// WriteLabelled prints texts after their labels, which are alternating.
func (e *Env) WriteLabelled(pairs ...string) {
	width := utf8.RuneCountInString(e.Texts().Text("terminal.show.position"))
	for i := 0; i < len(pairs); i += 2 {
		width = max(width, utf8.RuneCountInString(pairs[i]))
	}
	for i := 0; i < len(pairs); i += 2 {
		gap := strings.Repeat(" ", width-utf8.RuneCountInString(pairs[i]))
		fmt.Fprintf(e.Out, "%s%s  %s\n", pairs[i], gap, pairs[i+1])
	}
}

// IsTerminal reports whether a stream of the program is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Interactive reports whether a person types the input.
func (e *Env) Interactive() bool { return IsTerminal(e.In) }

// OnScreen reports whether a terminal shows the output.
func (e *Env) OnScreen() bool { return IsTerminal(e.Streams.Out) }

// TerminalSize is the size of the terminal that shows the output. Without a
// terminal it is PageWidth and 0.
func (e *Env) TerminalSize() (width, height int) {
	if width, height, ok := sizeOf(e.Streams.Out); ok {
		return width, height
	}
	return PageWidth, 0
}

func sizeOf(stream any) (width, height int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, 0, false
	}
	width, height, err := term.GetSize(int(f.Fd()))
	return width, height, err == nil && width > 0
}

// PageWidth is how wide texts are where there is no terminal.
const PageWidth = 80

// Style is how boards are drawn on the output.
func (e *Env) Style() text.Style {
	return text.Style{
		ASCII:  e.ascii || !speaksUTF8(runtime.GOOS, os.Getenv),
		Colour: e.WantsColour(e.OnScreen()),
		Looks:  e.Catalogue.Looks(),
	}
}

// Drawing is the style with words beside the boards.
func (e *Env) Drawing() text.Style {
	style := e.Style()
	style.Words = e.Texts()
	return style
}

// speaksUTF8 reports whether the locale says that the terminal shows UTF-8.
func speaksUTF8(goos string, getenv func(string) string) bool {
	if goos == "windows" {
		return true
	}
	utf8, _ := text.Characters(getenv)
	return utf8
}

// Names that are spelt the same in all programs.
const (
	colourFlag       = "color"    //nolint:misspell // see above
	noColourVariable = "NO_COLOR" //nolint:misspell // see above
)

// colourMode is the value of the flag.
type colourMode string

const (
	colourAuto   colourMode = "auto"
	colourAlways colourMode = "always"
	colourNever  colourMode = "never"
)

func (m colourMode) wanted(terminal bool, getenv func(string) string) bool {
	switch m {
	case colourAlways:
		return true
	case colourNever:
		return false
	default:
		return terminal && getenv(noColourVariable) == "" && getenv("TERM") != "dumb"
	}
}

// WantsColour reports whether to draw in colours, on a terminal or elsewhere.
func (e *Env) WantsColour(terminal bool) bool { return e.colour.wanted(terminal, os.Getenv) }

// UntilInterrupted is a context that ends when the user or the system ends the program.
func UntilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// Await runs work until it ends or the user interrupts it. On a terminal it
// shows the status every second.
func Await[T any](ctx context.Context, e *Env, status func() string, work func(ctx context.Context) (T, error)) (result T, err error) {
	// Only work is interrupted like this; reading input ends by itself.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	done := make(chan func() (T, error), 1)
	go func() {
		var result T
		err := parallel.Contain(func() (err error) {
			result, err = work(ctx)
			return err
		})
		done <- func() (T, error) { return result, err }
	}()
	defer e.ShowStatus(time.Second, 0, status)()
	select {
	case ended := <-done:
		if ctx.Err() == nil {
			return ended()
		}
	case <-ctx.Done():
		// Do not wait for the work: part of it may take long.
	}
	return result, ErrInterrupted
}

// AwaitUnless is await for slow work. Quick work is run directly, because it may
// be done for thousands of positions per second.
func AwaitUnless[T any](
	quick bool, ctx context.Context, e *Env, status func() string, work func(ctx context.Context) (T, error),
) (T, error) {
	if quick {
		return work(ctx)
	}
	return Await(ctx, e, status, work)
}

// clearLine empties the current line of a terminal.
const clearLine = "\r\x1b[K"

// ShowStatus writes a status to the error stream at every interval until it is
// stopped: on a terminal as a line that is rewritten and removed in the end,
// elsewhere as a new line each time, or never if that interval is zero.
func (e *Env) ShowStatus(onTerminal, elsewhere time.Duration, status func() string) (stop func()) {
	interval, before, after := elsewhere, "", "\n"
	text := status
	if IsTerminal(e.Err) {
		interval, before, after = onTerminal, clearLine, ""
		text = func() string {
			width, _ := e.TerminalSize()
			return Cut(status(), width-1)
		}
	}
	if interval == 0 {
		return func() {}
	}
	ended := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		last := ""
		for {
			select {
			case <-ticker.C:
				last = before
				fmt.Fprint(e.Err, before+text()+after)
			case <-ended:
				fmt.Fprint(e.Err, last)
				return
			}
		}
	})
	return func() {
		close(ended)
		writer.Wait()
	}
}

// flushInterval is how long an answer may stay in the buffer while the next one
// is computed.
const flushInterval = time.Second / 10

// FlushSometimes flushes the output, unless that was done just now.
func (e *Env) FlushSometimes() error {
	now := time.Now()
	if now.Sub(e.flushed) < flushInterval {
		return nil
	}
	e.flushed = now
	return e.Flush()
}

// Cut shortens a text to width characters.
func Cut(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(width, 0)])
	}
	return text
}

// AddDrawingFlags adds the flags for drawing boards, which all commands have.
func (e *Env) AddDrawingFlags(root *cobra.Command) {
	e.colour = colourAuto
	flags := root.PersistentFlags()
	choices := []string{string(colourAuto), string(colourAlways), string(colourNever)}
	flags.Var(config.Choice((*string)(&e.colour), "WHEN", choices...), colourFlag, "use colours: auto, always or never")
	flags.BoolVar(&e.ascii, "ascii", false, "draw boards with ASCII characters only")
	flags.BoolVar(&e.Plain, "plain", false, "draw nothing: describe boards and moves in words, for screen readers")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "colour" {
			name = colourFlag
		}
		return pflag.NormalizedName(name)
	})
	CompleteFlag(root, colourFlag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
}
