package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// clearLine empties the line of a terminal, to be written anew.
const clearLine = "\r\x1b[K"

// await lets work run to its end or until the user has had enough. At a
// terminal it shows every second how the work stands.
func (a *app) await(ctx context.Context, status func() string, work func(ctx context.Context) error) error {
	// Only work is broken off like this, waiting for input ends by itself.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	line := a.newStatusLine(time.Second)
	defer line.clear()
	for {
		select {
		case err := <-done:
			if ctx.Err() != nil {
				return errInterrupted
			}
			return err
		case <-ctx.Done():
			// The work is not waited for: a piece of it may be long.
			return errInterrupted
		case <-line.ticks:
			line.show(status())
		}
	}
}

// awaitUnless is await, but work that is quick is just done: thousands of
// positions a second may want it.
func (a *app) awaitUnless(quick bool, ctx context.Context, status func() string, work func(ctx context.Context) error) error {
	if quick {
		return work(ctx)
	}
	return a.await(ctx, status, work)
}

// flushInterval is how long an answer may lie in the buffer while the next one
// is being worked out.
const flushInterval = time.Second / 10

// flushSometimes writes the answers so far, unless that was done just now.
func (a *app) flushSometimes() error {
	if now := time.Now(); now.Sub(a.flushed) >= flushInterval {
		a.flushed = now
		if err := a.out.Flush(); err != nil {
			return writeError{err}
		}
	}
	return nil
}

// statusLine is a line on the error stream that is written again and again. It
// never ticks where that is no terminal.
type statusLine struct {
	*app
	ticks  <-chan time.Time
	ticker *time.Ticker
	shown  bool
}

func (a *app) newStatusLine(every time.Duration) *statusLine {
	line := &statusLine{app: a}
	if isTerminal(a.Err) {
		line.ticker = time.NewTicker(every)
		line.ticks = line.ticker.C
	}
	return line
}

func (l *statusLine) show(text string) {
	l.shown = true
	width, _ := l.terminalSize()
	fmt.Fprint(l.Err, clearLine+cut(text, width-1))
}

// clear ends the line's showing.
func (l *statusLine) clear() {
	if l.ticker != nil {
		l.ticker.Stop()
	}
	if l.shown {
		fmt.Fprint(l.Err, clearLine)
	}
}

// cut shortens a text to so many characters.
func cut(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(width, 0)])
	}
	return text
}
