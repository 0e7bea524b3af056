package config_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"plateau/internal/config"
)

// clubSettings are some of each kind.
type clubSettings struct {
	config.Settings
	listen, log, logLevel string
	online, open, limits  bool
}

// load gives the settings after a command line, an environment and a file.
func load(t *testing.T, args []string, environment map[string]string, file string) (*clubSettings, error) {
	t.Helper()
	s := &clubSettings{listen: ":8080", log: "text", online: true, open: true, limits: true}
	colon := func(text string) (string, error) {
		if !strings.Contains(text, ":") {
			return "", config.ValueError("an address is HOST:PORT")
		}
		return text, nil
	}
	s.List = []config.Setting{
		{Name: "listen", Value: config.Text(&s.listen, colon), Usage: "listen at `ADDRESS`"},
		{Name: "log", Value: config.Choice(&s.log, "FORMAT", "text", "json"), Usage: "log as text or json"},
		{Name: "log-level", Value: config.Choice(&s.logLevel, "LEVEL", "debug", "info", "warn", "error"), Usage: "log from this level on", Default: "info; warn on a terminal"},
		{Name: "online", Value: config.Switch(&s.online), Usage: "let people play", Off: "serve only the pages"},
		{Name: "open", Value: config.Switch(&s.open), Usage: "open the browser", Off: "do not open the browser"},
		{Name: "limits", Value: config.Switch(&s.limits), Usage: "limit requests"},
	}
	flags := pflag.NewFlagSet("club", pflag.ContinueOnError)
	s.AddFlags(flags)
	if file != "" {
		path := filepath.Join(t.TempDir(), "plateau.conf")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", path)
	}
	if err := flags.Parse(args); err != nil {
		return s, config.FlagError(err)
	}
	return s, s.Load(func(name string) string { return environment[name] })
}

