package prompt

import (
	"bufio"
	"context"
	"io"
	"strings"
)

// maxLine bounds a line of input, in bytes.
const maxLine = 64 << 10

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
