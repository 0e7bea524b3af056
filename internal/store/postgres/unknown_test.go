//go:build unix

package postgres_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/store/storetest"
)

// proxy is between a store and its database, and can lose an answer.
type proxy struct {
	server string
	mu     sync.Mutex
	// pattern is in the message whose answer is lost, lost is how often that was.
	pattern string
	lost    int
}

// startProxy returns the address of the proxy of a database.
func startProxy(t *testing.T, address string) (p *proxy, through string) {
	t.Helper()
	_, folder, _ := strings.Cut(address, "host=")
	folder, _, _ = strings.Cut(folder, "&")
	decoded, err := url.QueryUnescape(folder)
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.MkdirTemp("", "pgproxy") //nolint:usetesting // The names of sockets are short.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(own) })
	const name = ".s.PGSQL.5432"
	p = &proxy{server: filepath.Join(decoded, name)}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(own, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	return p, strings.Replace(address, "host="+folder, "host="+url.QueryEscape(own), 1)
}

// lose loses the answer to the next message with a text, and then the connection.
func (p *proxy) lose(pattern string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pattern = pattern
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := (&net.Dialer{}).DialContext(context.Background(), "unix", p.server)
	if err != nil {
		return
	}
	defer server.Close()
	losing := make(chan struct{})
	go func() {
		defer server.Close()
		p.forward(server, client, losing)
	}()
	buffer := make([]byte, 1<<16)
	for {
		n, err := server.Read(buffer)
		select {
		case <-losing:
			return // The server has answered: it is committed.
		default:
		}
		if err != nil {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// forward forwards what the client sends, and notes when an answer is to be lost.
func (p *proxy) forward(server io.Writer, client io.Reader, losing chan struct{}) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		if p.pattern != "" && bytes.Contains(buffer[:n], []byte(p.pattern)) {
			p.pattern = ""
			p.lost++
			close(losing)
		}
		p.mu.Unlock()
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// TestUnknownOutcome loses the answers to commits that have happened. They are
// acknowledged all the same, and happen once.
func TestUnknownOutcome(t *testing.T) {
	p, address := startProxy(t, pgtest.Shared(t).Schema(t))
	s := open(t, address, "")
	defer s.Close()
	table := opened(t, s.Store, "t")
	say := func(request, text string) *play.Decision {
		t.Helper()
		return table.Decide(t, "ann", request, play.Say{Channel: play.ToTable, Text: text})
	}
	appends := func(d *play.Decision, others ...play.Batch) {
		t.Helper()
		if err := s.Append(t.Context(), append([]play.Batch{play.BatchOf(d)}, others...)...); err != nil {
			t.Fatal(err)
		}
		table.Keep(d)
	}
	appends(say("", "The statement is prepared now."))
	p.lose("lost answer")
	appends(say("", "lost answer"))
	p.lose("lost answer with a request")
	appends(say("r", "lost answer with a request"))
	other := storetest.NewTable(1, time.Now())
	p.lose("commit")
	appends(say("", "two tables"), play.BatchOf(other.Decide(t, "ann", "", opening("u"))))
	if p.lost != 3 {
		t.Errorf("%d answers were lost", p.lost)
	}
	events, err := s.Events(t.Context(), "t", 0, 99)
	if err != nil || uint64(len(events)) != table.Now.Seq {
		t.Errorf("there are %d events, %v; acknowledged were %d", len(events), err, table.Now.Seq)
	}
	// Somebody else's event in the same place is a conflict still.
	stale := say("", "stale")
	p.lose("newer")
	appends(say("", "newer"))
	if err := s.Append(t.Context(), play.BatchOf(stale)); err != play.ErrConflict { //nolint:errorlint // Nothing wraps it.
		t.Errorf("a stale decision: %v", err)
	}
}
