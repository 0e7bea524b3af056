// Package natstest starts NATS servers for tests, in the same process. The program
// itself has none.
package natstest

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// AnyPort lets a server choose its port.
const AnyPort = server.RANDOM_PORT

// startTime is more than enough for a server to start.
const startTime = 2 * time.Minute

// New starts a server on this machine.
func New(port int) (*server.Server, error) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, errors.New("the NATS server does not start")
	}
	return s, nil
}

// Start starts a server for one test.
func Start(tb testing.TB) *server.Server {
	tb.Helper()
	return StartAt(tb, AnyPort)
}

// StartAt starts a server at a port for one test.
func StartAt(tb testing.TB, port int) *server.Server {
	tb.Helper()
	s, err := New(port)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Shutdown)
	return s
}
