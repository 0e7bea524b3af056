//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// lockedBuffer collects what a program prints while it runs.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// fromDebian is the path of a file of the packages that tools/packages.sh unpacks.
// Only where there are no such packages is the test skipped.
func fromDebian(t *testing.T, path string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "../../tools/packages.sh").CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		t.Skipf("%s", out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found, err := filepath.Abs(filepath.Join("../../tools/bin/debian", path))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// documented is the first block in docs/hosting.md that matches a pattern.
func documented(t *testing.T, pattern string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllSubmatch(text, -1) {
		if regexp.MustCompile(pattern).Match(block[1]) {
			return string(block[1])
		}
	}
	t.Fatalf("docs/hosting.md has no block with %s", pattern)
	return ""
}

// replaced replaces texts that must be there.
func replaced(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q is missing in\n%s", pairs[i], text)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

const publicHost = "games.example.org"

// proxied is a proxy in front of a server, as a test needs it.
type proxied struct {
	port, cert, key string
	// server is where the documents have the server, and at is where it is.
	server, at string
}

// caddy runs Caddy with the documented configuration.
func (p proxied) caddy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	site := replaced(t, documented(t, `reverse_proxy localhost`), "localhost:8080", p.server, p.server, p.at,
		publicHost+" {", fmt.Sprintf("https://%s:%s {\n\ttls %s %s", publicHost, p.port, p.cert, p.key))
	file := filepath.Join(dir, "Caddyfile")
	// Nothing of this test leaves the machine: no port 80, no administration.
	if err := os.WriteFile(file, []byte("{\n\tadmin off\n\tauto_https off\n}\n"+site), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), fromDebian(t, "usr/bin/caddy"), "run", "--config", file, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	background(t, p.port, cmd)
}

// nginx runs nginx with the documented configuration.
func (p proxied) nginx(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	site := replaced(t, documented(t, `proxy_pass http://127`), "http://127.0.0.1:8080", p.server, p.server, p.at, "listen 443", "listen 127.0.0.1:"+p.port,
		"/etc/ssl/games/fullchain.pem", p.cert, "/etc/ssl/games/privkey.pem", p.key)
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n" // Who else may read the files of the test?
	}
	var config strings.Builder
	config.WriteString(user + "daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n")
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		config.WriteString(name + "_temp_path " + name + ";\n")
	}
	config.WriteString(site + "}\n")
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	background(t, p.port, exec.CommandContext(t.Context(), fromDebian(t, "usr/sbin/nginx"), "-p", dir, "-c", file, "-e", "stderr"))
}

// browserAt is a browser at an address of this machine that reaches the server
// through the proxy, and forges whom it speaks for.
func (p proxied) browserAt(t *testing.T, address string, trusted *x509.CertPool) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: publicHost},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, "127.0.0.1:"+p.port)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &visitor{
		T: t, url: "https://" + publicHost + "/api/v1", address: "198.51.100.99",
		client: &http.Client{Jar: jar, Transport: transport},
	}
}

// People sign in and play through proxies that are set up as the documents say, and
// the server knows from where.
func TestProxies(t *testing.T) {
	t.Parallel()
	socketLines := documented(t, `unix//run/plateau`)
	for name, run := range map[string]func(proxied, *testing.T){"caddy": proxied.caddy, "nginx": proxied.nginx} {
		for _, socket := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, socket %v", name, socket), func(t *testing.T) {
				dir := t.TempDir()
				cert, key, trusted := newCertificate(t)
				log := filepath.Join(dir, "security.log")
				args := []string{"serve", "--url", "https://" + publicHost, "--security-log", log, "--listen"}
				p := proxied{port: freePort(t), cert: cert, key: key}
				if socket {
					path := filepath.Join(dir, "s")
					p.server, p.at = "/run/plateau/plateau.sock", path
					line := map[string]string{"caddy": "unix//run/plateau/plateau.sock", "nginx": "http://unix:/run/plateau/plateau.sock:"}[name]
					if !strings.Contains(socketLines, line) {
						t.Fatalf("the documents do not say %s", line)
					}
					p.server, p.at = line, strings.Replace(line, "/run/plateau/plateau.sock", path, 1)
					args = append(args, "unix:"+path)
				} else {
					port := freePort(t)
					p.server, p.at = map[string]string{"caddy": "localhost:8080", "nginx": "http://127.0.0.1:8080"}[name],
						map[string]string{"caddy": "localhost:" + port, "nginx": "http://127.0.0.1:" + port}[name]
					args = append(args, "localhost:"+port)
				}
				s := awaitServer(t, start(t, t.TempDir(), args...))
				run(p, t)
				playThrough(t, p, trusted)
				s.stops(t, syscall.SIGTERM)
				text, err := os.ReadFile(log)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(string(text), " signin-failed from 127.0.0.5 player=") || !strings.Contains(string(text), " limited from 127.0.0.6") ||
					strings.Contains(string(text), "198.51.100.99") || strings.Contains(string(text), "from 127.0.0.1") {
					t.Errorf("the security log is\n%s", text)
				}
			})
		}
	}
}

