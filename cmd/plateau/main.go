// Plateau plays Quantik, Pivot and Quixo, and answers questions about them.
package main

import (
	"os"
	_ "time/tzdata" // for systems without time zones, such as the image for containers

	_ "golang.org/x/crypto/x509roots/fallback" // the same for certificate authorities

	"plateau/games/full"
	"plateau/internal/cli"
	"plateau/web"
)

// The build of a release sets these with -ldflags "-X main.version=…". Other
// builds take them from what the Go command notes, and know no feed.
var version, commit, date, feed string

func main() {
	program := cli.Program{
		Games: full.All(), Data: full.Data, Pages: web.Pages(),
		Build: cli.Build{Version: version, Commit: commit, Date: date, Feed: feed},
	}
	os.Exit(cli.Main(program, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
