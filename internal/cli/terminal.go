package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"time"

	"golang.org/x/term"

	"plateau/internal/contain"
	"plateau/internal/tui/text"
)

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalSize is the size of the terminal that shows the output. Without a
// terminal it is pageWidth and 0.
func (a *app) terminalSize() (width, height int) {
	if width, height, ok := sizeOf(a.Out); ok {
		return width, height
	}
	return pageWidth, 0
}

func sizeOf(stream any) (width, height int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, 0, false
	}
	width, height, err := term.GetSize(int(f.Fd()))
	return width, height, err == nil && width > 0
}

const pageWidth = 80

// style is how boards are drawn on the output.
func (a *app) style() text.Style {
	return text.Style{
		ASCII:  a.ascii || !speaksUTF8(runtime.GOOS, os.Getenv),
		Colour: a.colour.wanted(isTerminal(a.Out), os.Getenv),
		Looks:  a.catalogue.Looks(),
	}
}

// drawing is the style with words beside the boards.
func (a *app) drawing() text.Style {
	style := a.style()
	style.Words = a.texts()
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

// await runs work until it ends or the user interrupts it. On a terminal it
// shows the status every second.
func await[T any](ctx context.Context, a *app, status func() string, work func(ctx context.Context) (T, error)) (result T, err error) {
	// Only work is interrupted like this; reading input ends by itself.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	done := make(chan func() (T, error), 1)
	go func() {
		var result T
		err := contain.Run(func() (err error) {
			result, err = work(ctx)
			return err
		})
		done <- func() (T, error) { return result, err }
	}()
	defer a.showStatus(time.Second, 0, status)()
	select {
	case ended := <-done:
		if ctx.Err() == nil {
			return ended()
		}
	case <-ctx.Done():
		// Do not wait for the work: part of it may take long.
	}
	return result, errInterrupted
}

// awaitUnless is await for slow work. Quick work is run directly, because it may
// be done for thousands of positions per second.
func awaitUnless[T any](
	quick bool, ctx context.Context, a *app, status func() string, work func(ctx context.Context) (T, error),
) (T, error) {
	if quick {
		return work(ctx)
	}
	return await(ctx, a, status, work)
}

// clearLine empties the current line of a terminal.
const clearLine = "\r\x1b[K"

// showStatus writes a status to the error stream at every interval until it is
// stopped: on a terminal as a line that is rewritten and removed in the end,
// elsewhere as a new line each time, or never if that interval is zero.
func (a *app) showStatus(onTerminal, elsewhere time.Duration, status func() string) (stop func()) {
	interval, before, after := elsewhere, "", "\n"
	text := status
	if isTerminal(a.Err) {
		interval, before, after = onTerminal, clearLine, ""
		text = func() string {
			width, _ := a.terminalSize()
			return cut(status(), width-1)
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
				fmt.Fprint(a.Err, before+text()+after)
			case <-ended:
				fmt.Fprint(a.Err, last)
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

// flushSometimes flushes the output, unless that was done just now.
func (a *app) flushSometimes() error {
	now := time.Now()
	if now.Sub(a.flushed) < flushInterval {
		return nil
	}
	a.flushed = now
	return a.flush()
}

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(width, 0)])
	}
	return text
}
