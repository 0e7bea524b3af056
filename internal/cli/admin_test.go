//go:build unix

package cli_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// administers runs 'plateau admin' and returns what it prints.
func administers(t *testing.T, data string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "plateau", append([]string{"admin", "--data", data}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// The operator reaches a running server through its socket, and the data folder when
// none runs. Both write the same audit log.
func TestAdmin(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data)
	table := s.opensTable(t)
	socket, err := os.Stat(filepath.Join(data, "admin.sock"))
	if err != nil || socket.Mode().Perm() != 0o600 {
		t.Fatalf("the socket is %v, %v", socket, err)
	}
	if out := administers(t, data, "players", "an"); !strings.Contains(out, "Ann  guest") {
		t.Errorf("players: %s", out)
	}
	if out := administers(t, data, "tables", "--player", "Ann"); !strings.Contains(out, table) {
		t.Errorf("tables: %s", out)
	}
	link := strings.TrimSpace(administers(t, data, "link", "Ann"))
	_, token, found := strings.Cut(link, "/#/enter/")
	if !found || !strings.HasPrefix(link, "http://") {
		t.Fatalf("the link is %q", link)
	}
	enter := func() int {
		status, _ := s.asks(t, http.MethodPost, s.url+"/api/v1/sessions/link", map[string]any{"token": token})
		return status
	}
	if first, second := enter(), enter(); first != http.StatusOK || second != http.StatusForbidden {
		t.Errorf("the link answers %d, then %d", first, second)
	}
	administers(t, data, "announce", "Closed on Sunday")
	var about struct{ Announcement string }
	if err := json.Unmarshal([]byte(s.gets(t, "/api/v1/server")), &about); err != nil || about.Announcement != "Closed on Sunday" {
		t.Errorf("everybody reads %q, %v", about.Announcement, err)
	}
	opens := func() (int, string) {
		status, answer := s.asks(t, http.MethodPost, s.url+"/api/v1/tables", map[string]any{
			"terms": map[string]any{"game": "quixo"}, "chairs": []any{map[string]any{"me": true}, map[string]any{}},
		})
		return status, string(answer)
	}
	if out := administers(t, data, "maintenance"); out != "Games can begin.\n" {
		t.Errorf("maintenance: %s", out)
	}
	administers(t, data, "maintenance", "on", "--notice", "Back at 8")
	if status, answer := opens(); status != http.StatusConflict || !strings.Contains(answer, "maintenance.on") {
		t.Errorf("a table during maintenance: %d %s", status, answer)
	}
	administers(t, data, "suspend", "Ann", "--for", "7d", "--reason", "insults")
	if status, answer := opens(); status != http.StatusForbidden || !strings.Contains(answer, "account.suspendeduntil") {
		t.Errorf("a suspended player gets %d %s", status, answer)
	}
	password := regexp.MustCompile(`is (\S+)\n`).FindStringSubmatch(administers(t, data, "password", "Ann"))
	if password == nil {
		t.Fatal("there is no password")
	}
	s.stops(t, syscall.SIGTERM)

	// The folder alone.
	if out := administers(t, data, "players", "--suspended"); !strings.Contains(out, "Ann") || strings.Contains(out, "guest") {
		t.Errorf("after the server has stopped, players: %s", out)
	}
	if out := administers(t, data, "maintenance"); !strings.HasPrefix(out, "No games begin since ") || !strings.HasSuffix(out, "\nBack at 8\n") {
		t.Errorf("after the server has stopped, maintenance: %s", out)
	}
	administers(t, data, "maintenance", "off")
	if out := administers(t, data, "maintenance", "--json"); out != "null\n" {
		t.Errorf("afterwards, maintenance: %s", out)
	}
	administers(t, data, "reinstate", "Ann")
	administers(t, data, "rename", "Ann", "Anna")
	administers(t, data, "promote", "Anna")
	out := administers(t, data, "audit")
	for _, want := range []string{"promote", "rename", "Ann → Anna", "reinstate", "password", "suspend", "insults", "announce", "maintenance-on", "Back at 8", "maintenance-off", "link"} {
		if !strings.Contains(out, want) {
			t.Errorf("the audit log lacks %q:\n%s", want, out)
		}
	}
	administers(t, data, "delete", "Anna", "--yes")
	if out := administers(t, data, "audit"); strings.Contains(out, "Anna") || strings.Contains(out, "insults") {
		t.Errorf("the audit log still names a deleted player:\n%s", out)
	}
}

// A name means the player who has exactly that one, however many newer names contain it, and an
// account rather than a guest.
func TestAdminTakesTheExactName(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data, "--no-limits")
	joins := func(name string) {
		t.Helper()
		if status, answer := s.asks(t, http.MethodPost, s.url+"/api/v1/guests", map[string]any{"name": name}); status != http.StatusCreated {
			t.Fatalf("%s: %d %s", name, status, answer)
		}
	}
	s.opensTable(t)
	token := s.token
	s.token = ""
	for i := range 100 {
		joins("Anna " + strconv.Itoa(i))
	}
	joins("ann")
	s.token = token
	if status, answer := s.asks(t, http.MethodPut, s.url+"/api/v1/me/password", map[string]any{"password": "seven green bicycles"}); status >= http.StatusBadRequest {
		t.Fatalf("the password: %d %s", status, answer)
	}
	administers(t, data, "suspend", "Ann")
	if out := administers(t, data, "players", "--suspended"); !strings.Contains(out, "Ann") || strings.Contains(out, "guest") {
		t.Errorf("suspended are\n%s", out)
	}
	if out := administers(t, data, "check"); !strings.Contains(out, "is all right: 1 table and 102 players") {
		t.Errorf("the check says %s", out)
	}
	s.stops(t, syscall.SIGTERM)
	damaged := filepath.Join(data, "online.db")
	if err := os.WriteFile(damaged, []byte(strings.Repeat("damaged ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "plateau", "admin", "--data", data, "check").CombinedOutput()
	if err == nil || !strings.Contains(string(out), damaged) || !strings.Contains(string(out), "plateau restore") {
		t.Errorf("of a damaged file the check says %s", out)
	}
}
