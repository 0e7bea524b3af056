// Random is an engine that plays any game at random, to be copied. It knows no
// rules: it declares the option LegalMoves, so the referee lists the legal moves
// before each turn. docs/engines.md describes the protocol.
package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

func main() {
	var legal []string
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := append(strings.Fields(lines.Text()), "", "")
		switch {
		case words[0] == "ugi":
			fmt.Println("id name Random in Go\nid author you\noption name LegalMoves type check default false\nugiok")
		case words[0] == "isready":
			fmt.Println("readyok")
		case words[0] == "info" && words[1] == "legal":
			legal = words[2 : len(words)-2]
		case words[0] == "go" && len(legal) > 0:
			// Put your own ideas here.
			fmt.Println("bestmove", legal[rand.IntN(len(legal))])
		case words[0] == "quit":
			return
		}
	}
}
