package nats_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"plateau/internal/bus/bustest"
	"plateau/internal/bus/nats"
	"plateau/internal/bus/nats/natstest"
	"plateau/internal/load"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

var silent = slog.New(slog.DiscardHandler)

func open(t *testing.T, address, name string) *nats.Bus {
	t.Helper()
	bus, err := nats.Open(address, name, silent)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	return bus
}

func TestBus(t *testing.T) {
	s := natstest.Start(t)
	var clusters atomic.Int64
	bustest.Run(t, func(*testing.T) func(t *testing.T) play.Bus {
		name := fmt.Sprint("cluster", clusters.Add(1))
		return func(t *testing.T) play.Bus {
			t.Helper()
			return open(t, s.ClientURL(), name)
		}
	})
}

// until waits for something that another goroutine does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	testaid.Eventually(t, done, func() string { return "in vain: " + what })
}

// TestReconnect opens a bus before there is a NATS server, and loses the server
// later on.
func TestReconnect(t *testing.T) {
	port, err := load.FreePort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bus := open(t, "nats://127.0.0.1:"+port, "c")
	var missed, heard atomic.Int64
	defer bus.Subscribe(func(n play.Notice) {
		if n.Missed {
			missed.Add(1)
		} else {
			heard.Add(1)
		}
	})()
	if bus.Away().IsZero() {
		t.Error("a bus without a server is not away")
	}
	bus.Publish(play.Notice{Origin: "lost"})
	for round := range int64(2) {
		s := natstest.StartAt(t, port)
		until(t, "a connection", func() bool { return bus.Away().IsZero() && missed.Load() == round+1 })
		bus.Publish(play.Notice{Origin: "heard"})
		until(t, "a notice", func() bool { return heard.Load() == round+1 })
		s.Shutdown()
		until(t, "the end of the connection", func() bool { return !bus.Away().IsZero() })
	}
}

// A connection that is lost in the same moment in which it was made is noticed: the race
// detector looks whether that needs what the other goroutine has not written yet.
func TestLostAtOnce(t *testing.T) {
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(conn, "INFO {\"server_id\":\"x\",\"version\":\"2.10.0\",\"max_payload\":1048576}\r\n")
			for lines := bufio.NewScanner(conn); lines.Scan() && !strings.HasPrefix(lines.Text(), "PING"); {
			}
			fmt.Fprint(conn, "PONG\r\n")
			conn.Close()
		}
	}()
	for range 20 {
		bus, err := nats.Open("nats://"+listener.Addr().String(), "c", silent)
		if err != nil {
			continue // It was lost before the subscription.
		}
		until(t, "the end of the connection", func() bool { return !bus.Away().IsZero() })
		bus.Close()
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"localhost:4222":         "nats://HOST:PORT",
		"":                       "nats://HOST:PORT",
		"http://localhost":       "no address of a NATS server",
		"nats://":                "names no host",
		"nats://a:4222,ftp://b":  "ftp://b",
		"nats://me:secret@ho st": "cannot be read",
		"ftp://me:secret@host":   "no address",
	} {
		_, err := nats.Open(address, "c", silent)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error has the password: %v", address, err)
		}
	}
}

// BenchmarkNotice measures the notice of a move from one server to three.
func BenchmarkNotice(b *testing.B) {
	s := natstest.Start(b)
	const receivers = 3
	var all sync.WaitGroup
	for range receivers {
		bus, err := nats.Open(s.ClientURL(), "bench", silent)
		if err != nil {
			b.Fatal(err)
		}
		defer bus.Close()
		bus.Subscribe(func(n play.Notice) {
			if n.Summary.ID != "" {
				all.Done()
			}
		})
	}
	bus, err := nats.Open(s.ClientURL(), "bench", silent)
	if err != nil {
		b.Fatal(err)
	}
	defer bus.Close()
	sitter := play.Sitter{Player: "abcdefghijklmnopqrstuvwxyz", Name: "Somebody"}
	n := play.Notice{Origin: "abcdefghijklmnopqrstuvwxyz", Summary: play.Summary{
		ID: "abcdefghijklmnopqrstuvwxyz", Seq: 17, Host: sitter.Player, Sitters: []play.Sitter{sitter, sitter}, Terms: play.Terms{Game: "quixo", Spectators: true, Chat: true},
	}}
	for b.Loop() {
		all.Add(receivers)
		bus.Publish(n)
		all.Wait()
	}
}
