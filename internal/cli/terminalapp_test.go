//go:build unix

package cli_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"plateau/internal/testaid"
)

// pane is the program in a terminal of its own, which tmux shows.
type pane struct {
	*testing.T

	socket string
	width  int
}

// openPane runs the app in a terminal of a size, with settings for the environment.
func openPane(t *testing.T, width, height int, settings ...string) *pane {
	t.Helper()
	return runInPane(t, width, height, "env "+strings.Join(settings, " ")+" plateau")
}

// runInPane runs a command in a terminal of a size.
func runInPane(t *testing.T, width, height int, command string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("NOT TESTED: the app in real terminals, which tmux makes; it is not installed")
	}
	p := &pane{T: t, socket: filepath.Join(t.TempDir(), "tmux"), width: width}
	p.tmux("-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height),
		command+"; echo ended with $?; sleep 60")
	t.Cleanup(func() { _ = exec.CommandContext(context.Background(), "tmux", "-S", p.socket, "kill-server").Run() })
	return p
}

func (p *pane) tmux(args ...string) string {
	p.Helper()
	out, err := exec.CommandContext(p.Context(), "tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

// screen is what the terminal shows.
func (p *pane) screen() string { return p.tmux("capture-pane", "-p") }

// types presses keys by their names in tmux; others are typed.
func (p *pane) types(keys ...string) {
	p.Helper()
	p.tmux(append([]string{"send-keys"}, keys...)...)
}

// sees waits until the terminal shows a text.
func (p *pane) sees(text string) string {
	p.Helper()
	screen := ""
	testaid.Eventually(p, func() bool {
		screen = p.screen()
		return strings.Contains(screen, text)
	}, func() string { return fmt.Sprintf("no %q on\n%s", text, screen) })
	for line := range strings.Lines(screen) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > p.width {
			p.Errorf("%d characters on %d: %s", n, p.width, line)
		}
	}
	return screen
}

// loses waits until the terminal no longer shows a text, so that it is not taken for
// the next of its kind.
func (p *pane) loses(text string) {
	p.Helper()
	screen := ""
	testaid.Eventually(p, func() bool {
		screen = p.screen()
		return !strings.Contains(screen, text)
	}, func() string { return fmt.Sprintf("still %q on\n%s", text, screen) })
}

// TestAppOnTerminals plays with the real program on terminals of three sizes and
// several kinds.
func TestAppOnTerminals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		settings      []string
		// corner is a part of the board as it looks there.
		corner string
	}{
		{40, 20, []string{"NO_COLOR=1"}, "┌───┬───┬───┬───┬───┐"}, //nolint:misspell // It is spelt like this.
		{80, 24, []string{"TERM=screen", "LC_ALL=C"}, "+-------+-------+"},
		{140, 45, []string{"TERM=tmux-256color"}, "┌───────────────┬"},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.width, c.height), func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			settings := append([]string{"LC_ALL=C.UTF-8", "PLATEAU_DATA=" + data}, c.settings...)
			p := openPane(t, c.width, c.height, settings...)
			p.sees("Quixo for four")
			p.types("3")
			p.sees("Who plays?")
			p.types("Right", "C-s")
			p.sees("Choose a cube")
			p.types("Down", "Down", "Enter")
			p.sees("Choose where to push")
			p.types("Up", "Up", "Up", "Up", "Space")
			if screen := p.sees("c1-c5"); !strings.Contains(screen, c.corner) {
				t.Errorf("no board on\n%s", screen)
			}
			p.types("q")
			p.sees("Continue Quixo")
			p.types("q")
			p.sees("ended with 0")
			if _, err := os.Stat(filepath.Join(data, "resume.plateau")); err != nil {
				t.Error(err)
			}
		})
	}
}

// Without a screen there is help, as ever.
func TestAppNeedsAScreen(t *testing.T) {
	t.Parallel()
	p := openPane(t, 80, 24, "TERM=dumb", "PLATEAU_DATA="+t.TempDir())
	p.sees("ended with 0")
	if screen := p.screen(); !strings.Contains(screen, "plateau [command] --help") {
		t.Errorf("no help on\n%s", screen)
	}
}
