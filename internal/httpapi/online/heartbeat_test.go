package online_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plateau/internal/play"
)

// wire is the network as a stream sees it.
type wire struct {
	mu      sync.Mutex
	header  http.Header
	text    strings.Builder
	dead    bool
	limited bool
	ended   chan struct{}
}

func (w *wire) Header() http.Header             { return w.header }
func (w *wire) WriteHeader(int)                 {}
func (w *wire) FlushError() error               { return nil }
func (w *wire) SetReadDeadline(time.Time) error { return nil }

func (w *wire) SetWriteDeadline(at time.Time) error {
	w.limited = time.Until(at) > 0 && time.Until(at) < time.Minute
	return nil
}

var errSlow = errors.New("the client does not read")

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dead || !w.limited {
		return 0, errSlow
	}
	return w.text.Write(b)
}

// take waits until nothing more happens and returns what was written since the
// last call.
func (w *wire) take() string {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.text.String()
	w.text.Reset()
	return text
}

func (w *wire) isOver() bool {
	synctest.Wait()
	select {
	case <-w.ended:
		return true
	default:
		return false
	}
}

// connect opens a stream without a network, in the fake time of synctest.
func (c *client) connect(path string) *wire {
	c.Helper()
	w := &wire{header: make(http.Header), ended: make(chan struct{})}
	r := httptest.NewRequestWithContext(c.Context(), http.MethodGet, "/api/v1"+path, nil)
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	go func() {
		defer close(w.ended)
		c.handler.ServeHTTP(w, r)
	}()
	return w
}

// Streams send heartbeats, and end when their session does.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newQuietSite(t, nil)
		ann := s.guest("Ann")
		answer, err := s.house.Tables.Open(t.Context(), play.Player{ID: play.PlayerID(ann.id), Name: "Ann"},
			play.Terms{Game: "quixo"}, []play.Sitter{{Player: play.PlayerID(ann.id)}, {}}, "")
		if err != nil {
			t.Fatal(err)
		}
		table, lobby := ann.connect("/tables/"+string(answer.Table)+"/events"), ann.connect("/lobby/events")
		if text := table.take(); !strings.HasPrefix(text, "retry: 1000\n\nevent: table\nid: 1\ndata: {\"now\":") || strings.Count(text, "event: beat") != 1 {
			t.Errorf("the table begins with %q", text)
		}
		lobby.take()
		time.Sleep(15 * time.Second)
		if text := table.take(); strings.Count(text, "event: beat\ndata: {\"nonce\":") != 1 {
			t.Errorf("the heartbeat is %q", text)
		}
		if text := lobby.take(); text != ":\n\n" {
			t.Errorf("the lobby says %q", text)
		}
		if err := s.accounts.SignOutEverywhere(t.Context(), play.PlayerID(ann.id)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(15 * time.Second)
		if !table.isOver() || !lobby.isOver() {
			t.Error("streams of an ended session stay open")
		}
	})
}

// A client that does not read a message in time is disconnected and no longer
// present.
func TestSlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newQuietSite(t, nil)
		ann := s.guest("Ann")
		answer, err := s.house.Tables.Open(t.Context(), play.Player{ID: play.PlayerID(ann.id), Name: "Ann"},
			play.Terms{Game: "quixo"}, []play.Sitter{{Player: play.PlayerID(ann.id)}, {}}, "")
		if err != nil {
			t.Fatal(err)
		}
		slow := ann.connect("/tables/" + string(answer.Table) + "/events")
		slow.take()
		if here := s.house.Tables.Here(answer.Table); len(here) != 1 {
			t.Errorf("%v are present", here)
		}
		slow.mu.Lock()
		slow.dead = true
		slow.mu.Unlock()
		time.Sleep(15 * time.Second)
		if !slow.isOver() || len(s.house.Tables.Here(answer.Table)) != 0 {
			t.Error("a client that does not read is still present")
		}
	})
}
