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

	"plateau/game"
	"plateau/game/all"
)

// Streams are what the program reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs the program with its arguments, without the program's name, and
// gives the exit code. A reader of the output that has gone away ends it
// quietly.
func Main(build Build, args []string, streams Streams) int {
	// Ignored, the signal becomes an error of the write that met it.
	signal.Ignore(syscall.SIGPIPE)
	a := &app{Streams: streams, out: bufio.NewWriterSize(streams.Out, bufferSize), games: all.Games(), build: build.complete()}
	root := a.rootCommand()
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
	build Build
	// started is set once cobra is content with the arguments: errors before
	// that are wrong usage.
	started bool
	// flushed is when answers were last written before their buffer was full.
	flushed time.Time
	colour  colourMode
	ascii   bool
	tables  tables
}
