//go:build unix

// Command backends starts what several servers share, a PostgreSQL database and a NATS
// server, for tests in browsers and for measurements:
//
//	go run ./internal/backends
//
// It prints their addresses as PLATEAU_DATABASE=… and PLATEAU_NATS=…, and ends with its
// standard input if it has any, or by Ctrl-C. Nothing is left of either.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"plateau/internal/bus/nats/natstest"
	"plateau/internal/store/postgres/pgtest"
)

func main() {
	durable := flag.Bool("durable", false, "PostgreSQL acknowledges what is on the disk, as in measurements it should")
	flag.Parse()
	if err := run(*durable); err != nil {
		fmt.Fprintln(os.Stderr, "backends:", err)
		os.Exit(1)
	}
}

func run(durable bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	database, err := pgtest.New(ctx, durable)
	if err != nil {
		return err
	}
	defer database.Remove()
	address, err := database.NewDatabase(ctx)
	if err != nil {
		return err
	}
	broker, err := natstest.New(natstest.AnyPort)
	if err != nil {
		return err
	}
	defer broker.Shutdown()
	fmt.Printf("PLATEAU_DATABASE=%s\nPLATEAU_NATS=%s\n", address, broker.ClientURL())
	if hasInput() {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // However it ends.
			stop()
		}()
	}
	<-ctx.Done()
	return nil
}

// hasInput reports whether there is a standard input, which services and nohup do not
// give.
func hasInput() bool {
	input, err := os.Stdin.Stat()
	if err != nil {
		return false
	}
	nothing, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(input, nothing)
}
