//go:build unix

package cli_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"plateau/internal/doctest"
)

// server is `plateau serve` while it runs.
type server struct {
	*process
	// url has no slash at its end.
	url string
	// screen is what it printed before it was ready.
	screen string
	client *http.Client
	token  string
}

// serve starts a server at a free port and waits until it is ready.
func serve(t *testing.T, data string, args ...string) *server {
	t.Helper()
	return serveAt(t, "localhost:0", data, args...)
}

// serveAt starts a server at an address. That of one which will be started again has a
// port of freePort, so that nobody else gets it meanwhile.
func serveAt(t *testing.T, address, data string, args ...string) *server {
	t.Helper()
	return awaitServer(t, start(t, data, append([]string{"serve", "--listen", address}, args...)...))
}

// awaitServer waits until a server is ready.
func awaitServer(t *testing.T, p *process) *server {
	t.Helper()
	s := &server{process: p, client: new(http.Client)}
	for !strings.Contains(s.screen, "Ctrl-C ends it.") {
		line, err := s.out.ReadString('\n')
		if err != nil {
			t.Fatalf("%v after %q; %s", err, s.screen, s.stderr)
		}
		s.screen += line
	}
	s.url = strings.TrimSuffix(regexp.MustCompile(`https?://\S+`).FindString(s.screen), "/")
	return s
}

// asks sends a request, with a body if there is one, and reads the answer.
func (s *server) asks(t *testing.T, method, url string, body any) (status int, answer []byte) {
	t.Helper()
	response := s.opens(t, method, url, body)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

// opens sends a request; the caller closes the body of the answer.
func (s *server) opens(t *testing.T, method, url string, body any) *http.Response {
	t.Helper()
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, content)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// gets reads a page that must be there.
func (s *server) gets(t *testing.T, path string) string {
	t.Helper()
	status, answer := s.asks(t, http.MethodGet, s.url+path, nil)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, status, answer)
	}
	return string(answer)
}

// opensTable becomes a guest and opens a table.
func (s *server) opensTable(t *testing.T) (table string) {
	t.Helper()
	var guest struct{ Token string }
	var opened struct{ Table string }
	post := func(path string, body, into any) {
		t.Helper()
		status, answer := s.asks(t, http.MethodPost, s.url+"/api/v1"+path, body)
		if status != http.StatusCreated {
			t.Fatalf("%s: %d %s", path, status, answer)
		}
		if err := json.Unmarshal(answer, into); err != nil {
			t.Fatal(err)
		}
	}
	post("/guests", map[string]any{"name": "Ann", "token": true}, &guest)
	s.token = guest.Token
	post("/tables", map[string]any{"terms": map[string]any{"game": "quixo"}, "chairs": []any{map[string]any{"me": true}, map[string]any{}}}, &opened)
	return opened.Table
}

