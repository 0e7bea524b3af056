//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"plateau/internal/load"
	"plateau/internal/testaid"

	nats "github.com/nats-io/nats-server/v2/server"
)

// natsPort is the variable that makes this test program a NATS server.
const natsPort = "PLATEAU_TEST_NATS_PORT"

func TestMain(m *testing.M) {
	if port := os.Getenv(natsPort); port != "" {
		if err := runNATS(port); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if address := os.Getenv(readyVariable); address != "" {
		if err := askReady(context.Background(), address); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(runTests(m))
}

// runNATS is a NATS server until the input ends: then the test has ended, in any way.
func runNATS(port string) error {
	n, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: n, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	s.Start()
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// until waits until something is done, or fails for too long.
func until(ctx context.Context, what string, done func() error) error {
	ctx, cancel := context.WithTimeout(ctx, testaid.Patience)
	defer cancel()
	for {
		err := done()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("in vain: %s: %w", what, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// freePort is one at which nobody listens now.
func freePort(t *testing.T) int {
	t.Helper()
	free, err := load.FreePort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(free)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func local(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// broker is a NATS server in a process of its own.
type broker struct {
	port     int
	cmd      *exec.Cmd
	lifeline io.Closer
}

// start starts it, and waits until it accepts connections.
func (b *broker) start(ctx context.Context) (err error) {
	b.cmd = exec.CommandContext(context.WithoutCancel(ctx), os.Args[0])
	b.cmd.Env = append(os.Environ(), natsPort+"="+strconv.Itoa(b.port))
	b.cmd.Stderr = os.Stderr
	if b.lifeline, err = b.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := b.cmd.Start(); err != nil {
		return err
	}
	return until(ctx, "a NATS server", func() error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", local(b.port))
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

// kill ends it at once, as a crash would.
func (b *broker) kill() {
	_ = b.cmd.Process.Kill() // It may have ended by itself.
	_ = b.cmd.Wait()
	_ = b.lifeline.Close()
}
