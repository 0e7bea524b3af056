// Package cli is the command line of Plateau, with one file per command. It has
// flags, texts and exit codes. The commands read and write only through an app,
// and the type of the error they return decides the exit code.
package cli

import (
	"bufio"
	"cmp"
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
	Data  func(name string) ([]byte, error)
	Build Build
}

// Main runs the program with its arguments, without the program's name, and
// returns the exit code. It ends quietly if nobody reads its output any more.
func Main(p Program, args []string, streams Streams) int {
	// When the signal is ignored, the write returns an error instead.
	signal.Ignore(syscall.SIGPIPE)
	a := &app{
		Streams: streams, out: bufio.NewWriterSize(streams.Out, bufferSize), build: p.Build.complete(),
		games: p.Games.Games(), catalogue: p.Games, data: p.Data,
	}
	root := a.rootCommand()
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
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
