//go:build unix

// Command backends starts what several servers share, a PostgreSQL database and a NATS
// server, for tests and for measurements:
//
//	go run -C tests ./backends
//
// It prints their addresses as PLATEAU_DATABASE=… and PLATEAU_NATS=…, and ends with its
// standard input if it has any, or by Ctrl-C. Nothing is left of either.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"plateau/internal/store/postgres/pgtest"
)

// startTime is more than enough for a NATS server to start.
const startTime = 2 * time.Minute

func main() {
	durable := flag.Bool("durable", false, "PostgreSQL acknowledges what is on the disk, as in measurements it should")
	alone := flag.Bool("nats", false, "start the NATS server alone")
	port := flag.Int("port", server.RANDOM_PORT, "the port of the NATS server, or -1 for any")
	flag.Parse()
	if err := run(*durable, *alone, *port); err != nil {
		fmt.Fprintln(os.Stderr, "backends:", err)
		os.Exit(1)
	}
}

func run(durable, alone bool, port int) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if !alone {
		database, err := pgtest.New(ctx, durable)
		if err != nil {
			return err
		}
		defer database.Remove()
		address, err := database.NewDatabase(ctx)
		if err != nil {
			return err
		}
		fmt.Printf("PLATEAU_DATABASE=%s\n", address)
	}
	broker, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	broker.Start()
	defer broker.Shutdown()
	if !broker.ReadyForConnections(startTime) {
		return errors.New("the NATS server does not start")
	}
	fmt.Printf("PLATEAU_NATS=%s\n", broker.ClientURL())
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
