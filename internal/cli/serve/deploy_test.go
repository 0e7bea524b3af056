package serve

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"plateau/internal/config"
)

// deployed reads a file of the examples for several servers.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// acceptsSettings checks a command and its environment as the program would.
func acceptsSettings(t *testing.T, command []string, environment map[string]string) {
	t.Helper()
	if len(command) == 0 || command[0] != "serve" {
		t.Fatalf("the command is %q", command)
	}
	s := newSettings()
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	s.AddFlags(flags)
	if err := flags.Parse(command[1:]); err != nil {
		t.Fatal(err)
	}
	if err := s.Load(func(name string) string { return environment[name] }); err != nil {
		t.Error(err)
	}
	if err := s.finish(); err != nil {
		t.Error(err)
	}
	for name := range environment {
		if !slices.ContainsFunc(s.List, func(one config.Setting) bool { return config.Variable(one.Name) == name }) {
			t.Errorf("%s is no setting", name)
		}
	}
	if s.server.Database == "" || s.server.NATS == "" || s.server.URL == "" || s.data == "" {
		t.Errorf("several servers need a database, NATS, a public address and a data folder each: %+v", s)
	}
}

func TestUnitOfOneOfSeveralServers(t *testing.T) {
	environment := make(map[string]string)
	for line := range strings.Lines(deployed(t, "plateau.env")) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found && !strings.HasPrefix(line, "#") {
			environment[name] = value
		}
	}
	unit := deployed(t, "plateau.service")
	found := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/plateau (.*)$`).FindStringSubmatch(unit)
	if found == nil {
		t.Fatal("the unit does not start the program")
	}
	acceptsSettings(t, strings.Fields(found[1]), environment)
}

// The unit and the settings of the packages are accepted, and the manual shows that unit.
func TestUnitOfThePackages(t *testing.T) {
	unit := deployed(t, "package/plateau.service")
	manual, err := os.ReadFile("../../../docs/hosting.md")
	if err != nil || !strings.Contains(string(manual), "```ini\n"+unit+"```\n") {
		t.Errorf("docs/hosting.md shows another unit: %v", err)
	}
	found := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/plateau serve --config /etc/plateau.conf$`).FindString(unit)
	if found == "" {
		t.Error("the unit does not start the program")
	}
	// What the file suggests is right, too.
	commented := regexp.MustCompile(`(?m)^#(listen|url|acme|backups) =`).ReplaceAllString(deployed(t, "package/plateau.conf"), "$1 =")
	for _, text := range []string{
		deployed(t, "package/plateau.conf"), strings.Replace(commented, "listen = :8080\n", "", 1),
	} {
		file := filepath.Join(t.TempDir(), "plateau.conf")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := loaded(t, "--config", file)
		if err != nil || s.data != "/var/lib/plateau" {
			t.Errorf("%v, and the data is in %q", err, s.data)
		}
	}
}

// Both units start the program again until it runs, unless its settings are wrong, and
// let it do nothing else. They differ only in whose program and whose files these are.
func TestUnitsAgree(t *testing.T) {
	differ := []string{
		"Documentation", "EnvironmentFile", "ExecStart", "DynamicUser", "User", "Group", "StateDirectoryMode", "RuntimeDirectory",
	}
	lines := func(name string) (list []string) {
		for line := range strings.Lines(deployed(t, name)) {
			line = strings.TrimSpace(line)
			if key, _, _ := strings.Cut(line, "="); line != "" && line[0] != '#' && !slices.Contains(differ, key) {
				list = append(list, line)
			}
		}
		return list
	}
	one, other := lines("plateau.service"), lines("package/plateau.service")
	if !slices.Equal(one, other) {
		t.Errorf("plateau.service has\n%s\nand that of the packages\n%s", strings.Join(one, "\n"), strings.Join(other, "\n"))
	}
	for _, want := range []string{"StartLimitIntervalSec=0", "Restart=always", "RestartPreventExitStatus=2"} {
		if !slices.Contains(one, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// composed is what is read of a compose file.
type composed struct {
	Services map[string]struct {
		Image, Build, Command string
		Environment           map[string]string
		Volumes               []string
		DependsOn             map[string]any `yaml:"depends_on"`
	}
	Volumes map[string]any
}

func TestComposeFile(t *testing.T) {
	filled := strings.NewReplacer("${SITE}", "games.example.org", "${POSTGRES_PASSWORD}", "secret").Replace(deployed(t, "compose.yaml"))
	var c composed
	if err := yaml.Unmarshal([]byte(filled), &c); err != nil {
		t.Fatal(err)
	}
	database := c.Services["postgres"].Environment
	stored, folders := "postgres://"+database["POSTGRES_USER"]+":secret@postgres:5432/"+database["POSTGRES_DB"], make(map[string]bool)
	balancer := deployed(t, "Caddyfile")
	for _, name := range []string{"plateau-1", "plateau-2", "plateau-3"} {
		server := c.Services[name]
		acceptsSettings(t, strings.Fields(server.Command), server.Environment)
		if server.Environment["PLATEAU_DATABASE"] != stored {
			t.Errorf("%s uses %s, and there is %s", name, server.Environment["PLATEAU_DATABASE"], stored)
		}
		if !strings.Contains(balancer, name+":8080") {
			t.Errorf("the load balancer does not know %s", name)
		}
		for _, volume := range server.Volumes {
			folders[volume] = true
		}
	}
	if len(folders) != 3 {
		t.Errorf("the data folders of three servers are %v", folders)
	}
	for name, service := range c.Services {
		if (service.Image == "") == (service.Build == "") {
			t.Errorf("%s has the image %q and is built in %q", name, service.Image, service.Build)
		}
		for other := range service.DependsOn {
			if _, there := c.Services[other]; !there {
				t.Errorf("%s depends on %s, which is not there", name, other)
			}
		}
		for _, volume := range service.Volumes {
			source, _, mounted := strings.Cut(volume, ":")
			switch _, named := c.Volumes[source]; {
			case !mounted || named:
			case strings.HasPrefix(source, "./"):
				deployed(t, source)
			default:
				t.Errorf("%s uses the volume %s, which is not there", name, source)
			}
		}
	}
}
