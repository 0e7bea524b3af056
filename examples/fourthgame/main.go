// Fourthgame is Plateau with a game that is not one of its own. Everything
// about the game is in the folder fourrow, and the program has all commands:
//
//	go run ./examples/fourthgame play fourrow --computer 3
//	go run ./examples/fourthgame best fourrow
//	go run ./examples/fourthgame perft fourrow 4
//	make fourthgame && bin/fourthgame serve
package main

import (
	"os"

	"plateau/catalogue"
	"plateau/examples/fourthgame/fourrow"
	"plateau/internal/cli"
)

func main() {
	program := cli.Program{Games: catalogue.List{fourrow.Entry()}, Pages: pages()}
	os.Exit(cli.Main(program, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