func TestPrecedence(t *testing.T) {
	file := "# the club's server\n\nlisten = :1\nlog = \"json\"\nlog-level=warn\nonline = false\n"
	environment := map[string]string{"PLATEAU_LISTEN": ":2", "PLATEAU_LOG_LEVEL": "error", "PLATEAU_OPEN": "true"}
	s, err := load(t, []string{"--listen", ":3", "--no-open"}, environment, file)
	if err != nil {
		t.Fatal(err)
	}
	if s.listen != ":3" || s.logLevel != "error" || s.log != "json" || s.online || s.open || !s.limits {
		t.Errorf("the settings are %+v", s)
	}
	for name, want := range map[string]bool{"listen": true, "log": true, "open": true, "limits": false} {
		if s.IsSet(name) != want {
			t.Errorf("%s is set: %v", name, !want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name        string
		args        []string
		environment map[string]string
		file        string
		want        string
	}{
		{"flag", []string{"--listen", "nowhere"}, nil, "", "--listen nowhere: an address is HOST:PORT"},
		{"unknown flag", []string{"--liste", "nowhere"}, nil, "", "unknown flag: --liste"},
		{"variable", nil, map[string]string{"PLATEAU_LISTEN": "nowhere"}, "", "PLATEAU_LISTEN=nowhere: an address is HOST:PORT"},
		{"line", nil, nil, "\nlisten = nowhere", "plateau.conf:2: listen = nowhere: an address is HOST:PORT"},
		{"unknown name", nil, nil, "# one\nLisen = :8080", `plateau.conf:2: there is no setting "Lisen"; did you mean listen?`},
		{"other case", nil, nil, "Listen = :8080", `plateau.conf:1: there is no setting "Listen"; did you mean listen?`},
		{"nearly another", nil, nil, "loglevel = info", `there is no setting "loglevel"; did you mean log-level?`},
		{"no value", nil, nil, "online", "plateau.conf:1: a setting needs a value"},
		{"twice", nil, nil, "log = text\nlog = json", "plateau.conf:2: log is set twice"},
		{"file in a file", nil, nil, "config = other", "there is no setting"},
		{"choice", nil, nil, "log = xml", "log = xml: choose text or json"},
		{"level", []string{"--log-level", "loud"}, nil, "", "--log-level loud: choose debug, info, warn or error"},
		{"switch", nil, map[string]string{"PLATEAU_ONLINE": "perhaps"}, "", "PLATEAU_ONLINE=perhaps: choose true or false"},
		{"off switch", []string{"--no-open=perhaps"}, nil, "", "--no-open perhaps: choose true or false"},
		{"missing file", []string{"--config", "there/is/none"}, nil, "", "cannot read the settings: open there/is/none"},
		{"missing file in a variable", nil, map[string]string{"PLATEAU_CONFIG": "there/is/none"}, "", "cannot read the settings"},
	} {
		if _, err := load(t, c.args, c.environment, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestCheckEnvironment(t *testing.T) {
	for _, c := range []struct{ environment, want string }{
		{"PLATEAU_ADMISSION=members", ""},
		{"PLATEAU_ADMISION=members", "there is no setting PLATEAU_ADMISION; did you mean PLATEAU_ADMISSION?"},
		{"PLATEAU_LOG-LEVEL=debug", "did you mean PLATEAU_LOG_LEVEL?"},
		{"PLATEAU_LOGLEVEL=debug", "did you mean PLATEAU_LOG_LEVEL?"},
		{"PLATEAU_log_level=debug", "did you mean PLATEAU_LOG_LEVEL?"},
		{"PLATEAU_LOGLEVEL=", ""},
		{"PLATEAU_=1", "there is no setting PLATEAU_;"},
		{"PLATEAU_CONFIG=plateau.conf", ""},
		{"PLATEAUS=1", ""},
		{"plateau_admission=1", ""},
		{"PLATEAU_SEED=7", ""},
		{"PLATEAU_SEEDS=7", "there is no setting PLATEAU_SEEDS"},
		{"PLATEAU_SERVICE_HOST=10.0.0.1", ""},
		{"PLATEAU_PORT=tcp://10.0.0.1:8080", ""},
		{"PLATEAU_PORT_8080_TCP_ADDR=10.0.0.1", ""},
		{"PLATEAU_PORT=9000", "there is no setting PLATEAU_PORT;"},
	} {
		err := config.CheckEnvironment([]string{"HOME=/root", c.environment}, "admission", "log-level")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.environment, err, c.want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	s, err := load(t, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `--listen ADDRESS` | `PLATEAU_LISTEN` | `:8080` | listen at ADDRESS |\n",
		"| `--log-level LEVEL` | `PLATEAU_LOG_LEVEL` | info; warn on a terminal | log from this level on |\n",
		"| `--online`, `--no-online` | `PLATEAU_ONLINE` | `true` | let people play |\n",
		"| `--limits` | `PLATEAU_LIMITS` | `true` | limit requests |\n",
	} {
		if !strings.Contains(s.Markdown(), want) {
			t.Errorf("no %q in\n%s", want, s.Markdown())
		}
	}
}

// FuzzFile reads what people may write into a file of settings. What is refused
// names its line; what is accepted is the same in quotes.
func FuzzFile(f *testing.F) {
	f.Add("# the club's server\n\nlisten = :1\nlog = \"json\"\nlog-level=warn\nonline = false\n")
	f.Add("listen")
	f.Fuzz(func(t *testing.T, file string) {
		if file == "" {
			return
		}
		s, err := load(t, nil, nil, file)
		if err != nil {
			if !strings.Contains(err.Error(), "plateau.conf:") {
				t.Errorf("%q is refused without its line: %v", file, err)
			}
			return
		}
		again, err := load(t, nil, nil, "listen = "+strconv.Quote(s.listen)+"\nlog = "+strconv.Quote(s.log)+"\n")
		if err != nil || again.listen != s.listen || again.log != s.log {
			t.Errorf("%q becomes %+v, and then %+v, %v", file, s, again, err)
		}
	})
}