// stops sends a signal and checks that the server ends without an error.
func (s *server) stops(t *testing.T, signal os.Signal) {
	t.Helper()
	signalled(t, s.process, signal)
	if _, code := s.ends(t); code != 0 {
		t.Errorf("exit code %d, %s", code, s.stderr)
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--tablebases", t.TempDir())
	if page := s.gets(t, "/"); !strings.Contains(page, "Plateau") {
		t.Errorf("the start page is %s", page)
	}
	if about := s.gets(t, "/api/v1/server"); !strings.Contains(about, `"version":"v0.0.0-test","commit":"0123abc","date":"2026-11-15"`) {
		t.Errorf("the server is %s", about)
	}
	port := s.url[strings.LastIndex(s.url, ":"):]
	second := start(t, t.TempDir(), "serve", "--listen", "localhost"+port)
	if _, code := second.ends(t); code != 1 || !strings.Contains(second.stderr.String(), "is in use by another program") {
		t.Errorf("at the same port: exit code %d, %s", code, second.stderr)
	}
	s.stops(t, syscall.SIGTERM)
	if !strings.Contains(s.stderr.String(), "has no complete tablebase") {
		t.Errorf("the error stream has %s", s.stderr)
	}
}

// Tables are there after a restart, streams end with the server, and the log has
// no secrets.
func TestGamesSurviveARestart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data, "--log", "json", "--log-level", "debug")
	for _, path := range []string{"/healthz", "/readyz"} {
		if answer := s.gets(t, path); answer != "ok\n" {
			t.Errorf("%s: %s", path, answer)
		}
	}
	table := s.opensTable(t)
	path := "/api/v1/tables/" + table
	events := s.opens(t, http.MethodGet, s.url+path+"/events", nil)
	defer events.Body.Close()
	other := start(t, data, "serve", "--listen", "localhost:0")
	if _, code := other.ends(t); code != 1 || !strings.Contains(other.stderr.String(), "another server uses the data folder "+data) {
		t.Errorf("in the same folder: exit code %d, %s", code, other.stderr)
	}
	s.stops(t, syscall.SIGTERM)
	if seen, err := io.ReadAll(events.Body); err != nil || !strings.Contains(string(seen), "event: table\n") {
		t.Errorf("the stream ended with %v after %s", err, seen)
	}
	log := s.stderr.String()
	if strings.Contains(log, table) || strings.Contains(log, s.token) {
		t.Errorf("a secret is in the log: %s", log)
	}
	for _, want := range []string{`"msg":"started"`, `"route":"POST /api/v1/tables","status":201`, `"msg":"stopping"`, `"msg":"stopped"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log does not say %s: %s", want, log)
		}
	}

	again := serve(t, data)
	again.token = s.token
	if answer := again.gets(t, path); !strings.Contains(answer, `"phase":"open"`) || !strings.Contains(answer, `"Ann"`) {
		t.Errorf("after a restart: %s", answer)
	}
	again.stops(t, os.Interrupt)
}

// A copy made while the server runs is complete and can replace the original.
func TestBackupOfARunningServer(t *testing.T) {
	t.Parallel()
	data, restored := t.TempDir(), t.TempDir()
	s := serve(t, data)
	table := s.opensTable(t)
	file := filepath.Join(restored, "online.db")
	for i, want := range []struct {
		args []string
		code int
		text string
	}{
		{[]string{file}, 0, "Copied 1 table and 1 player to " + file + ".\n"},
		{[]string{file}, 1, "exists; --force replaces it"},
		{[]string{"--force", file}, 0, "Copied 1 table"},
		{[]string{"--force", filepath.Join(data, "online.db")}, 1, "is the original"},
		{[]string{restored}, 1, "is a folder"},
	} {
		p := start(t, data, append([]string{"backup"}, want.args...)...)
		out, code := p.ends(t)
		if text := out + p.stderr.String(); code != want.code || !strings.Contains(text, want.text) {
			t.Errorf("backup %d: exit code %d, %s", i, code, text)
		}
	}
	s.stops(t, syscall.SIGTERM)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info.Mode(), err)
	}

	again := serve(t, restored)
	again.token = s.token
	again.gets(t, "/api/v1/tables/"+table)
	again.stops(t, syscall.SIGTERM)
}

func TestServeWithoutOnlinePlay(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data, "--no-online")
	s.gets(t, "/readyz")
	s.gets(t, "/api/v1/tablebases")
	if status, answer := s.asks(t, http.MethodGet, s.url+"/api/v1/server", nil); status != http.StatusOK || !bytes.Contains(answer, []byte(`"games":[]`)) {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := s.asks(t, http.MethodGet, s.url+"/api/v1/lobby", nil); status != http.StatusNotFound {
		t.Errorf("%d %s", status, answer)
	}
	s.stops(t, syscall.SIGTERM)
	if files, err := os.ReadDir(data); err != nil || len(files) > 0 {
		t.Errorf("the data folder has %v, %v", files, err)
	}
}

func TestServedMetrics(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--metrics", ":0")
	s.opensTable(t)
	address := regexp.MustCompile(`http://\S+/metrics`).FindString(s.screen)
	if !strings.HasPrefix(address, "http://127.0.0.1:") && !strings.HasPrefix(address, "http://[::1]:") {
		t.Fatalf("metrics are at %q", address)
	}
	_, metrics := s.asks(t, http.MethodGet, address, nil)
	for _, want := range []string{
		`plateau_http_requests_total{route="POST /api/v1/tables",status="201"} 1`,
		"plateau_tables_in_memory 1\n", "plateau_players_online 1\n", "plateau_games_running 0\n", "plateau_tournaments_unfinished 0\n", "plateau_database_bytes ", "plateau_disk_free_bytes ",
		`plateau_build_info{go="go1.`, "plateau_moves_total 0\n", "plateau_store_errors_total 0\n", "plateau_streams_open 0\n",
	} {
		if !strings.Contains(string(metrics), want) {
			t.Errorf("there is no %s in %s", want, metrics)
		}
	}
	text := doctest.Read(t, "hosting.md")
	for _, served := range regexp.MustCompile(`(?m)^# TYPE (plateau_\S+)`).FindAllStringSubmatch(string(metrics), -1) {
		if !strings.Contains(text, "`"+served[1]+"`") {
			t.Errorf("docs/hosting.md does not say what %s counts", served[1])
		}
	}
	for _, documented := range regexp.MustCompile("`(plateau_[a-z_]+)`").FindAllStringSubmatch(text, -1) {
		elsewhere := strings.HasPrefix(documented[1], "plateau_ssh_") || documented[1] == "plateau_bus_connected" || documented[1] == "plateau_http_request_seconds"
		if !elsewhere && !strings.Contains(string(metrics), documented[1]) {
			t.Errorf("docs/hosting.md has %s, which is not served", documented[1])
		}
	}
	if status, _ := s.asks(t, http.MethodGet, s.url+"/metrics", nil); status != http.StatusNotFound {
		t.Errorf("the public gets status %d for metrics", status)
	}
	s.stops(t, syscall.SIGTERM)
}