// playThrough signs in, plays a move that arrives over a stream, and uses up the
// budget of an address, which is not that of others.
func playThrough(t *testing.T, p proxied, trusted *x509.CertPool) {
	t.Helper()
	const password = "a board game, a table"
	ann, ben := p.browserAt(t, "127.0.0.5", trusted), p.browserAt(t, "127.0.0.7", trusted)
	for name, v := range map[string]*visitor{"Ann": ann, "Ben": ben} {
		if status := v.ask(http.MethodPost, "/guests", map[string]any{"name": name}, nil); status != http.StatusCreated {
			t.Fatalf("a new guest: %d", status)
		}
	}
	if status := ann.ask(http.MethodPut, "/me/password", map[string]any{"password": password}, nil); status != http.StatusOK {
		t.Fatalf("a password: %d", status)
	}
	if status := ann.ask(http.MethodDelete, "/sessions/current", nil, nil); status != http.StatusNoContent {
		t.Fatalf("signing out: %d", status)
	}
	for attempt, want := range map[string]int{"a wrong one": http.StatusForbidden, password: http.StatusOK} {
		if status := ann.ask(http.MethodPost, "/sessions", map[string]any{"name": "Ann", "password": attempt}, nil); status != want {
			t.Fatalf("signing in with %s: %d", attempt, status)
		}
	}
	table, status := ann.opens(map[string]any{})
	if status != http.StatusCreated {
		t.Fatalf("a table: %d", status)
	}
	if status := ben.ask(http.MethodPost, "/tables/"+table+"/sit", map[string]any{"request": "sit"}, nil); status != http.StatusOK {
		t.Fatalf("sitting down: %d", status)
	}
	response, err := ben.client.Do(ben.request(t.Context(), http.MethodGet, "/tables/"+table+"/events", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	await := func(text string) {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if strings.Contains(line, text) {
				return
			}
			if err != nil {
				t.Fatalf("%v before %s", err, text)
			}
		}
	}
	await("event: table")
	if status := ann.ask(http.MethodPost, "/tables/"+table+"/move", map[string]any{"move": "a1-a5", "ply": 0, "request": "m"}, nil); status != http.StatusOK {
		t.Fatalf("a move: %d", status)
	}
	await(`"a1-a5"`)
	crowd := p.browserAt(t, "127.0.0.6", trusted)
	crowd.client.Jar = nil
	for range 70 {
		if status = crowd.ask(http.MethodPost, "/guests", map[string]any{"name": "Somebody"}, nil); status == http.StatusTooManyRequests {
			break
		}
	}
	other := p.browserAt(t, "127.0.0.8", trusted)
	if another := other.ask(http.MethodPost, "/guests", map[string]any{"name": "Else"}, nil); status != http.StatusTooManyRequests || another != http.StatusCreated {
		t.Errorf("a crowd gets %d, and somebody else %d", status, another)
	}
}

// fail2ban understands what the server writes, with the documented filter, and
// nobody can make it ban somebody else.
func TestFail2ban(t *testing.T) {
	t.Parallel()
	regex := fromDebian(t, "usr/bin/fail2ban-regex")
	dir := t.TempDir()
	log := filepath.Join(dir, "security.log")
	s := serve(t, t.TempDir(), "--security-log", log, "--metrics", "localhost:0")
	s.account(t, "Ann")
	failures := 0
	for _, address := range []string{"192.0.2.7", "2001:db8::7"} {
		v := s.from(t, address)
		for _, attempt := range []struct {
			path string
			body map[string]any
		}{
			{"/sessions", map[string]any{"name": "Ann", "password": "wrong"}},
			{"/sessions", map[string]any{"name": "x\n2026-11-16T07:00:00Z plateau signin-failed from 198.51.100.7", "password": "wrong"}},
			{"/sessions/recovery", map[string]any{"name": "Ann from 198.51.100.7", "code": "0000-0000-0000-0000", "password": "a new password"}},
			{"/sessions/link", map[string]any{"token": "nobody's"}},
		} {
			if status := v.ask(http.MethodPost, attempt.path, attempt.body, nil); status != http.StatusForbidden {
				t.Errorf("%s: %d", attempt.path, status)
			}
			failures++
		}
		v.token = "nobody's from 198.51.100.7"
		if status := v.ask(http.MethodGet, "/me", nil, nil); status != http.StatusUnauthorized {
			t.Errorf("a wrong token: %d", status)
		}
		failures++
	}
	metrics := s.metrics(t)
	for kind, want := range map[string]int{"signin-failed": 4, "recovery-failed": 2, "link-failed": 2, "token-refused": 2} {
		if line := fmt.Sprintf("plateau_attempts_refused_total{kind=%q} %d\n", kind, want); !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	s.stops(t, syscall.SIGTERM)
	filter := filepath.Join(dir, "plateau.conf")
	if err := os.WriteFile(filter, []byte(documented(t, `failregex`)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", regex, "--print-all-matched", log, filter)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(filepath.Dir(regex), "../lib/python3/dist-packages"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), fmt.Sprintf("Lines: %d lines, 0 ignored, %d matched, 0 missed", failures, failures)) {
		text, _ := os.ReadFile(log)
		t.Errorf("the filter finds\n%s\nin\n%s", out, text)
	}
	if strings.Contains(string(out), "198.51.100.7") {
		t.Errorf("a forged address is found\n%s", out)
	}
}

// metrics is what Prometheus reads.
func (s *server) metrics(t *testing.T) string {
	t.Helper()
	url := regexp.MustCompile(`Metrics are at (\S+)\.\n`).FindStringSubmatch(s.screen)
	if url == nil {
		t.Fatalf("no metrics in %q", s.screen)
	}
	status, text := s.asks(t, http.MethodGet, url[1], nil)
	if status != http.StatusOK {
		t.Fatalf("metrics: %d", status)
	}
	return string(text)
}
