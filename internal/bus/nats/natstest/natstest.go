// Package natstest starts NATS servers for tests, as processes of tests/backends: the
// module of the program does not name a NATS server.
package natstest

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Server is a NATS server.
type Server struct {
	address string
	// Shutdown ends it, and waits until it has ended.
	Shutdown func()
}

// ClientURL is the address for those who connect to it.
func (s *Server) ClientURL() string { return s.address }

// Start starts a server for one test.
func Start(tb testing.TB) *Server {
	tb.Helper()
	return StartAt(tb, "-1") // Any.
}

// StartAt starts a server at a port for one test.
func StartAt(tb testing.TB, port string) *Server {
	tb.Helper()
	ctx := context.WithoutCancel(tb.Context()) // It ends with its input, and so with this process.
	module, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		tb.Fatal(err)
	}
	folder := filepath.Join(filepath.Dir(string(module)), "tests")
	cmd := exec.CommandContext(ctx, "go", "run", "-C", folder, "./backends", "-nats", "-port", port)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	s := &Server{Shutdown: sync.OnceFunc(func() {
		_ = input.Close() // It may have ended by itself, which its exit code says.
		if err := cmd.Wait(); err != nil {
			tb.Errorf("the NATS server ended with %v", err)
		}
	})}
	tb.Cleanup(s.Shutdown)
	line, err := bufio.NewReader(output).ReadString('\n')
	address, named := strings.CutPrefix(strings.TrimSpace(line), "PLATEAU_NATS=")
	if !named {
		tb.Fatalf("the NATS server says %q: %v", line, err)
	}
	s.address = address
	return s
}
