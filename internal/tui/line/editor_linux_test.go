package line

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"plateau/internal/testaid"
)

// openTerminal makes a pseudo-terminal: what is written to keys is typed at
// screen.
func openTerminal(t *testing.T) (keys, screen *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("NOT TESTED: lines that are edited in a terminal, because there are no pseudo-terminals here:", err)
	}
	t.Cleanup(func() { keys.Close() })
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	return keys, screen
}

// typist types at an editor and sees what the screen shows.
type typist struct {
	*testing.T
	*Editor
	keys *os.File
	seen chan string
}

func newTypist(t *testing.T) *typist {
	t.Helper()
	keys, screen := openTerminal(t)
	typist := &typist{t, NewEditor(screen, screen), keys, make(chan string, 1000)}
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keys.Read(buffer)
			if err != nil {
				close(typist.seen)
				return
			}
			typist.seen <- string(buffer[:n])
		}
	}()
	return typist
}

// await waits until the screen has shown a text.
func (u *typist) await(text string) {
	u.Helper()
	shown := ""
	limit := time.After(testaid.Patience)
	for !strings.Contains(shown, text) {
		select {
		case more := <-u.seen:
			shown += more
		case <-limit:
			u.Fatalf("the screen never showed %q, but %q", text, shown)
		}
	}
}

// line types keys after the question is there, and returns the line.
func (u *typist) line(typed string) (string, error) {
	u.Helper()
	read := make(chan result)
	go func() {
		line, err := u.Next(u.Context(), "you>")
		read <- result{line, err}
	}()
	u.await("you> ")
	if _, err := io.WriteString(u.keys, typed); err != nil {
		u.Fatal(err)
	}
	got := <-read
	return got.line, got.err
}

func TestLinesAreEdited(t *testing.T) {
	u := newTypist(t)
	u.Complete(func(line string) []string {
		var found []string
		for _, word := range []string{"resign", "review", "undo"} {
			if strings.HasPrefix(word, line) {
				found = append(found, word)
			}
		}
		return found
	})
	before, err := term.GetState(int(u.in.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ typed, want string }{
		{"b1-a5\x1b[D\x1b[D\x1b[D\x1b[D\x7f" + "a\r", "a1-a5"}, // four to the left, delete, a
		{"u\t\r", "undo "},
		{"r\t\r", "re"},
		{"\x1b[A\x1b[A\x1b[A\r", "a1-a5"}, // the line before the two others
		{"nonsense\x15board\r", "board"},  // Ctrl-U
	} {
		if got, err := u.line(test.typed); err != nil || got != test.want {
			t.Errorf("%q is %q, %v, want %q", test.typed, got, err, test.want)
		}
	}
	after, err := term.GetState(int(u.in.Fd()))
	if err != nil || *before != *after {
		t.Errorf("the terminal is left as %v, %v; it was %v", after, err, before)
	}
}

func TestCandidatesAreListed(t *testing.T) {
	u := newTypist(t)
	u.Complete(func(string) []string { return []string{"resign", "resume"} })
	read := make(chan string)
	go func() {
		line, _ := u.Next(t.Context(), "you>")
		read <- line
	}()
	u.await("you> ")
	if _, err := io.WriteString(u.keys, "res\t"); err != nil {
		t.Fatal(err)
	}
	u.await("resign  resume")
	if _, err := io.WriteString(u.keys, "ign\r"); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "resign" {
		t.Errorf("read %q", got)
	}
}

func TestEndAndInterruption(t *testing.T) {
	u := newTypist(t)
	if _, err := u.line("\x04"); !errors.Is(err, io.EOF) {
		t.Errorf("Ctrl-D gave %v", err)
	}
	if _, err := u.line("half a line\x03"); !errors.Is(err, ErrInterrupted) {
		t.Errorf("Ctrl-C gave %v", err)
	}
}

// A clock may run out while somebody types: what they have typed stays for the
// next question, and what is written appears above it.
func TestInterruptedQuestion(t *testing.T) {
	u := newTypist(t)
	ctx, cancel := context.WithCancel(t.Context())
	read := make(chan error)
	go func() {
		_, err := u.Next(ctx, "first>")
		read <- err
	}()
	u.await("first> ")
	if _, err := io.WriteString(u.keys, "bo"); err != nil {
		t.Fatal(err)
	}
	u.await("o")
	cancel()
	if err := <-read; !errors.Is(err, ErrInterrupted) {
		t.Fatal(err)
	}
	if _, err := io.WriteString(u.Editor, "Your time is up.\n"); err != nil {
		t.Fatal(err)
	}
	u.await("Your time is up.\r\n")
	if got, err := u.line("ard\r"); err != nil || got != "board" {
		t.Errorf("%q, %v", got, err)
	}
	if err := u.Close(); err != nil {
		t.Error(err)
	}
}
