// Package cli is the command line of Plateau: one file a command, and here
// what they share. The commands read and write only through an app, and say
// what went wrong by the kind of error they return.
package cli

import (
	"bufio"
	"io"
	"os/signal"
	"syscall"
	"time"

	"plateau/catalogue"
	"plateau/game"
	"plateau/internal/knowledge"
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
	Data    func(name string) ([]byte, error)
	Version string
}

// Main runs the program with its arguments, without the program's name, and
// gives the exit code. A reader of the output that has gone away ends it
// quietly.
func Main(p Program, args []string, streams Streams) int {
	// Ignored, the signal becomes an error of the write that met it.
	signal.Ignore(syscall.SIGPIPE)
	a := &app{Streams: streams, out: bufio.NewWriterSize(streams.Out, bufferSize), games: p.Games.Games(), catalogue: p.Games, data: p.Data}
	root := a.rootCommand(p.Version)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	if flushErr := a.out.Flush(); err == nil && flushErr != nil {
		err = writeError{flushErr}
	}
	return a.report(cmd, err)
}

const bufferSize = 64 << 10

// app is one run of the program.
type app struct {
	Streams
	// out buffers the output; whoever waits for somebody flushes it first.
	out   *bufio.Writer
	games game.List
	// started is set once cobra is content with the arguments: errors before
	// that are wrong usage.
	started bool
	// flushed is when answers were last written before their buffer was full.
	flushed time.Time
	colour  colourMode
	ascii   bool
	// catalogue and data are the program's.
	catalogue catalogue.List
	data      func(name string) ([]byte, error)
	// tablebases is the folder that a flag names.
	tablebases string
	// dataFolder is used in place of the usual one, if set.
	dataFolder string
	// knowledge is opened by known when it is first needed.
	knowledge *knowledge.Knowledge
}
