package line

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// maxLine bounds a line of input, in bytes.
const maxLine = 64 << 10

// plainLines reads lines as they come, from a terminal, a file or a program.
type plainLines struct {
	*lineReader
	out io.Writer
	// end follows a question.
	end string
}

// NewReader reads lines without an editor. Questions are written to out; for a
// person they do not end the line.
func NewReader(in io.Reader, out io.Writer, interactive bool) Reader {
	lines := &plainLines{newLineReader(in), out, "\n"}
	if interactive {
		lines.end = " "
	}
	return lines
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
	l.stop()
	return nil
}

// lineReader reads lines in its own goroutine, so that waiting for one can be
// interrupted. The goroutine ends with the input or, after stop, with the line
// that it is reading.
type lineReader struct {
	lines chan string
	done  chan struct{}
	// err is set before lines is closed.
	err error
}

func newLineReader(in io.Reader) *lineReader {
	r := &lineReader{lines: make(chan string), done: make(chan struct{})}
	go r.read(in)
	return r
}

func (r *lineReader) read(in io.Reader) {
	defer close(r.lines)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case r.lines <- strings.TrimSpace(scanner.Text()):
		case <-r.done:
			return
		}
	}
	if r.err = scanner.Err(); r.err == nil {
		r.err = io.EOF
	}
}

// next gives the next line, io.EOF after the last, or ErrInterrupted when ctx
// is done.
func (r *lineReader) next(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ErrInterrupted
	case line, ok := <-r.lines:
		if !ok {
			return "", r.err
		}
		return line, nil
	}
}

func (r *lineReader) stop() { close(r.done) }
