package load

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
)

// Scripts are whole games.
func TestScriptsEndWithTheirGames(t *testing.T) {
	t.Parallel()
	for _, s := range randomScripts(games.All().Games(), rand.New(rand.NewPCG(1, 0))) {
		g, err := games.All().Games().Find(s.game)
		if err != nil {
			t.Fatal(err)
		}
		m := game.MatchFrom(g.Start(0), nil)
		for _, move := range s.moves {
			if err := m.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if !m.Verdict().Outcome.Over() {
			t.Errorf("%s continues after %v", s.game, s.moves)
		}
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	var l latencies
	for i := range 101 {
		l.add(time.Duration(100-i) * time.Millisecond)
	}
	want := Spread{Count: 101, P50: 50, P90: 90, P99: 99, Max: 100}
	if got := l.spread(); got != want {
		t.Errorf("%+v", got)
	}
	if (&latencies{}).spread() != (Spread{}) {
		t.Error("of nothing there is a spread")
	}
}

// The load reads what a real server writes: heads, lengths, chunks and lines
// that are longer than its buffer.
func TestWire(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3*wireBuffer)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/good":
			fmt.Fprint(w, long[:100])
		case "/api/v1/nothing":
			w.WriteHeader(http.StatusNoContent)
		case "/api/v1/bad":
			w.WriteHeader(http.StatusConflict)
			fmt.Fprint(w, "because "+r.Header.Get("Authorization"))
		case "/api/v1/events":
			fmt.Fprintf(w, "retry: 1000\n\nevent: table\nid: 4\ndata: %s\n\n", long)
			_ = http.NewResponseController(w).Flush()
			fmt.Fprint(w, "event: beat\ndata: {\"nonce\":17,\"seq\":4}\n\n")
			_ = http.NewResponseController(w).Flush()
			fmt.Fprintf(w, "event: table\nid: 5\ndata: {}\n\n")
		}
	}))
	defer server.Close()
	address := server.Listener.Addr().String()
	conn, err := dial(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.close()
	for _, path := range []string{"/good", "/nothing", "/good"} {
		if err := conn.ask(post("token", path, "{}")); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := conn.ask(post("token", "/bad", "{}")); err == nil || !strings.HasSuffix(err.Error(), "409: because Bearer token") {
		t.Error(err)
	}
	var messages []message
	_ = conn.follow(get("", "/events"), func(m message) {
		if messages = append(messages, m); len(messages) == 3 {
			conn.close()
		}
	})
	if fmt.Sprint(messages) != "[{4 } {0 17} {5 }]" {
		t.Errorf("got %v", messages)
	}
}
