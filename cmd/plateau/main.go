// Plateau plays Quantik, Pivot and Quixo, and answers questions about them.
package main

import (
	"os"

	"plateau/games/full"
	"plateau/internal/cli"
	"plateau/web"
)

// The build of a release sets these with -ldflags "-X main.version=…". Other
// builds take them from what the Go command notes.
var version, commit, date string

func main() {
	pages, _ := web.Pages()
	program := cli.Program{
		Games: full.All(), Data: full.Data, Pages: pages,
		Build: cli.Build{Version: version, Commit: commit, Date: date},
	}
	os.Exit(cli.Main(program, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
