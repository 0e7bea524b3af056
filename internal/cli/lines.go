package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plateau/game"
)

// maxLine is the longest line of input, in bytes: far more than any game needs.
const maxLine = 1 << 20

var lineTooLong = game.Phrase{Code: "line.long", English: "the line is longer than {limit} bytes"}

// flushingReader flushes the output before it reads more input. So the output
// is buffered while there is work, and complete whenever a program at the other
// end of a pipe may be waiting for it.
type flushingReader struct{ *app }

func (r flushingReader) Read(p []byte) (int, error) {
	if err := r.flush(); err != nil {
		return 0, err
	}
	return r.In.Read(p)
}

// layout is how the output for several positions is arranged.
type layout bool

const (
	oneLine    layout = false // one line each
	paragraphs layout = true  // several lines each, separated by empty ones
)

// eachInput calls do for the arguments, or with - for the words of every line of
// the standard input.
func (a *app) eachInput(words []string, out layout, do func(words []string) error) error {
	if len(words) == 0 || words[0] != stdinArg {
		return do(words)
	}
	if len(words) > 1 {
		return usagef("nothing may follow -: %q", words[1])
	}
	first := true
	return a.eachLine(func(text string) error {
		if !first && !a.asJSON && out == paragraphs {
			fmt.Fprintln(a.out)
		}
		first = false
		return do(strings.Fields(text))
	})
}

// eachLine calls do for every line of the standard input that is not empty. A
// refusal is printed with the number of its line, and the next line follows.
func (a *app) eachLine(do func(text string) error) error {
	in := bufio.NewReaderSize(flushingReader{a}, bufferSize)
	wrong := false
	for number := 1; ; number++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && text != "" {
			err = do(text)
		}
		var refusal *game.Refusal
		if errors.As(err, &refusal) {
			wrong = true
			err = a.refuseLine(number, err, refusal)
		}
		if err != nil {
			return err
		}
	}
	if wrong {
		return errReported
	}
	return nil
}

// readLine returns the next line without the space around it. A line that is too
// long is skipped and refused.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(line) > 0 || long):
		case err != nil:
			return "", err
		}
		if long {
			return "", lineTooLong.Refuse("", "limit", strconv.Itoa(maxLine))
		}
		// A file may begin with a byte order mark.
		return strings.TrimSpace(strings.TrimPrefix(string(line), "\uFEFF")), nil
	}
}

// wrongLine is the output for a line that was refused.
type wrongLine struct {
	Line  int           `json:"line"`
	Move  int           `json:"move,omitempty"`
	Error *game.Refusal `json:"error"`
}

func (a *app) refuseLine(number int, err error, refusal *game.Refusal) error {
	if !a.asJSON {
		a.warnf("line %d: %v", number, err)
		return nil
	}
	object := wrongLine{Line: number, Error: refusal}
	var move *moveError
	if errors.As(err, &move) {
		object.Move = move.number
	}
	return a.writeJSON(object)
}

// writeJSON writes an object as one line.
func (a *app) writeJSON(object any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		return writeError{err}
	}
	return nil
}
