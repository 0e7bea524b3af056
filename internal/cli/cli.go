// Package cli is the command line of Plateau: flags, texts and exit codes. The files
// of a command begin with its name. The commands read and write only through an app,
// and the type of the error they return decides the exit code.
package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"plateau/catalogue"
	"plateau/game"
	"plateau/internal/contain"
	"plateau/internal/knowledge"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

// Streams are what the program reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Program is what a command line is made from.
type Program struct {
	Games catalogue.List
	// Data returns the data sets that are part of the program, by name.
	Data func(name string) ([]byte, error)
	// Pages is the browser app with the looks of these games, or nil.
	Pages fs.FS
	Build Build
}

// Main runs the program with its arguments, without the program's name, and
// returns the exit code. It ends quietly if nobody reads its output any more.
func Main(p Program, args []string, streams Streams) int {
	// When the signal is ignored, the write returns an error instead.
	signal.Ignore(syscall.SIGPIPE)
	a := &app{
		Streams: streams, out: bufio.NewWriterSize(streams.Out, bufferSize), build: p.Build.complete(),
		games: p.Games.Games(), catalogue: p.Games, data: p.Data, pages: p.Pages,
	}
	root := a.rootCommand()
	root.SetArgs(readableResults(args))
	root.SuggestionsMinimumDistance = suggestionDistance(args)
	var cmd *cobra.Command
	err := contain.Run(func() (err error) {
		cmd, err = root.ExecuteC()
		return err
	})
	return a.report(cmd, cmp.Or(err, a.flush()))
}

const bufferSize = 64 << 10

// app is one run of the program.
type app struct {
	Streams
	// out buffers the output. It is flushed before waiting for input.
	out   *bufio.Writer
	games game.List
	build Build
	// started is set once cobra has accepted the arguments: errors before
	// that are wrong usage.
	started bool
	// flushed is when the output was last flushed by flushSometimes.
	flushed time.Time
	colour  colourMode
	asJSON  bool
	ascii   bool
	// tournamentServer is where tournaments are, if not in files.
	tournamentServer serverFlags
	// plain describes boards in words.
	plain bool
	// catalogue, data and pages are the program's.
	catalogue catalogue.List
	data      func(name string) ([]byte, error)
	pages     fs.FS
	// tablebases is the folder that a flag names.
	tablebases string
	// notation is the other notation in which positions are written, if any.
	notation string
	// lang is the code of the language, once setLanguage has run.
	lang string
	// words are its words; texts opens them when they are first needed.
	words text.Texts
	// dataFolder is used in place of the usual one, if set.
	dataFolder string
	// knowledge is opened by known when it is first needed.
	knowledge *knowledge.Knowledge
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
	var failed *contain.Panic
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitDone
	case errors.Is(err, errReported):
		return exitWrongInput
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &failed):
		a.warnf("an error in plateau itself ended this command: %v. Please report it with the command and these lines:", failed.Value)
		fmt.Fprintf(a.Err, "%s\n%s", a.build.Version, failed.Stack)
		return exitFailed
	case errors.As(err, &usage), !a.started:
		a.warnf("%v\nTry '%s --help'.", err, cmd.CommandPath())
		return exitWrongUsage
	default:
		a.warnf("%s", a.errorText(err))
		return exitWrongInput
	}
}

// errorText is an error for people. A refusal is translated; in English it is as
// scripts have always read it.
func (a *app) errorText(err error) string {
	var refusal *game.Refusal
	if a.lang != "" && a.lang != rulebook.Languages()[0].Code && errors.As(err, &refusal) && a.texts().Has("phrase."+refusal.Code) {
		return a.texts().Error(err)
	}
	return err.Error()
}

// table aligns cells that are separated by tabs until it is ended. The buffer
// below it returns its errors when it is flushed.
func (a *app) table(flags uint) (table *tabwriter.Writer, end func()) {
	table = tabwriter.NewWriter(a.out, 0, 0, 2, ' ', flags)
	return table, func() { _ = table.Flush() }
}

// warnf prints a message on the error stream, wrapped if that is a terminal.
func (a *app) warnf(format string, args ...any) {
	message := "plateau: " + fmt.Sprintf(format, args...)
	width, _, ok := sizeOf(a.Err)
	for line := range strings.SplitSeq(message, "\n") {
		if ok {
			line = strings.TrimSuffix(text.Wrap(strings.Split(line, " "), width, ""), "\n")
		}
		fmt.Fprintln(a.Err, line)
	}
}
