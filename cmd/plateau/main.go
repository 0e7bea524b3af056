// Plateau plays Quantik, Pivot and Quixo, and answers questions about them.
package main

import (
	"os"

	"plateau/games/full"
	"plateau/internal/cli"
)

// version is set by the build of a release; other builds know theirs by the
// source they were made from.
var version string

func main() {
	program := cli.Program{Games: full.All(), Data: full.Data, Version: version}
	os.Exit(cli.Main(program, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
