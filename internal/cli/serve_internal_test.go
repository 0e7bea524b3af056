package cli

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/httpapi/online"
)

func TestAddresses(t *testing.T) {
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
		if got := addresses("http", &net.TCPAddr{IP: c.ip, Port: c.port}, network); !slices.Equal(got, c.want) {
			t.Errorf("%v port %d: %q, want %q", c.ip, c.port, got, c.want)
		}
	}
}

// A table that calls every position drawn shows by whom values were told: the
// search would find wins.
func TestServedTables(t *testing.T) {
	q := quixosolver.NewSmallSolver(4)
	dir := t.TempDir()
	contents := exact.Bytes(bytes.Repeat([]byte{byte(game.Draw)}, int(q.Size(0))))
	if err := tablebase.In(dir, q.Game(), q.Layers()).Write(0, contents); err != nil {
		t.Fatal(err)
	}
	a := &app{games: full.All().Games(), catalogue: full.All(), data: full.Data, tablebases: dir}
	solved, err := a.solvedGames()
	if err != nil || len(solved) != 1 || solved[0].ID() != "quixo4" {
		t.Fatalf("solved are %v, %v", solved, err)
	}
	api := online.New(online.Config{Tablebases: a.tablebasesFor(solved), Now: time.Now})
	for path, want := range map[string]string{
		"/api/v1/tablebases": `{"games":["quixo4"]}`,
		"/api/v1/values?game=quixo4&position=XXX1/4/4/OO2%20O": `"worth":{"outcome":"draw",`,
	} {
		w := httptest.NewRecorder()
		api.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
	}
}
