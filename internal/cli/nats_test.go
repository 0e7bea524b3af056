//go:build unix

package cli_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"plateau/internal/bus/nats/natstest"
	"plateau/internal/testaid"
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
		testaid.Eventually(t, func() bool {
			var status int
			status, answer = s.asks(t, http.MethodGet, s.url+"/readyz", nil)
			if status != http.StatusOK {
				t.Fatalf("status %d: %s", status, answer)
			}
			return strings.Contains(string(answer), "the NATS server cannot be reached") == away
		}, func() string { return fmt.Sprintf("it says %q; should it be away: %v", answer, away) })
	}
	await(false)
	broker.Shutdown()
	await(true)
	signalled(t, s.process, os.Interrupt)
	if _, code := s.ends(t); code != 0 {
		t.Errorf("exit code %d; %s", code, s.stderr)
	}
}
