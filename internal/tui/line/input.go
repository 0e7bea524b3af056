package line

import (
	"bufio"
	"context"
	"io"
	"strings"
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
