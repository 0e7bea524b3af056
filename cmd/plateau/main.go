// Plateau plays Quantik, Pivot and Quixo, and answers questions about them.
package main

import (
	"os"

	"plateau/internal/cli"
)

// The build of a release sets these with -ldflags "-X main.version=…". Other
// builds take them from what the Go command notes.
var version, commit, date string

func main() {
	build := cli.Build{Version: version, Commit: commit, Date: date}
	os.Exit(cli.Main(build, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
