package server

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/games"
	"plateau/games/full"
	"plateau/internal/knowledge"
	"plateau/internal/play"
)

func TestURLs(t *testing.T) {
	network := []net.IP{net.IPv4(192, 168, 1, 20)}
	for _, c := range []struct {
		ip   net.IP
		port int
		want []string
	}{
		{net.IPv6unspecified, 8080, []string{"http://localhost:8080/", "http://192.168.1.20:8080/"}},
		{net.IPv4zero, 80, []string{"http://localhost/", "http://192.168.1.20/"}},
		{net.IPv4(127, 0, 0, 1), 9000, []string{"http://localhost:9000/"}},
		{net.IPv4(192, 168, 1, 20), 9000, []string{"http://192.168.1.20:9000/"}},
		{net.ParseIP("fd00::1"), 9000, []string{"http://[fd00::1]:9000/"}},
	} {
		if got := urls("http", &net.TCPAddr{IP: c.ip, Port: c.port}, network); !slices.Equal(got, c.want) {
			t.Errorf("%v port %d: %q, want %q", c.ip, c.port, got, c.want)
		}
	}
}

// The id of a table is a secret link.
func TestLogShortensTables(t *testing.T) {
	for asJSON, want := range map[bool]string{false: "table=jqh2jq… seq=3", true: `"table":"jqh2jq…","seq":3`} {
		var log strings.Builder
		NewLog(&log, slog.LevelInfo, asJSON).Error("broken", "table", play.TableID("jqh2jqqjycdyjlrj3f53s5heg3mba77w"), "seq", 3)
		if text := log.String(); !strings.Contains(text, want) {
			t.Errorf("the log has %s", text)
		}
	}
}

// A server that cannot be opened leaves nothing open.
func TestFailedOpenReleasesEverything(t *testing.T) {
	config := Config{
		Network: Network{Listen: "localhost:0"}, Store: Store{Data: t.TempDir()}, Metrics: "203.0.113.7:9090", Log: slog.New(slog.DiscardHandler),
		Program: Program{Games: games.All(), Knowledge: knowledge.New(knowledge.Config{Games: games.All()})},
	}
	if _, err := Open(t.Context(), config); err == nil {
		t.Fatal("it listens at the address of another machine")
	}
	config.Metrics = ""
	s, err := Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A tablebase that calls every position drawn shows where values come from: the
// search would find wins.
func TestTablebasesAreServed(t *testing.T) {
	solver := quixosolver.NewSmallSolver(4)
	folder := t.TempDir()
	contents := exact.Bytes(bytes.Repeat([]byte{byte(game.Draw)}, int(solver.Size(0))))
	if err := tablebase.In(folder, solver.Game(), solver.Layers()).Write(0, contents); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Config{
		Network: Network{Listen: "localhost:0"}, Log: slog.New(slog.DiscardHandler),
		Program: Program{Games: full.All(), Knowledge: knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data, Folder: folder})},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(s.Solved) != 1 || s.Solved[0].ID() != "quixo4" {
		t.Errorf("solved are %v", s.Solved)
	}
	for path, want := range map[string]string{
		"/api/v1/tablebases": `{"games":["quixo4"]}`,
		"/api/v1/values?game=quixo4&position=XXX1/4/4/OO2%20O": `"worth":{"outcome":"draw",`,
	} {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
	}
}
