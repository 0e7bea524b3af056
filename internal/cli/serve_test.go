//go:build unix

package cli_test

import (
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
)

func TestServe(t *testing.T) {
	p := start(t, t.TempDir(), "serve", "--listen", "localhost:0", "--tables", t.TempDir())
	p.awaits(t, "Plateau is served at")
	line, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(line)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := new(http.Client).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), "Plateau") {
		t.Errorf("%v, status %d, %s", err, answer.StatusCode, body)
	}

	port := url[strings.LastIndex(strings.TrimSuffix(url, "/"), ":"):]
	second := start(t, t.TempDir(), "serve", "--listen", "localhost"+strings.TrimSuffix(port, "/"))
	if _, code := second.ends(t); code != 1 || !strings.Contains(second.stderr.String(), "is taken by another program") {
		t.Errorf("at the same port: exit code %d, %s", code, second.stderr)
	}

	signalled(t, p, syscall.SIGTERM)
	if _, code := p.ends(t); code != 0 || !strings.Contains(p.stderr.String(), "has no complete table of Quixo") {
		t.Errorf("exit code %d, %s", code, p.stderr)
	}
}
