package cli

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plateau/internal/tui/caption"
)

// The exit codes, which docs/cli.md promises.
const (
	exitDone        = 0
	exitWrongInput  = 1
	exitWrongUsage  = 2
	exitInterrupted = 130
)

// exitText explains the exit codes in the manual.
const exitText = `0 for success, 1 for invalid input, 2 for invalid usage, and 130 if the user
interrupts the command.`

// usageError is wrong usage of the program.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// writeError is output that could not be written.
type writeError struct{ err error }

func (e writeError) Error() string { return "cannot write the output: " + e.err.Error() }
func (e writeError) Unwrap() error { return e.err }

// flush writes the buffered output.
func (a *app) flush() error {
	if err := a.out.Flush(); err != nil {
		return writeError{err}
	}
	return nil
}

var (
	// errReported ends a run whose errors have all been printed.
	errReported = errors.New("wrong input")
	// errInterrupted ends a run that the user interrupted.
	errInterrupted = errors.New("interrupted")
)

// report prints an error and returns the exit code.
func (a *app) report(cmd *cobra.Command, err error) int {
	var usage usageError
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitDone
	case errors.Is(err, errReported):
		return exitWrongInput
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &usage), !a.started:
		a.warnf("%v\nTry '%s --help'.", err, cmd.CommandPath())
		return exitWrongUsage
	default:
		a.warnf("%v", err)
		return exitWrongInput
	}
}

// table aligns cells that are separated by tabs until it is ended. The buffer
// below it returns its errors when it is flushed.
func (a *app) table(flags uint) (table *tabwriter.Writer, end func()) {
	table = tabwriter.NewWriter(a.out, 0, 0, 2, ' ', flags)
	return table, func() { _ = table.Flush() }
}

// warnf prints a message on the error stream, wrapped if that is a terminal.
func (a *app) warnf(format string, args ...any) {
	text := "plateau: " + fmt.Sprintf(format, args...)
	width, _, ok := sizeOf(a.Err)
	for line := range strings.SplitSeq(text, "\n") {
		if ok {
			line = strings.TrimSuffix(caption.Wrap(strings.Split(line, " "), width, ""), "\n")
		}
		fmt.Fprintln(a.Err, line)
	}
}
