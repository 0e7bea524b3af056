package line

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// maxLine bounds a line of input, in bytes.
const maxLine = 64 << 10

// plainLines reads lines as they come, from a terminal, a file or a program: in its own
// goroutine, so that waiting for one can be interrupted. The goroutine ends with the
// input or, after Close, with the line that it is reading.
type plainLines struct {
	out io.Writer
	// end follows a question.
	end   string
	lines chan string
	done  chan struct{}
	// err is set before lines is closed.
	err error
}

// NewReader reads lines without an editor. Questions are written to out; for a
// person they do not end the line.
func NewReader(in io.Reader, out io.Writer, interactive bool) Reader {
	l := &plainLines{out: out, end: "\n", lines: make(chan string), done: make(chan struct{})}
	if interactive {
		l.end = " "
	}
	go l.read(in)
	return l
}

// Next implements [Reader].
func (l *plainLines) Next(ctx context.Context, question string) (string, error) {
	if question != "" {
		if _, err := io.WriteString(l.out, question+l.end); err != nil {
			return "", err
		}
	}
	line, err := l.next(ctx)
	if err != nil && l.end == " " {
		// The cursor is still behind the question.
		if _, writeErr := io.WriteString(l.out, "\n"); writeErr != nil {
			return "", writeErr
		}
	}
	return line, err
}

// Complete implements [Reader]: without an editor nothing is completed.
func (l *plainLines) Complete(func(string) []string) {}

// Close implements [Reader].
func (l *plainLines) Close() error {
	close(l.done)
	return nil
}

func (l *plainLines) read(in io.Reader) {
	defer close(l.lines)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case l.lines <- strings.TrimSpace(scanner.Text()):
		case <-l.done:
			return
		}
	}
	if l.err = scanner.Err(); l.err == nil {
		l.err = io.EOF
	}
}

// next gives the next line, io.EOF after the last, or ErrInterrupted when ctx
// is done.
func (l *plainLines) next(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ErrInterrupted
	case line, ok := <-l.lines:
		if !ok {
			return "", l.err
		}
		return line, nil
	}
}

// Editor is a terminal on which a person edits lines: with cursor keys, a history and
// completion. What is written to it appears above a line that is being edited. Between
// two lines the terminal is as usual, so that programs write to it and Ctrl-C
// interrupts as they are used to.
type Editor struct {
	in, out *os.File
	term    *term.Terminal
	// interrupted is set when Ctrl-C was typed, which the terminal cannot
	// tell from Ctrl-D.
	interrupted bool
	candidates  func(line string) []string

	// mu guards saved, which is how the terminal was before it began to edit
	// the present line; nil while there is none.
	mu    sync.Mutex
	saved *term.State
	lines chan result
}

type result struct {
	line string
	err  error
}

// NewEditor edits lines on a terminal.
func NewEditor(in, out *os.File) *Editor {
	e := &Editor{in: in, out: out, lines: make(chan result, 1), candidates: func(string) []string { return nil }}
	e.reset(&history{})
	return e
}

// reset begins with an empty line.
func (e *Editor) reset(earlier term.History) {
	e.term = term.NewTerminal(rawTerminal{e}, "")
	e.term.History = earlier
	e.term.AutoCompleteCallback = e.complete
}

// rawTerminal is the terminal while a line is edited.
type rawTerminal struct{ *Editor }

func (r rawTerminal) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	if bytes.IndexByte(p[:n], ctrlC) >= 0 {
		r.interrupted = true
	}
	return n, err
}

const ctrlC = 3

func (r rawTerminal) Write(p []byte) (int, error) { return r.out.Write(p) }

// Next implements [Reader]. If it is interrupted, the line that was begun
// is still there for the next question.
func (e *Editor) Next(ctx context.Context, question string) (string, error) {
	if question != "" {
		question += " "
	}
	if err := e.begin(question); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ErrInterrupted
	case read := <-e.lines:
		if err := e.restore(); err != nil {
			return "", err
		}
		switch {
		case errors.Is(read.err, term.ErrPasteIndicator):
			read.err = nil
		case errors.Is(read.err, io.EOF):
			// The cursor is still behind the question.
			if _, err := io.WriteString(e.out, "\n"); err != nil {
				return "", err
			}
			if e.interrupted {
				read.err = ErrInterrupted
			}
			e.interrupted = false
			e.reset(e.term.History) // it would take the question for still shown
		}
		return read.line, read.err
	}
}

// begin starts to edit a line, or changes the question of the one that is being
// edited.
func (e *Editor) begin(question string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.term.SetPrompt(question)
	if e.saved != nil {
		_, err := e.term.Write(nil) // writes the line anew
		return err
	}
	saved, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return err
	}
	e.saved = saved
	if width, height, err := term.GetSize(int(e.out.Fd())); err == nil && width > 0 {
		if err := e.term.SetSize(width, height); err != nil {
			return err
		}
	}
	go func() {
		line, err := e.term.ReadLine()
		e.lines <- result{line, err}
	}()
	return nil
}

// restore makes the terminal as it was.
func (e *Editor) restore() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved == nil {
		return nil
	}
	err := term.Restore(int(e.in.Fd()), e.saved)
	e.saved = nil
	return err
}

// Close leaves the terminal as it was found. A line that is being edited is
// given up.
func (e *Editor) Close() error {
	e.mu.Lock()
	editing := e.saved != nil
	e.mu.Unlock()
	err := e.restore()
	if editing {
		_, writeErr := io.WriteString(e.out, "\n")
		return errors.Join(err, writeErr)
	}
	return err
}

// Write implements [io.Writer].
func (e *Editor) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved != nil {
		return e.term.Write(p)
	}
	return e.out.Write(p)
}

// Complete implements [Reader].
func (e *Editor) Complete(candidates func(line string) []string) { e.candidates = candidates }

// complete is called for each key. Tab completes as far as all candidates agree,
// and lists them if that is no further.
func (e *Editor) complete(line string, pos int, key rune) (newLine string, newPos int, ok bool) {
	if key != '\t' {
		return "", 0, false
	}
	begun, rest := line[:pos], line[pos:]
	found := e.candidates(begun)
	if len(found) == 0 {
		return line, pos, true
	}
	completed := common(found)
	if len(found) == 1 && rest == "" && !strings.HasSuffix(completed, string(os.PathSeparator)) {
		completed += " "
	}
	if len(completed) <= len(begun) && len(found) > 1 {
		_, _ = io.WriteString(e.term, strings.Join(found, "  ")+"\n")
		return line, pos, true
	}
	return completed + rest, len(completed), true
}

// common is what all texts begin with.
func common(texts []string) string {
	shared := texts[0]
	for _, text := range texts[1:] {
		for !strings.HasPrefix(text, shared) {
			shared = shared[:len(shared)-1]
		}
	}
	return strings.ToValidUTF8(shared, "")
}

// history is the lines of this session, the latest first, without repetitions.
type history struct{ lines []string }

// mostLines is how many lines are remembered.
const mostLines = 200

// Add implements [term.History].
func (h *history) Add(line string) {
	line = strings.TrimSpace(line)
	if line == "" || len(h.lines) > 0 && h.lines[0] == line {
		return
	}
	h.lines = append([]string{line}, h.lines[:min(len(h.lines), mostLines-1)]...)
}

// Len implements [term.History].
func (h *history) Len() int { return len(h.lines) }

// At implements [term.History].
func (h *history) At(i int) string { return h.lines[i] }
