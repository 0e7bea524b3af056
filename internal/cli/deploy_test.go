//go:build unix

package cli_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// Those who read the examples for several servers accept them.
func TestExamplesForSeveralServers(t *testing.T) {
	t.Parallel()
	t.Run("Caddy", func(t *testing.T) {
		cmd := exec.CommandContext(t.Context(), fromDebian(t, "usr/bin/caddy"), "adapt", "--config", "../../deploy/Caddyfile", "--adapter", "caddyfile")
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "SITE=games.example.org")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), `"policy":"round_robin"`) || !strings.Contains(string(out), "games.example.org") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("a busy server", func(t *testing.T) { balanced(t) })
	t.Run("systemd", func(t *testing.T) {
		path, err := exec.LookPath("systemd-analyze")
		if err != nil {
			t.Skip("NOT TESTED: the unit with systemd-analyze, which is not installed")
		}
		for file, program := range map[string]string{"plateau.service": "/usr/local/bin/plateau serve", "package/plateau.service": "/usr/bin/plateau serve"} {
			text, err := os.ReadFile("../../deploy/" + file)
			if err != nil {
				t.Fatal(err)
			}
			// It looks for the program.
			unit := filepath.Join(t.TempDir(), "plateau.service")
			if err := os.WriteFile(unit, []byte(replaced(t, string(text), program, "/bin/true serve")), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.CommandContext(t.Context(), path, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "Unknown") {
				t.Errorf("%s: %v\n%s", file, err, out)
			}
		}
	})
}

// balanced lets the load balancer of the example choose between servers. One that
// refuses a request stays; one that is not ready is left out.
func balanced(t *testing.T) {
	t.Helper()
	caddy := fromDebian(t, "usr/bin/caddy")
	var ready [3]atomic.Bool
	var addresses [3]string
	for i := range ready {
		ready[i].Store(true)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/readyz" && !ready[i].Load():
				w.WriteHeader(http.StatusServiceUnavailable)
			case r.URL.Path == "/busy":
				w.WriteHeader(http.StatusTooManyRequests)
			case r.URL.Path == "/stopping":
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				fmt.Fprint(w, i)
			}
		}))
		t.Cleanup(server.Close)
		addresses[i] = strings.TrimPrefix(server.URL, "http://")
	}
	text, err := os.ReadFile("../../deploy/Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	dir, port := t.TempDir(), freePort(t)
	site := replaced(t, string(text), "{$SITE}", "http://127.0.0.1:"+port,
		"plateau-1:8080", addresses[0], "plateau-2:8080", addresses[1], "plateau-3:8080", addresses[2])
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, []byte("{\n\tadmin off\n}\n"+site), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), caddy, "run", "--config", file, "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	background(t, port, cmd)
	ask := func(path string) string { return answerOf(t.Context(), t, "http://127.0.0.1:"+port+path) }
	for range 6 {
		ask("/busy")
		ask("/stopping")
	}
	chosen := make(map[string]bool)
	for range 6 {
		chosen[ask("/")] = true
	}
	if len(chosen) != 3 {
		t.Errorf("after servers had refused requests, only %v were asked", chosen)
	}
	ready[1].Store(false)
	for leftOut := false; !leftOut; { // The test ends if it is never left out.
		leftOut = true
		for range 6 {
			leftOut = leftOut && ask("/") != "1"
		}
	}
}

// answerOf is what is at an address.
func answerOf(ctx context.Context, t *testing.T, url string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
