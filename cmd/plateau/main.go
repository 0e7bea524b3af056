// Plateau plays Quantik, Pivot and Quixo, and answers questions about them.
package main

import (
	"os"

	"plateau/internal/cli"
)

// version is set by the build of a release; other builds know theirs by the
// source they were made from.
var version string

func main() {
	os.Exit(cli.Main(version, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
