// Package cli is the command line of Plateau, with one file per command. It has
// flags, texts and exit codes. The commands read and write only through an app,
// and the type of the error they return decides the exit code.
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
// returns the exit code. It ends quietly if nobody reads its output any more.
func Main(build Build, args []string, streams Streams) int {
	// When the signal is ignored, the write returns an error instead.
	signal.Ignore(syscall.SIGPIPE)
	a := &app{Streams: streams, out: bufio.NewWriterSize(streams.Out, bufferSize), games: all.Games(), build: build.complete()}
	root := a.rootCommand()
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	if flushErr := a.flush(); err == nil {
		err = flushErr
	}
	return a.report(cmd, err)
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
	ascii   bool
	tables  tables
}
