//go:build unix

package cli_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"plateau/internal/bus/nats/natstest"
)

// TestServeWithNATS starts a server before the NATS server, and says of both
// whether they are there.
func TestServeWithNATS(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	s := serve(t, t.TempDir(), "--nats", broker.ClientURL())
	await := func(away bool) {
		t.Helper()
		var answer []byte
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			var status int
			status, answer = s.asks(t, http.MethodGet, s.url+"/readyz", nil)
			if status != http.StatusOK {
				t.Fatalf("status %d: %s", status, answer)
			}
			if strings.Contains(string(answer), "the NATS server cannot be reached") == away {
				return
			}
		}
		t.Fatalf("it says %q; should it be away: %v", answer, away)
	}
	await(false)
	broker.Shutdown()
	await(true)
	signalled(t, s.process, os.Interrupt)
	if _, code := s.ends(t); code != 0 {
		t.Errorf("exit code %d; %s", code, s.stderr)
	}
}
