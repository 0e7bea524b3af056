// Command packboard makes the packed tablebase of a small board of Quixo, which
// is solved within seconds, for tests of what reads such files:
//
//	go run ./exact/quixo/packboard 3 FILE
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"plateau/exact"
	"plateau/exact/quixo/solver"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "packboard:", err)
		os.Exit(1)
	}
}

func run(args []string) (err error) {
	if len(args) != 2 {
		return fmt.Errorf("want the number of cells along an edge and a file, not %d arguments", len(args))
	}
	size, err := strconv.Atoi(args[0])
	if err != nil || size < 3 || size > 4 {
		return fmt.Errorf("%s is not 3 or 4", args[0])
	}
	file, err := os.Create(args[1])
	if err != nil {
		return err
	}
	err = solver.PackBoard(exact.RunOn(context.Background(), runtime.GOMAXPROCS(0), nil), size, file)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}