func TestServeEncrypted(t *testing.T) {
	t.Parallel()
	cert, key, trusted := newCertificate(t)
	s := serve(t, t.TempDir(), "--cert", cert, "--key", key)
	s.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
	if !strings.HasPrefix(s.url, "https://localhost:") {
		t.Fatalf("it is served at %s", s.url)
	}
	answer := s.opens(t, http.MethodPost, s.url+"/api/v1/guests", map[string]any{"name": "Ann"})
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated || answer.ProtoMajor != 2 {
		t.Errorf("status %d by %s", answer.StatusCode, answer.Proto)
	}
	for _, c := range answer.Cookies() {
		if !c.Secure || !c.HttpOnly {
			t.Errorf("the cookie %s is secure: %v, hidden: %v", c.Name, c.Secure, c.HttpOnly)
		}
	}
	if len(answer.Cookies()) != 1 {
		t.Errorf("there are %d cookies", len(answer.Cookies()))
	}
	s.client.CloseIdleConnections()
	s.stops(t, syscall.SIGTERM)
}

// newCertificate writes a certificate for localhost and the public host, and a pool that trusts it.
func newCertificate(t *testing.T) (cert, key string, trusted *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost", publicHost}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key, trusted = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		text := pem.EncodeToMemory(block)
		trusted.AppendCertsFromPEM(text)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, trusted
}

func TestDatabaseOfANewerVersionIsRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(data, "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 1000"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	p := start(t, data, "serve", "--listen", "localhost:0")
	if _, code := p.ends(t); code != 1 || !strings.Contains(p.stderr.String(), "was written by a newer version of the program") {
		t.Errorf("exit code %d, %s", code, p.stderr)
	}
}
