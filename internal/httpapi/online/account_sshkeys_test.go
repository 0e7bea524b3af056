package online_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
)

// sshKey is a new public key as it is pasted, and its hash.
func sshKey(t *testing.T) (line string, hash accounts.KeyHash) {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))), accounts.HashSSHKey(key)
}

// overSSH sends a request as somebody with a key, within the process.
func (s *site) overSSH(hash accounts.KeyHash, method, path, body string) *httptest.ResponseRecorder {
	s.Helper()
	r := httptest.NewRequestWithContext(route.WithSSH(s.Context(), &hash), method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func TestSSHKeys(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.SSHPort = 2222 })
	if about := s.nobody().get("/server"); !strings.Contains(string(about.body), `"ssh":2222`) {
		t.Errorf("the server says %s", about.body)
	}
	ann := s.guest("Ann")
	line, hash := sshKey(t)
	ann.post("/me/ssh-keys", `{"key":"hello"}`).refused(http.StatusUnprocessableEntity, "sshkey.unreadable")
	added := read[struct{ ID, Fingerprint, Kind, Label string }](ann.post("/me/ssh-keys", fmt.Sprintf(`{"key":%q,"label":"laptop"}`, line)), http.StatusCreated)
	if added.Fingerprint != hash.Fingerprint() || added.Kind != "ssh-ed25519" || added.Label != "laptop" {
		t.Errorf("the key is %+v", added)
	}
	s.guest("Bob").post("/me/ssh-keys", fmt.Sprintf(`{"key":%q}`, line)).refused(http.StatusConflict, "sshkey.taken")

	// Who has the key is Ann, and may play, but not change the account.
	if w := s.overSSH(hash, http.MethodGet, "/me", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"name":"Ann"`) || !strings.Contains(w.Body.String(), `"registered":true`) {
		t.Errorf("over SSH, I am %d %s", w.Code, w.Body)
	}
	if w := s.overSSH(hash, http.MethodPost, "/tables", `{"terms":{"game":"quixo"},"chairs":[{"me":true},{}]}`); w.Code != http.StatusCreated {
		t.Errorf("a table over SSH: %d %s", w.Code, w.Body)
	}
	for _, change := range []struct{ method, path, body string }{
		{http.MethodPut, "/me/password", `{"password":"long enough"}`},
		{http.MethodPatch, "/me", `{"name":"Eve"}`},
		{http.MethodPost, "/me/tokens", `{"label":"x"}`},
		{http.MethodDelete, "/me", `{}`},
	} {
		if w := s.overSSH(hash, change.method, change.path, change.body); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "token.plays") {
			t.Errorf("%s %s over SSH: %d %s", change.method, change.path, w.Code, w.Body)
		}
	}
	if _, other := sshKey(t); s.overSSH(other, http.MethodGet, "/me", "").Code != http.StatusUnauthorized {
		t.Error("an unknown key is known")
	}
	ann.byCookie(http.MethodDelete, "/me/ssh-keys/"+added.ID, "").refused(http.StatusConflict, "sshkey.last")
	ann.byCookie(http.MethodPut, "/me/password", `{"password":"long enough"}`).refused(http.StatusForbidden, "sshkey.fresh")
	ann = s.fromTerminal(hash)
	ann.byCookie(http.MethodPut, "/me/password", `{"password":"long enough"}`).ok(http.StatusOK)
	ann.byCookie(http.MethodDelete, "/me/ssh-keys/"+added.ID, "").ok(http.StatusNoContent)
	ann.byCookie(http.MethodDelete, "/me/ssh-keys/"+added.ID, "").refused(http.StatusNotFound, "sshkey.unknown")
	if w := s.overSSH(hash, http.MethodGet, "/me", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("with a removed key: %d %s", w.Code, w.Body)
	}
}

// fromTerminal is somebody who goes on in a browser, with a link.
func (s *site) fromTerminal(hash accounts.KeyHash) *client {
	s.Helper()
	w := s.overSSH(hash, http.MethodPost, "/me/browser-link", `{}`)
	_, code, ok := strings.Cut(w.Body.String(), "/#/enter/")
	if w.Code != http.StatusCreated || !ok {
		s.Fatalf("the link is %d %s", w.Code, w.Body)
	}
	code, _, _ = strings.Cut(code, `"`)
	return s.as(s.nobody().post("/sessions/link", fmt.Sprintf(`{"token":%q}`, code)))
}

// A link leads from the terminal into a browser. Programs and browsers get none: they
// could go on with it after the owner has signed out everywhere.
func TestBrowserLink(t *testing.T) {
	s := newSite(t, nil)
	ann := s.guest("Ann")
	line, hash := sshKey(t)
	token := read[struct{ Token string }](ann.post("/me/tokens", `{"label":"bot"}`), http.StatusCreated).Token
	ann.post("/me/ssh-keys", fmt.Sprintf(`{"key":%q}`, line)).ok(http.StatusCreated)
	(&client{s, ann.id, token}).post("/me/browser-link", `{}`).refused(http.StatusForbidden, "token.plays")
	ann.byCookie(http.MethodPost, "/me/browser-link", `{}`).refused(http.StatusForbidden, "sshkey.fresh")
	me := s.fromTerminal(hash)
	if me.id != ann.id {
		t.Errorf("the link signs %s in", me.id)
	}
	me.byCookie(http.MethodPost, "/me/browser-link", `{}`).refused(http.StatusForbidden, "sshkey.fresh")

	// Who comes in over SSH without a key has a session there.
	r := httptest.NewRequestWithContext(route.WithSSH(t.Context(), nil), http.MethodPost, "/api/v1/me/browser-link", strings.NewReader(`{}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.guest("Gil").token)
	w := httptest.NewRecorder()
	if s.handler.ServeHTTP(w, r); w.Code != http.StatusCreated {
		t.Errorf("a guest without a key gets %d %s", w.Code, w.Body)
	}
}
