//go:build unix

package cluster_test

import (
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// A link delivers, loses and refuses what it should.
func TestLinks(t *testing.T) {
	t.Parallel()
	l := newLink(t, "echo", "127.0.0.1", serve(t, func(conn net.Conn) { _, _ = io.Copy(conn, conn) }))
	var conn net.Conn
	connect := func() {
		t.Helper()
		var err error
		if conn, err = dialLink(t, l); err != nil {
			t.Fatal(err)
		}
	}
	answers := func(text string) bool {
		if _, err := io.WriteString(conn, text); err != nil {
			return false
		}
		got := make([]byte, len(text))
		_, err := io.ReadFull(conn, got)
		return err == nil && string(got) == text
	}
	connect()
	l.delay(2*time.Millisecond, time.Millisecond)
	if !answers("late") {
		t.Error("what is delayed is lost")
	}
	l.silence()
	if _, err := io.WriteString(conn, "lost"); err != nil {
		t.Errorf("a silent link is not open: %v", err)
	}
	if err := l.mend(); err != nil {
		t.Fatal(err)
	}
	connect()
	if !answers("found") {
		t.Error("a link that was silent does not deliver")
	}
	l.cut()
	if answers("cut off") {
		t.Error("a link that is cut delivers")
	}
	if conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.address()); err == nil {
		conn.Close()
		t.Error("a link that is cut takes connections")
	}
	if err := l.mend(); err != nil {
		t.Fatal(err)
	}
	connect()
	if !answers("again") {
		t.Error("a link that was mended does not deliver")
	}
}

// Connections that end while their link is disturbed, with much still to be delivered, do
// no harm.
func TestLinksWhileConnectionsEnd(t *testing.T) {
	t.Parallel()
	l := newLink(t, "flood", "127.0.0.1", serve(t, func(conn net.Conn) {
		for {
			if _, err := conn.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				conn, err := dialLink(t, l)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = conn.Read(make([]byte, 1))
				conn.Close()
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		all.Wait()
		close(ended)
	}()
	for {
		l.delay(time.Millisecond, 0)
		if err := l.mend(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
			return
		default:
		}
	}
}

// serve accepts connections until the test ends.
func serve(t *testing.T, handle func(net.Conn)) (address string) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				handle(conn)
			}()
		}
	}()
	return listener.Addr().String()
}

func dialLink(t *testing.T, l *link) (net.Conn, error) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.address())
	if err == nil {
		t.Cleanup(func() { conn.Close() })
	}
	return conn, err
}
