//go:build unix

package cli_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"plateau/internal/load"
	"plateau/internal/testaid"
)

// tool is the path of a program of the tools' module, which is built if it is not
// there.
func tool(t *testing.T, module string) string {
	t.Helper()
	folder, err := filepath.Abs("../../tools")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "bin", filepath.Base(module))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "bin/", module)
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s cannot be built: %v\n%s", module, err, out)
	}
	return path
}

// freePort is a port at which nobody listens.
func freePort(t *testing.T) string {
	t.Helper()
	port, err := load.FreePort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// background runs a program until the test ends, and waits until it answers at a
// port.
func background(t *testing.T, port string, cmd *exec.Cmd) {
	t.Helper()
	var said lockedBuffer
	cmd.Stdout, cmd.Stderr = &said, &said
	// A program that is asked to end can end its own processes first.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // It is ended by a signal.
	}()
	t.Cleanup(func() {
		<-ended // The context of the test has ended before.
		if t.Failed() {
			t.Logf("%s:\n%s", cmd.Path, said.String())
		}
	})
	testaid.Eventually(t, func() bool {
		select {
		case <-ended:
			t.Fatalf("%s ended:\n%s", cmd.Path, said.String())
		default:
		}
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", "127.0.0.1:"+port)
		if err == nil {
			conn.Close()
		}
		return err == nil
	}, func() string { return fmt.Sprintf("%s does not answer:\n%s", cmd.Path, said.String()) })
}

// authority is an ACME authority on this machine: pebble, which Let's Encrypt tests
// with. All names lead to this machine.
type authority struct {
	directory, certificate string
	// answers is a pool with the authority's own root, once a certificate was
	// issued.
	management string
}

// newAuthority starts one that expects servers at two ports.
func newAuthority(t *testing.T, httpPort, tlsPort string) *authority {
	t.Helper()
	dir := t.TempDir()
	names, control, port, management := freePort(t), freePort(t), freePort(t), freePort(t)
	background(t, control, exec.CommandContext(t.Context(), tool(t, "github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv"),
		"-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-dnsserver", "127.0.0.1:"+names, "-management", "127.0.0.1:"+control,
		"-http01", "", "-https01", "", "-tlsalpn01", "", "-doh", ""))
	cert, key, _ := newCertificate(t)
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": "127.0.0.1:" + port, "managementListenAddress": "127.0.0.1:" + management,
		"certificate": cert, "privateKey": key, "httpPort": atoi(t, httpPort), "tlsPort": atoi(t, tlsPort), "ocspResponderURL": "",
		"externalAccountBindingRequired": false,
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	pebble := exec.CommandContext(t.Context(), tool(t, "github.com/letsencrypt/pebble/v2/cmd/pebble"),
		"-config", file, "-dnsserver", "127.0.0.1:"+names, "-strict")
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	background(t, port, pebble)
	return &authority{"https://localhost:" + port + "/dir", cert, "https://localhost:" + management}
}

func atoi(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(text, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// roots are what signs the certificates of the authority.
func (a *authority) roots(t *testing.T) *x509.CertPool {
	t.Helper()
	own := x509.NewCertPool()
	text, err := os.ReadFile(a.certificate)
	if err != nil {
		t.Fatal(err)
	}
	own.AppendCertsFromPEM(text)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.management+"/roots/0", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		t.Fatalf("the authority has no root: %s", text)
	}
	return pool
}

// A server gets its certificates from an authority by itself, by either challenge,
// uses them again after a restart, and redirects to them.
func TestACME(t *testing.T) {
	t.Parallel()
	for _, challenge := range []string{"tls-alpn-01", "http-01"} {
		t.Run(challenge, func(t *testing.T) {
			plain, encrypted := freePort(t), freePort(t)
			seen := encrypted
			if challenge == "http-01" {
				seen = freePort(t) // Nobody answers there.
			}
			from := newAuthority(t, plain, seen)
			data := t.TempDir()
			run := func() *server {
				p := startCommand(t, data, "env", "SSL_CERT_FILE="+from.certificate, "plateau", "serve", "--no-open",
					"--listen", "127.0.0.1:"+encrypted, "--acme", "games.test,www.games.test", "--acme-directory", from.directory,
					"--acme-email", "club@games.test", "--acme-http", "127.0.0.1:"+plain, "--log-level", "info")
				return awaitServer(t, p)
			}
			s := run()
			roots := from.roots(t)
			browser := &http.Client{
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
				Transport: &http.Transport{
					TLSClientConfig: &tls.Config{RootCAs: roots},
					DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
						_, port, _ := net.SplitHostPort(address)
						return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+port)
					},
				},
			}
			s.client = browser
			public := "https://games.test:" + encrypted
			get := func(url string) answered {
				t.Helper()
				response := s.opens(t, http.MethodGet, url, nil)
				defer response.Body.Close()
				return answered{response.StatusCode, response.Header, response.TLS}
			}
			answer := get(public + "/healthz")
			if answer.status != http.StatusOK || answer.header.Get("Strict-Transport-Security") == "" {
				t.Fatalf("the server answers %v", answer)
			}
			serial := answer.tls.PeerCertificates[0].SerialNumber
			for from, want := range map[string]string{
				"http://games.test:" + plain + "/a?b=c":          public + "/a?b=c",
				"http://www.games.test:" + plain + "/":           public + "/",
				"https://www.games.test:" + encrypted + "/x?y=z": public + "/x?y=z",
			} {
				answer := get(from)
				if answer.status != http.StatusMovedPermanently || answer.header.Get("Location") != want {
					t.Errorf("%s leads to %d %q", from, answer.status, answer.header.Get("Location"))
				}
				wantSecured(t, from, answer)
			}
			foreign := get("http://other.test:" + plain + "/")
			if foreign.status != http.StatusMisdirectedRequest {
				t.Errorf("a foreign host: %d", foreign.status)
			}
			wantSecured(t, "a foreign host", foreign)
			if status, _ := s.asks(t, http.MethodPost, "http://games.test:"+plain+"/api/v1/guests", map[string]any{"name": "Ann"}); status != http.StatusMisdirectedRequest {
				t.Errorf("a request without encryption: %d", status)
			}
			s.stops(t, syscall.SIGTERM)
			files, err := filepath.Glob(filepath.Join(data, "certificates", "*"))
			if err != nil || len(files) < 2 {
				t.Errorf("stored are %q, %v", files, err)
			}
			for _, name := range append(files, filepath.Join(data, "certificates")) {
				if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
					t.Errorf("%s is %v, %v", name, info, err)
				}
			}
			s = run()
			s.client = browser
			browser.CloseIdleConnections()
			if again := get(public + "/healthz"); again.tls.PeerCertificates[0].SerialNumber.Cmp(serial) != 0 {
				t.Error("after a restart there is another certificate")
			}
			s.stops(t, syscall.SIGTERM)
			if strings.Contains(s.stderr.String(), "there is no certificate") {
				t.Error(s.stderr)
			}
		})
	}
}

// answered is what is left of an answer when its body is closed.
type answered struct {
	status int
	header http.Header
	tls    *tls.ConnectionState
}

// wantSecured wants the headers that protect pages.
func wantSecured(t *testing.T, what string, r answered) {
	t.Helper()
	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy"} {
		if r.header.Get(name) == "" {
			t.Errorf("%s: %s is missing", what, name)
		}
	}
}
