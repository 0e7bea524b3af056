package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"plateau/internal/play"
)

// loaded are the server's settings after a command line, an environment and a
// file.
func loaded(t *testing.T, args []string, environment map[string]string, file string) (*serveSettings, error) {
	t.Helper()
	s := new(app).newServeSettings()
	cmd := &cobra.Command{Use: "serve"}
	cmd.SetFlagErrorFunc(flagError)
	s.addFlags(cmd)
	if file != "" {
		path := filepath.Join(t.TempDir(), "plateau.conf")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", path)
	}
	if err := cmd.ParseFlags(args); err != nil {
		return s, flagError(cmd, err)
	}
	return s, s.load(func(name string) string { return environment[name] })
}

// What is nearer to whoever started the program counts more.
func TestOrderOfSettings(t *testing.T) {
	file := "# the club's server\n\nlisten = :1\nlog = \"json\"\nlog-level=warn\nonline = false\n"
	environment := map[string]string{"PLATEAU_LISTEN": ":2", "PLATEAU_LOG_LEVEL": "error", "PLATEAU_OPEN": "true"}
	s, err := loaded(t, []string{"--listen", ":3", "--no-open"}, environment, file)
	if err != nil {
		t.Fatal(err)
	}
	if s.listen != ":3" || s.logLevel != "error" || s.log != jsonLog || s.online || s.open || !s.limits {
		t.Errorf("the settings are %+v", s)
	}
	for name, want := range map[string]bool{"listen": true, "log": true, "open": true, "limits": false, "url": false} {
		if s.given[name] != want {
			t.Errorf("%s was given: %v", name, !want)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	for _, c := range []struct {
		name        string
		args        []string
		environment map[string]string
		file        string
		want        string
	}{
		{"flag", []string{"--listen", "nowhere"}, nil, "", "--listen nowhere: an address is HOST:PORT, such as :8080 or localhost:9000"},
		{"variable", nil, map[string]string{"PLATEAU_LISTEN": "nowhere"}, "", "PLATEAU_LISTEN=nowhere: an address is HOST:PORT"},
		{"line", nil, nil, "\nlisten = nowhere", "plateau.conf:2: listen = nowhere: an address is HOST:PORT"},
		{"unknown name", nil, nil, "# one\nLisen = :8080", `plateau.conf:2: there is no setting "Lisen"; did you mean listen?`},
		{"nearly another", nil, nil, "loglevel = info", `there is no setting "loglevel"; did you mean log-level?`},
		{"no value", nil, nil, "online", "plateau.conf:1: a setting has a value"},
		{"twice", nil, nil, "log = text\nlog = json", "plateau.conf:2: log is set for the second time"},
		{"file in a file", nil, nil, "config = other", "there is no setting"},
		{"choice", nil, nil, "log = xml", "log = xml: choose text or json"},
		{"level", []string{"--log-level", "loud"}, nil, "", "--log-level loud: choose debug, info, warn or error"},
		{"switch", nil, map[string]string{"PLATEAU_ONLINE": "perhaps"}, "", "PLATEAU_ONLINE=perhaps: choose true or false"},
		{"off switch", []string{"--no-open=perhaps"}, nil, "", "--no-open perhaps: choose true or false"},
		{"path in the public address", []string{"--url", "https://club.test/games"}, nil, "", "--url https://club.test/games: a public address is a scheme and a host"},
		{"no scheme", []string{"--url", "club.test"}, nil, "", "a public address is a scheme and a host"},
		{"missing file", []string{"--config", "there/is/none"}, nil, "", "the settings cannot be read: open there/is/none"},
		{"missing file in a variable", nil, map[string]string{"PLATEAU_CONFIG": "there/is/none"}, "", "the settings cannot be read"},
	} {
		_, err := loaded(t, c.args, c.environment, c.file)
		if _, usage := err.(usageError); !usage || !strings.Contains(err.Error(), c.want) { //nolint:errorlint // It must not be wrapped.
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestValuesOfSettings(t *testing.T) {
	s, err := loaded(t, []string{"--url", "https://club.test:8443/", "--metrics", ":9090"}, nil, "")
	if err != nil || s.url != "https://club.test:8443" || s.metrics != "localhost:9090" {
		t.Errorf("%v: url %s, metrics %s", err, s.url, s.metrics)
	}
	if s, err = loaded(t, []string{"--metrics", "0.0.0.0:9090"}, nil, ""); err != nil || s.metrics != "0.0.0.0:9090" {
		t.Errorf("%v: metrics %s", err, s.metrics)
	}
	if s, err = loaded(t, []string{"--cert", "cert.pem"}, nil, ""); err != nil || s.check() == nil {
		t.Errorf("a certificate without a key: %v, %v", err, s.check())
	}
}

// Ids of tables are keys to them.
func TestLogShortensTables(t *testing.T) {
	for kind, want := range map[string]string{textLog: "table=jqh2jq… seq=3", jsonLog: `"table":"jqh2jq…","seq":3`} {
		s := new(app).newServeSettings()
		s.log = kind
		var log strings.Builder
		s.logger(&log).Error("broken", "table", play.TableID("jqh2jqqjycdyjlrj3f53s5heg3mba77w"), "seq", 3)
		if text := log.String(); !strings.Contains(text, want) {
			t.Errorf("the log says %s", text)
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

// hosting documents the settings between two marks.
const (
	hosting    = "../../docs/hosting.md"
	tableBegin = "<!-- settings -->\n"
	tableEnd   = "<!-- end of settings -->\n"
)

func TestDocumentedSettings(t *testing.T) {
	s, err := loaded(t, nil, nil, "")
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
		t.Fatalf("%s has no place for the settings", hosting)
	}
	if written == s.table() {
		return
	}
	if flag.Lookup("update").Value.String() != "true" {
		t.Fatalf("%s documents other settings than there are; -update writes them anew", hosting)
	}
	if err := os.WriteFile(hosting, []byte(before+tableBegin+s.table()+tableEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
