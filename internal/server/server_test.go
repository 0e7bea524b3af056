package server

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

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
		Listen: "localhost:0", Data: t.TempDir(), Metrics: "203.0.113.7:9090", Log: slog.New(slog.DiscardHandler),
		OpenValues: func() (http.Handler, error) { return http.NotFoundHandler(), nil },
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
