//go:build unix

package cli_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// A class is made at the terminal, on a server that shows nothing to strangers.
func TestClassOnAServerForMembers(t *testing.T) {
	t.Parallel()
	data, files := t.TempDir(), t.TempDir()
	s := serve(t, data, "--admission", "members")
	names, sheet := filepath.Join(files, "names.txt"), filepath.Join(files, "cards.html")
	if err := os.WriteFile(names, []byte("Emma\nBen\n\nadministrator\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := administers(t, data, "group", "create", "Class 5b", "--names", names, "--sheet", sheet)
	for _, want := range []string{"The group Class 5b is made.", "/#/invited/", "administrator: nobody may have the word administrator in a name", "2 accounts made.", "2 cards in "} {
		if !strings.Contains(out, want) {
			t.Errorf("it prints no %q:\n%s", want, out)
		}
	}
	if info, err := os.Stat(sheet); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the sheet is %v, %v", info, err)
	}
	page, err := os.ReadFile(sheet)
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`<code>([0-9a-z-]{19})</code>`).FindAllStringSubmatch(string(page), -1)
	if len(codes) != 2 || strings.Count(string(page), "<svg") != 2 || !strings.Contains(string(page), "<h2>Emma</h2>") || !strings.Contains(string(page), "/#/enter") {
		t.Fatalf("the sheet is %s", page)
	}
	s.showsNothing(t)
	s.entersBy(t, codes[0][1])
	if lobby := s.gets(t, "/api/v1/lobby"); !strings.Contains(lobby, `"tables":[]`) {
		t.Errorf("the lobby is %s", lobby)
	}
	s.hidesTables(t)
	// The sheet is not written over, and then no cards are made.
	again := exec.CommandContext(t.Context(), "plateau", "admin", "--data", data, "group", "cards", "Class 5b", "--all", "--sheet", sheet)
	if out, err := again.CombinedOutput(); err == nil || !strings.Contains(string(out), "exists already") {
		t.Errorf("the same file again: %v %s", err, out)
	}
	s.gets(t, "/api/v1/lobby")
	administers(t, data, "group", "chat", "class 5B", "off")
	if out := administers(t, data, "group", "contact", "Class 5b", "everybody"); out != "Contact with members of Class 5b who sign in with cards: everybody.\n" {
		t.Errorf("it prints %s", out)
	}
	if out := administers(t, data, "group", "cards", "Class 5b", "Emma", "Ben", "--sheet", filepath.Join(files, "again.html")); !strings.Contains(out, "2 cards") {
		t.Errorf("new cards: %s", out)
	}
	if status, _ := s.asks(t, http.MethodGet, s.url+"/api/v1/lobby", nil); status != http.StatusUnauthorized {
		t.Errorf("the session of the old card gets %d", status)
	}
	administers(t, data, "invite", "--uses", "3", "--group", "Class 5b")
	listed := administers(t, data, "invitations")
	if !strings.Contains(listed, "used by 0 of 3") || !strings.Contains(listed, "Class 5b") {
		t.Errorf("the invitations are %s", listed)
	}
	administers(t, data, "revoke", strings.Fields(listed)[0])
	if out := administers(t, data, "group", "show", "Class 5b"); !strings.Contains(out, "Class 5b, 2 members, chat: off, contact: everybody") || !strings.Contains(out, "signs in with a card") {
		t.Errorf("the group is %s", out)
	}
	s.stops(t, syscall.SIGTERM)

	// The folder alone.
	administers(t, data, "group", "remove", "Class 5b", "Ben", "--yes")
	administers(t, data, "group", "delete", "Class 5b", "--yes")
	if out := administers(t, data, "group", "list"); strings.TrimSpace(out) != "" {
		t.Errorf("the groups are %s", out)
	}
	if out := administers(t, data, "players"); strings.Contains(out, "Emma") {
		t.Errorf("the players are %s", out)
	}
	log := administers(t, data, "audit")
	for _, want := range []string{"group-create", "members-add", "card", "group-change", "invite", "invite-revoke", "member-remove", "group-delete"} {
		if !strings.Contains(log, want) {
			t.Errorf("the audit log lacks %q:\n%s", want, log)
		}
	}
}

// entersBy signs in with the code of a card.
func (s *server) entersBy(t *testing.T, code string) {
	t.Helper()
	response := s.opens(t, http.MethodPost, s.url+"/api/v1/sessions/link", map[string]any{"token": code})
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the card is answered with %d", response.StatusCode)
	}
	for _, cookie := range response.Cookies() {
		if cookie.Name == "plateau_session" {
			s.token = cookie.Value
		}
	}
}

// hidesTables opens a table as a member, and looks at its preview as a stranger.
func (s *server) hidesTables(t *testing.T) {
	t.Helper()
	body := map[string]any{
		"terms":  map[string]any{"game": "quixo", "listed": true, "spectators": true},
		"chairs": []any{map[string]any{"me": true}, map[string]any{}},
	}
	status, answer := s.asks(t, http.MethodPost, s.url+"/api/v1/tables", body)
	var opened struct{ Table string }
	if err := json.Unmarshal(answer, &opened); err != nil || status != http.StatusCreated {
		t.Fatalf("a table: %d %s, %v", status, answer, err)
	}
	stranger := &server{process: s.process, url: s.url, client: s.client}
	for _, path := range []string{"/t/", "/embed/t/"} {
		_, preview := stranger.asks(t, http.MethodGet, s.url+path+opened.Table, nil)
		if strings.Contains(string(preview), "Ben") || strings.Contains(string(preview), "Emma") {
			t.Errorf("%s names a player: %s", path, preview)
		}
	}
}

// showsNothing asks for everything that the server describes, without a session.
func (s *server) showsNothing(t *testing.T) {
	t.Helper()
	var description struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(s.gets(t, "/api/v1/openapi.json")), &description); err != nil {
		t.Fatal(err)
	}
	answered := 0
	for path, operations := range description.Paths {
		for method := range operations {
			url := s.url + strings.NewReplacer("{id}", "x", "{seq}", "1", "{game}", "quixo", "{player}", "x").Replace(path)
			if status, _ := s.asks(t, strings.ToUpper(method), url, nil); status != http.StatusUnauthorized {
				answered++
			}
		}
	}
	// The description, what is needed to sign in or to accept an invitation, what the
	// server stores about people, the slips of real boards, which have codes, which
	// games are solved, and nothing else.
	if answered != 13 {
		t.Errorf("%d routes are answered without a session, want 13", answered)
	}
}
