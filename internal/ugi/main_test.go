package ugi_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test program be an engine, too: a real process, in as many
// ways bad as there are.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		if kind, ok := strings.CutPrefix(os.Args[1], "engine:"); ok {
			be(kind)
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// forever is longer than any test.
const forever = time.Hour

// be is an engine of a kind.
func be(kind string) {
	switch kind {
	case "mute":
		time.Sleep(forever)
	case "exits":
		fmt.Fprintln(os.Stderr, "Traceback\nno such module")
		os.Exit(3)
	case "floods":
		for {
			fmt.Println(strings.Repeat("info string noise ", 100))
		}
	case "endless":
		for {
			fmt.Print("info string without an end ")
		}
	case "closes":
		os.Stdout.Close()
		time.Sleep(forever)
	case "leaves children":
		child := exec.CommandContext(context.Background(), "sleep", "3600")
		child.Stdout, child.Stdin = os.Stdout, os.Stdin
		_ = child.Start()
		os.Exit(0)
	}
	converse(kind)
}

// converse is an engine that introduces itself and goes wrong when it has to move.
func converse(kind string) {
	legal := []string{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch {
		case words[0] == "ugi":
			fmt.Print("id name ", kind, "\x1b[2J\xff\r\nid author nobody\r\n")
			fmt.Println("option name LegalMoves type check default false")
			fmt.Println("option name Style of Play type string default calm")
			if kind == "other game" {
				fmt.Println("option name Game type combo default chess var chess")
			}
			fmt.Println("ugiok")
		case words[0] == "isready":
			if kind == "never ready" {
				time.Sleep(forever)
			}
			if kind == "unasked" && len(legal) > 0 {
				fmt.Println("bestmove", legal[len(legal)-1])
			}
			if kind == "at a time" && len(legal) > 0 && lines.Scan() {
				kind = "good"
				move(kind, legal) // This was go.
			}
			fmt.Println("readyok")
		case words[0] == "info" && words[1] == "legal":
			legal = words[2:]
		case words[0] == "go":
			move(kind, legal)
		case words[0] == "quit" && kind == "stubborn":
			signal.Ignore(syscall.SIGTERM, syscall.SIGHUP)
			time.Sleep(forever)
		case words[0] == "quit":
			return
		}
	}
}

func move(kind string, legal []string) {
	switch kind {
	case "thinks for ever":
		time.Sleep(forever)
	case "dies":
		fmt.Fprintln(os.Stderr, "segmentation fault")
		os.Exit(11)
	case "illegal":
		fmt.Println("bestmove c3-c5")
	case "not a move":
		fmt.Println("bestmove " + strings.Repeat("x", 1000))
	case "not UTF-8":
		fmt.Println("bestmove \xff\xfe\x00\x1b[31m")
	case "nothing":
		fmt.Println("bestmove")
	case "chatters":
		for {
			fmt.Println("info depth 1 score cp 0")
		}
	case "long line":
		fmt.Println("bestmove " + strings.Repeat("y", 1<<17))
	default:
		fmt.Println("info depth 1 score cp 3")
		fmt.Println("bestmove " + legal[0] + " ponder " + legal[len(legal)-1])
	}
}
