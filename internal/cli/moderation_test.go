//go:build unix

package cli_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
)

// id is the player's.
func (v *visitor) id() string {
	v.Helper()
	var me struct{ Player struct{ ID string } }
	if status := v.ask(http.MethodGet, "/me", nil, &me); status != http.StatusOK {
		v.Fatalf("GET /me: %d", status)
	}
	return me.Player.ID
}

// wants sends a request that must have a status.
func (v *visitor) wants(status int, method, path string, body any) {
	v.Helper()
	if got := v.ask(method, path, body, nil); got != status {
		v.Errorf("%s %s: %d, want %d", method, path, got, status)
	}
}

// registers gives a guest an account.
func (v *visitor) registers() {
	v.Helper()
	v.wants(http.StatusOK, http.MethodPut, "/me/password", map[string]any{"password": "long and unusual"})
}

// Somebody who insults a player is blocked, and reaches them neither by chat nor at a
// table. A report reaches the operator with its context, and a flood of reports does not.
func TestBlockAndReport(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data, "--guest-chat")
	child, bully := s.guestFrom(t, "198.51.100.1", "Child"), s.guestFrom(t, "198.51.100.2", "Bully")
	table, _ := child.opens(map[string]any{"chat": true})
	bully.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/sit", nil)
	var said struct{ Seq uint64 }
	bully.ask(http.MethodPost, "/tables/"+table+"/say", map[string]any{"channel": "table", "text": "you fool"}, &said)

	child.wants(http.StatusNoContent, http.MethodPut, "/me/blocks/"+bully.id(), map[string]any{"kind": "block"})
	bully.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/say", map[string]any{"channel": "table", "text": "coward"})
	another, _ := child.opens(map[string]any{})
	bully.wants(http.StatusForbidden, http.MethodPost, "/tables/"+another+"/sit", nil)
	reading, err := child.client.Do(child.request(t.Context(), http.MethodGet, "/tables/"+table+"/events", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Body.Close()
	first := make([]byte, 1<<14)
	n, err := reading.Body.Read(first)
	if text := string(first[:n]); err != nil || !strings.Contains(text, `"hidden"`) || strings.Contains(text, "coward") || strings.Contains(text, "you fool") {
		t.Errorf("the child reads %s, %v", text, err)
	}

	report := map[string]any{"reason": "insult", "text": "He insults me", "table": table, "message": said.Seq}
	child.wants(http.StatusNoContent, http.MethodPost, "/players/"+bully.id()+"/reports", report)
	for range 5 {
		bully.ask(http.MethodPost, "/players/"+child.id()+"/reports", map[string]any{"reason": "spam"}, nil)
	}
	bully.wants(http.StatusTooManyRequests, http.MethodPost, "/players/"+child.id()+"/reports", map[string]any{"reason": "spam"})
	if out := administers(t, data, "reports"); strings.Count(out, "\n") != 2 || !strings.Contains(out, "Bully") || !strings.Contains(out, "He insults me") {
		t.Errorf("the reports are\n%s", out)
	}
	if out := administers(t, data, "report", "1"); !strings.Contains(out, "“He insults me”") || !strings.Contains(out, "By Child") || !strings.Contains(out, "has blocked") ||
		!strings.Contains(out, "you fool  <- reported") || !strings.Contains(out, "coward") {
		t.Errorf("the report is\n%s", out)
	}
	s.stops(t, syscall.SIGTERM)
	administers(t, data, "close-report", "1", "--note", "spoke to both")
	if out := administers(t, data, "reports", "--closed"); !strings.Contains(out, "spoke to both") || strings.Count(out, "\n") != 1 {
		t.Errorf("closed are\n%s", out)
	}
	if out := administers(t, data, "audit"); !strings.Contains(out, "close-report") || strings.Contains(out, "Child") {
		t.Errorf("the audit log is\n%s", out)
	}
}

// The operator sees how a player found only moves in rated games, and bars them.
func TestFairPlayOfOperator(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data)
	ann, ben := s.guestFrom(t, "198.51.100.1", "Ann"), s.guestFrom(t, "198.51.100.2", "Ben")
	ann.registers()
	ben.registers()
	table, _ := ann.opens(map[string]any{"rated": true})
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/sit", nil)
	for ply, move := range []string{"c1-c5", "a1-a5"} {
		by := []*visitor{ann, ben}[ply]
		by.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/move", map[string]any{"ply": ply, "move": move})
	}
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/resign", nil)
	out := administers(t, data, "fairplay", "Ann")
	if !strings.Contains(out, table) || !strings.Contains(out, "In 1 game Ann found") {
		t.Errorf("the figures are\n%s", out)
	}
	if out := administers(t, data, "bar", "Ann", "--reason", "an engine"); !strings.Contains(out, "Ann cannot play rated games.") {
		t.Errorf("barring says %s", out)
	}
	if _, status := ann.opens(map[string]any{"rated": true}); status != http.StatusForbidden {
		t.Errorf("Ann opens a rated table: %d", status)
	}
	if out := administers(t, data, "players", "Ann"); !strings.Contains(out, "barred from rated games") {
		t.Errorf("the players are %s", out)
	}
	s.stops(t, syscall.SIGTERM)
	if offline := administers(t, data, "fairplay", "Ann"); !strings.Contains(offline, "is barred from rated games") || !strings.Contains(offline, "In 1 game Ann found") {
		t.Errorf("without a server the figures are\n%s", offline)
	}
	administers(t, data, "unbar", "Ann")
	if out := administers(t, data, "audit"); !strings.Contains(out, "unbar") || !strings.Contains(out, "Ann  an engine") {
		t.Errorf("the audit log is\n%s", out)
	}
}
