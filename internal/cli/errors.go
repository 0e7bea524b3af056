package cli

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit codes, which docs/cli.md promises.
const (
	exitDone        = 0
	exitWrongInput  = 1
	exitWrongUsage  = 2
	exitInterrupted = 130
)

// usageError is a call of the program that cannot be meant.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// writeError is output that could not be written.
type writeError struct{ err error }

func (e writeError) Error() string { return "cannot write the output: " + e.err.Error() }
func (e writeError) Unwrap() error { return e.err }

var (
	// errReported ends a run whose errors have all been told.
	errReported = errors.New("wrong input")
	// errInterrupted ends a run at the user's wish.
	errInterrupted = errors.New("interrupted")
)

// report tells an error to the user and gives the exit code.
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
		fmt.Fprintf(a.Err, "plateau: %v\nTry '%s --help'.\n", err, cmd.CommandPath())
		return exitWrongUsage
	default:
		fmt.Fprintf(a.Err, "plateau: %v\n", err)
		return exitWrongInput
	}
}
