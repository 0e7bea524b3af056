package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// clearLine empties the current line of a terminal.
const clearLine = "\r\x1b[K"

// await runs work until it ends or the user interrupts it. On a terminal it
// shows the status every second.
func (a *app) await(ctx context.Context, status func() string, work func(ctx context.Context) error) error {
	// Only work is interrupted like this; reading input ends by itself.
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
			// Do not wait for the work: part of it may take long.
			return errInterrupted
		case <-line.ticks:
			line.show(status())
		}
	}
}

// awaitUnless is await for slow work. Quick work is run directly, because it may
// be done for thousands of positions per second.
func (a *app) awaitUnless(quick bool, ctx context.Context, status func() string, work func(ctx context.Context) error) error {
	if quick {
		return work(ctx)
	}
	return a.await(ctx, status, work)
}

// flushInterval is how long an answer may stay in the buffer while the next one
// is computed.
const flushInterval = time.Second / 10

// flushSometimes flushes the output, unless that was done just now.
func (a *app) flushSometimes() error {
	if now := time.Now(); now.Sub(a.flushed) >= flushInterval {
		a.flushed = now
		if err := a.flush(); err != nil {
			return err
		}
	}
	return nil
}

// statusLine is a line on the error stream that is rewritten at every tick. There
// are no ticks if the stream is not a terminal.
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

// clear removes the line.
func (l *statusLine) clear() {
	if l.ticker != nil {
		l.ticker.Stop()
	}
	if l.shown {
		fmt.Fprint(l.Err, clearLine)
	}
}

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(width, 0)])
	}
	return text
}
