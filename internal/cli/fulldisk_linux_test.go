package cli_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/testaid"
)

// serveOnSmallDisk starts a server whose data folder is a small disk of its own, and
// returns that folder as others see it.
func serveOnSmallDisk(t *testing.T) (s *server, data string) {
	t.Helper()
	const mount = `mount -t tmpfs -o size=8m plateau "$1"`
	data = t.TempDir()
	if text, err := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", mount, "sh", data).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: a server on a full disk, because no disk can be mounted here: %v %s", err, text)
	}
	s = awaitServer(t, startCommand(t, data, "unshare", "-rm", "sh", "-c", mount+` && exec plateau serve --listen localhost:0`, "sh", data))
	return s, filepath.Join("/proc", strconv.Itoa(s.Process.Pid), "root", data)
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for page := make([]byte, os.Getpagesize()); err == nil; {
		_, err = f.Write(page)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// TestServerOnFullDisk says so, goes on by itself when there is room, and nobody has lost
// anything.
func TestServerOnFullDisk(t *testing.T) {
	t.Parallel()
	s, data := serveOnSmallDisk(t)
	table := s.url + "/api/v1/tables/" + s.opensTable(t)
	s.opensTable(t) // as somebody else
	sit := func() (status int, after string) {
		t.Helper()
		response := s.opens(t, http.MethodPost, table+"/sit", map[string]any{"request": "one"})
		defer response.Body.Close()
		return response.StatusCode, response.Header.Get("Retry-After")
	}
	ready := func(want int) {
		t.Helper()
		testaid.Eventually(t, func() bool {
			status, _ := s.asks(t, http.MethodGet, s.url+"/readyz", nil)
			return status == want
		}, func() string { return fmt.Sprintf("/readyz is not %d; %s", want, s.stderr) })
	}
	filler := filepath.Join(data, "filler")
	fill(t, filler)
	for range 2 {
		if status, after := sit(); status != http.StatusServiceUnavailable || after == "" {
			t.Errorf("on a full disk: %d, to be repeated after %q s", status, after)
		}
	}
	ready(http.StatusServiceUnavailable)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	ready(http.StatusOK)
	if status, _ := sit(); status >= http.StatusBadRequest {
		t.Errorf("when there is room again: %d", status)
	}
	s.stops(t, os.Interrupt)
	text := s.stderr.String()
	if n := strings.Count(text, "cannot store the heartbeat"); n == 0 || strings.Count(text, "\n") > 40 {
		t.Errorf("the log has %d lines about heartbeats and %d in all:\n%s", n, strings.Count(text, "\n"), text)
	}
}
