// Package cli is the command line of Plateau: the root of all commands, and what their
// errors mean for the exit code. The commands are in the packages below it, by family;
// env has what they share.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"plateau/catalogue"
	"plateau/internal/cli/env"
	"plateau/internal/cli/tournament"
	"plateau/internal/parallel"
)

// Streams are those of the program, for callers of [Main].
type Streams = env.Streams

// Build says what the program was built from, for callers of [Main].
type Build = env.Build

// Program is what a command line is made from.
type Program struct {
	Games catalogue.List
	// Data returns the data sets that are part of the program, by name.
	Data func(name string) ([]byte, error)
	// Pages is the browser app with the looks of these games, or nil.
	Pages fs.FS
	Build Build
}

// app is one run of the program.
type app struct {
	*env.Env
	// started is set once cobra has accepted the arguments: errors before
	// that are wrong usage.
	started bool
	pages   fs.FS
}

func newApp(p Program, streams Streams) *app {
	return &app{Env: env.New(streams, p.Games, p.Data, p.Build), pages: p.Pages}
}

// Main runs the program with its arguments, without the program's name, and
// returns the exit code. It ends quietly if nobody reads its output any more.
func Main(p Program, args []string, streams Streams) int {
	// When the signal is ignored, the write returns an error instead.
	signal.Ignore(syscall.SIGPIPE)
	a := newApp(p, streams)
	root := a.rootCommand()
	root.SetArgs(tournament.ReadableResults(args))
	root.SuggestionsMinimumDistance = suggestionDistance(args)
	var cmd *cobra.Command
	err := parallel.Contain(func() (err error) {
		cmd, err = root.ExecuteC()
		return err
	})
	return a.report(cmd, cmp.Or(err, a.Flush()))
}

// The exit codes, which docs/cli.md promises.
const (
	exitDone        = 0
	exitWrongInput  = 1
	exitWrongUsage  = 2
	exitFailed      = 70
	exitInterrupted = 130
)

// exitText explains the exit codes in the manual.
const exitText = `0 for success, 1 for invalid input, 2 for invalid usage, 70 for an error in the
program itself, and 130 if the user interrupts the command.`

// report prints an error and returns the exit code.
func (a *app) report(cmd *cobra.Command, err error) int {
	var usage env.UsageError
	var failed *parallel.Panic
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitDone
	case errors.Is(err, env.ErrReported):
		return exitWrongInput
	case errors.Is(err, env.ErrInterrupted):
		return exitInterrupted
	case errors.As(err, &failed):
		a.Warnf("an error in plateau itself ended this command: %v. Please report it with the command and these lines:", failed.Value)
		fmt.Fprintf(a.Err, "%s\n%s", a.Build.Version, failed.Stack)
		return exitFailed
	case errors.As(err, &usage), !a.started:
		a.Warnf("%v\nTry '%s --help'.", err, cmd.CommandPath())
		return exitWrongUsage
	default:
		a.Warnf("%s", a.ErrorText(err))
		return exitWrongInput
	}
}
