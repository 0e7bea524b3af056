package httpapi_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plateau/internal/httpapi"
)

// hall is a server with limited connections, all of them from this machine.
type hall struct {
	*testing.T
	connections *httpapi.Connections
	address     string
	log         bytes.Buffer
}

func newHall(t *testing.T, total, fromAddress int, handler http.Handler, proxies ...netip.Prefix) *hall {
	t.Helper()
	h := &hall{T: t}
	h.connections = &httpapi.Connections{
		Total: total, FromAddress: fromAddress, CountLoopback: true, Proxies: proxies,
		Log: slog.New(slog.NewTextHandler(&h.log, nil)), Now: time.Now,
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.address = listener.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	server := httpapi.Server{Handler: handler, Log: slog.New(slog.DiscardHandler), Connections: h.connections}
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return h
}

// dial opens a connection and sends something.
func (h *hall) dial(text string) net.Conn {
	h.Helper()
	conn, err := (&net.Dialer{}).DialContext(h.Context(), "tcp", h.address)
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		h.Fatal(err)
	}
	return conn
}

// answerOf sends a request over a connection, and is empty if that has ended.
func answerOf(conn net.Conn, path string) string {
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return ""
	}
	answer := make([]byte, 1000)
	n, err := conn.Read(answer)
	if err != nil {
		return ""
	}
	return string(answer[:n])
}

// A flood of connections displaces itself, and neither those over which somebody
// plays nor those who come later.
func TestConnectionsDisplaceEachOther(t *testing.T) {
	for name, limits := range map[string][2]int{"in total": {10, 0}, "from an address": {0, 10}} {
		t.Run(name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.HandleFunc("/play", func(w http.ResponseWriter, r *http.Request) {
				httpapi.KeepConnection(r)
				_, _ = io.WriteString(w, "played")
			})
			mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "read") })
			h := newHall(t, limits[0], limits[1], mux)
			player := h.dial("")
			if answer := answerOf(player, "/play"); !strings.Contains(answer, "played") {
				t.Fatalf("a move is answered by %q", answer)
			}
			idle := h.dial("")
			if answer := answerOf(idle, "/"); !strings.Contains(answer, "read") {
				t.Fatalf("a request is answered by %q", answer)
			}
			for range 50 {
				h.dial("GET / HTTP/1.1\r\n") // It never ends.
			}
			// A request is answered after all connections before it were accepted.
			late := h.dial("")
			if answer := answerOf(late, "/"); !strings.Contains(answer, "read") {
				t.Errorf("somebody who comes later is answered by %q", answer)
			}
			if answer := answerOf(player, "/play"); !strings.Contains(answer, "played") {
				t.Error("the connection of a player had to make room")
			}
			if answer := answerOf(idle, "/"); answer != "" {
				t.Error("a connection without a request did not make room")
			}
			if stats := h.connections.Stats(); stats.Open > 10 || stats.Ended < 40 {
				t.Errorf("of 53 connections %d are open and %d had to make room", stats.Open, stats.Ended)
			}
		})
	}
}

// A trusted proxy speaks for many: the limit for one address is not its own.
func TestConnectionsOfProxies(t *testing.T) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "read") })
	for name, one := range map[string]struct {
		hall *hall
		want httpapi.ConnectionStats
	}{
		"anybody":         {newHall(t, 0, 2, answer, netip.MustParsePrefix("192.0.2.0/24")), httpapi.ConnectionStats{Open: 2, Ended: 3}},
		"a trusted proxy": {newHall(t, 0, 2, answer, netip.MustParsePrefix("127.0.0.0/8")), httpapi.ConnectionStats{Open: 5}},
	} {
		for range 5 {
			if text := answerOf(one.hall.dial(""), "/"); !strings.Contains(text, "read") {
				t.Fatalf("a request is answered by %q", text)
			}
		}
		if stats := one.hall.connections.Stats(); stats != one.want {
			t.Errorf("from %s: %+v", name, stats)
		}
	}
}

// A server where everybody plays has no more room, but does not refuse a new
// connection.
func TestEverybodyPlays(t *testing.T) {
	h := newHall(t, 3, 0, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpapi.KeepConnection(r)
		_, _ = io.WriteString(w, "played")
	}))
	for range 9 {
		if answer := answerOf(h.dial(""), "/"); !strings.Contains(answer, "played") {
			t.Fatalf("a move is answered by %q", answer)
		}
	}
	if stats := h.connections.Stats(); stats.Open != 3 || stats.Ended != 6 {
		t.Errorf("%+v", stats)
	}
}

// failing is a listener without files.
type failing struct{ net.Listener }

func (failing) Accept() (net.Conn, error) {
	return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
}

// A lack of files is a warning, once a minute, and reported for a while.
func TestLackOfFiles(t *testing.T) {
	var log bytes.Buffer
	var now atomic.Int64
	c := &httpapi.Connections{Log: slog.New(slog.NewTextHandler(&log, nil)), Now: func() time.Time { return time.Unix(now.Load(), 0) }}
	now.Store(1000)
	listener := c.Limit(failing{})
	if c.LackFiles() {
		t.Error("there is a lack of files before there is one")
	}
	for _, at := range []int64{1000, 1010, 1059, 1060} {
		now.Store(at)
		if _, err := listener.Accept(); err == nil {
			t.Error("a connection without a file was accepted")
		}
		if !c.LackFiles() {
			t.Error("the lack of files is not reported")
		}
	}
	if n := strings.Count(log.String(), "level=WARN msg=\"out of files"); n != 2 {
		t.Errorf("%d warnings, want 2:\n%s", n, log.String())
	}
	now.Store(1091)
	if c.LackFiles() || c.Stats().WithoutFile != 4 {
		t.Error("the lack of files is reported after it has ended")
	}
}
