package serve

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"plateau/internal/cli/env"
	"plateau/internal/play"
)

// update is also the flag of the scripts of the whole program.
var update = flag.Bool("update", false, "rewrite the settings in the manual")

func newSettings() *settings { return (&app{Env: new(env.Env)}).newSettings() }

// loaded parses the flags of serve.
func loaded(t *testing.T, args ...string) (*settings, error) {
	t.Helper()
	s := newSettings()
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	s.AddFlags(flags)
	if err := flags.Parse(args); err != nil {
		return s, env.FlagError(nil, err)
	}
	return s, s.Load(func(string) string { return "" })
}

func TestValuesOfSettings(t *testing.T) {
	s, err := loaded(t, "--url", "https://club.test:8443/", "--metrics", ":9090")
	if err != nil || s.server.URL != "https://club.test:8443" || s.server.Metrics != "localhost:9090" {
		t.Errorf("%v: url %s, metrics %s", err, s.server.URL, s.server.Metrics)
	}
	if s, err = loaded(t, "--metrics", "0.0.0.0:9090"); err != nil || s.server.Metrics != "0.0.0.0:9090" {
		t.Errorf("%v: metrics %s", err, s.server.Metrics)
	}
	if s, err = loaded(t, "--cert", "cert.pem"); err != nil || s.finish() == nil {
		t.Errorf("a certificate without a key: %v, %v", err, s.finish())
	}
	for _, c := range []struct{ flag, value, want string }{
		{"--listen", "nowhere", "--listen nowhere: an address is HOST:PORT, such as :8080 or localhost:9000, or unix:PATH"},
		{"--url", "https://club.test/games", "--url https://club.test/games: a public address is a scheme and a host"},
		{"--backup-count", "0", "--backup-count 0: choose a number from 1 on"},
		{"--listen", "unix:", "an address is HOST:PORT"},
		{"--trusted-proxies", "10.0.0.0/8,here", "--trusted-proxies 10.0.0.0/8,here: networks are written as 10.0.0.0/8"},
		{"--url", "club.test", "a public address is a scheme and a host"},
		{"--log-level", "loud", "--log-level loud: choose debug, info, warn or error"},
		{"--log", "xml", "--log xml: choose text or json"},
	} {
		_, err := loaded(t, c.flag, c.value)
		if _, usage := err.(env.UsageError); !usage || !strings.Contains(err.Error(), c.want) { //nolint:errorlint // It must not be wrapped.
			t.Errorf("%s %s: %v, want %s", c.flag, c.value, err, c.want)
		}
	}
}

func TestDesktop(t *testing.T) {
	for _, c := range []struct {
		goos        string
		environment map[string]string
		want        bool
	}{
		{"linux", nil, false},
		{"linux", map[string]string{"DISPLAY": ":0"}, true},
		{"linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{"linux", map[string]string{"DISPLAY": ":10", "SSH_CONNECTION": "192.0.2.7 1 192.0.2.8 22"}, false},
		{"darwin", nil, true},
		{"windows", nil, true},
		{"darwin", map[string]string{"SSH_CONNECTION": "192.0.2.7 1 192.0.2.8 22"}, false},
	} {
		if got := onDesktop(c.goos, func(name string) string { return c.environment[name] }); got != c.want {
			t.Errorf("%s with %v: %v", c.goos, c.environment, got)
		}
	}
}

// hosting.md documents the settings between two markers.
const (
	hosting    = "../../../docs/hosting.md"
	tableBegin = "<!-- settings -->\n"
	tableEnd   = "<!-- end of settings -->\n"
)

func TestDocumentedSettings(t *testing.T) {
	s, err := loaded(t)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(hosting)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(text), tableBegin)
	written, after, ended := strings.Cut(rest, tableEnd)
	if !begun || !ended {
		t.Fatalf("%s has no markers for the settings", hosting)
	}
	if written == s.Markdown() {
		return
	}
	if !*update {
		t.Fatalf("%s does not document the settings as they are; -update rewrites it", hosting)
	}
	if err := os.WriteFile(hosting, []byte(before+tableBegin+s.Markdown()+tableEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Where everybody may come in, players found clubs; elsewhere only if the operator says so.
func TestWhoFoundsClubs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		admission play.Admission
		clubs     string
		want      bool
	}{
		{"open", "", true}, {"invited", "", false}, {"members", "", false}, {"open", "admins", false}, {"members", "open", true},
	} {
		s := newSettings()
		s.server.Admission.Who, s.clubs = c.admission, c.clubs
		if err := s.finish(); err != nil {
			t.Fatal(err)
		}
		if got := s.server.Admission.Clubs; got != c.want {
			t.Errorf("with %+v, players found clubs: %v", c, got)
		}
	}
}
