// Command gotest runs 'go test' with its arguments and prints what that prints. In the
// end it also says which tests were skipped and why, which 'go test' keeps to itself:
//
//	gotest -race ./internal/...
//
// The lines are appended to the file of the environment variable TEST_NOTES, too, if
// it is set.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// notesVariable is a file for what a run says in its end.
const notesVariable = "TEST_NOTES"

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		code = 1
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int, err error) {
	program := os.Getenv("GO")
	if program == "" {
		program = "go"
	}
	cmd := exec.CommandContext(context.Background(), program, append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	r := newReport(out)
	if err := r.read(lines); err != nil {
		return 1, err
	}
	// Its exit code says whether the tests passed.
	if err := cmd.Wait(); cmd.ProcessState == nil {
		return 1, err
	}
	// Short runs leave out what other runs have.
	if !slices.Contains(args, "-short") {
		err = r.note()
	}
	return cmd.ProcessState.ExitCode(), err
}

// event is one line of 'go test -json'; see 'go doc test2json'.
type event struct {
	Action, Package, Test, Output string
}

// read reads events until there are no more.
func (r *report) read(from io.Reader) error {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(r.out, "%s", line) // It is no event, but what some program printed.
			continue
		}
		r.add(e)
	}
}

// note prints what was skipped, and appends it to the file for that.
func (r *report) note() error {
	var notes strings.Builder
	for _, line := range r.notes() {
		fmt.Fprintln(&notes, line)
	}
	fmt.Fprint(r.out, notes.String())
	name := os.Getenv(notesVariable)
	if name == "" || notes.Len() == 0 {
		return nil
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(notes.String())
	return errors.Join(err, file.Close())
}
