//go:build unix

package cli_test

import (
	"database/sql"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// runs starts the program and waits for its end.
func runs(t *testing.T, args ...string) (out string, ok bool) {
	t.Helper()
	text, err := exec.CommandContext(t.Context(), "plateau", args...).CombinedOutput()
	return string(text), err == nil
}

// succeeds runs the program, which must not fail.
func succeeds(t *testing.T, args ...string) string {
	t.Helper()
	out, ok := runs(t, args...)
	if !ok {
		t.Fatalf("plateau %q: %s", args, out)
	}
	return out
}

// testPassword is that of all accounts.
const testPassword = "a board game, a table"

// account is a visitor with a session in a browser, and a password.
func (s *server) account(t *testing.T, name string) *visitor {
	t.Helper()
	v := s.from(t, "192.0.2.1")
	var err error
	if v.client.Jar, err = cookiejar.New(nil); err != nil {
		t.Fatal(err)
	}
	if status := v.ask(http.MethodPost, "/guests", map[string]any{"name": name}, nil); status != http.StatusCreated {
		t.Fatalf("a new guest: %d", status)
	}
	if status := v.ask(http.MethodPut, "/me/password", map[string]any{"password": testPassword}, nil); status != http.StatusOK {
		t.Fatalf("a password: %d", status)
	}
	return v
}

// newToken makes an API token, and returns its id, too.
func (v *visitor) newToken() (id, token string) {
	var made struct{ ID, Token string }
	if status := v.ask(http.MethodPost, "/me/tokens", map[string]any{"password": testPassword}, &made); status != http.StatusCreated {
		v.Fatalf("a token: %d", status)
	}
	return made.ID, made.Token
}

// meBy is how the server answers somebody with a token.
func (s *server) meBy(t *testing.T, token string) int {
	t.Helper()
	v := s.from(t, "192.0.2.2")
	v.token = token
	return v.ask(http.MethodGet, "/me", nil, nil)
}

// signsIn tries a password from an address of its own.
func (s *server) signsIn(t *testing.T, name, password string) int {
	t.Helper()
	return s.from(t, "192.0.2.3").ask(http.MethodPost, "/sessions", map[string]any{"name": name, "password": password}, nil)
}

// What was deleted, revoked or replaced after a backup does not come back with it.
func TestRestore(t *testing.T) {
	t.Parallel()
	data, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup.db")
	s := serve(t, data)
	const password, replaced = testPassword, "a table, a board game"
	ann, ben, eve := s.account(t, "Ann"), s.account(t, "Ben"), s.account(t, "Eve")
	s.account(t, "Zoe")
	valid, validToken := ann.newToken()
	revoked, revokedToken := ann.newToken()
	_, benToken := ben.newToken()
	_, link, _ := strings.Cut(strings.TrimSpace(administers(t, data, "link", "Ann")), "/#/enter/")
	_, unused, _ := strings.Cut(strings.TrimSpace(administers(t, data, "link", "Zoe")), "/#/enter/")
	administers(t, data, "promote", "Eve")
	var codes struct{ Codes []string }
	if status := ann.ask(http.MethodPost, "/me/recovery-codes", map[string]any{"password": password}, &codes); status >= 300 || len(codes.Codes) == 0 {
		t.Fatalf("recovery codes: %d", status)
	}
	succeeds(t, "backup", "--data", data, backup)

	if status := ann.ask(http.MethodDelete, "/me/tokens/"+revoked, nil, nil); status != http.StatusNoContent {
		t.Errorf("revoking %s, not %s: %d", revoked, valid, status)
	}
	if status := s.from(t, "192.0.2.4").ask(http.MethodPost, "/sessions/link", map[string]any{"token": link}, nil); status != http.StatusOK {
		t.Errorf("using the link: %d", status)
	}
	if status := eve.ask(http.MethodPut, "/me/password", map[string]any{"current": password, "password": replaced}, nil); status != http.StatusOK {
		t.Errorf("a new password: %d", status)
	}
	administers(t, data, "demote", "Eve")
	recovery := map[string]any{"name": "Ann", "code": codes.Codes[0], "password": password}
	if status := s.from(t, "192.0.2.5").ask(http.MethodPost, "/sessions/recovery", recovery, nil); status != http.StatusOK {
		t.Errorf("a recovery code: %d", status)
	}
	if status := ben.ask(http.MethodDelete, "/me", map[string]any{"password": password}, nil); status != http.StatusNoContent {
		t.Errorf("deleting Ben: %d", status)
	}
	if out, ok := runs(t, "restore", "--data", data, backup); ok || !strings.Contains(out, "another server uses the data folder") {
		t.Errorf("restoring under a running server: %s", out)
	}
	s.stops(t, syscall.SIGTERM)

	// A crash may leave half a line.
	list := filepath.Join(data, "online.removals")
	appendTo(t, list, "1763280000000 access 00ff")
	out := succeeds(t, "restore", "--data", data, backup)
	for _, want := range []string{
		"Restoring " + backup + ": ", "4 players, as of 20", "1 × player", "session or token", "1 × sign-in link", "1 × recovery code",
		"1 × administrator", "plateau admin link NAME", "The database that was there before is in",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "no complete list") {
		t.Errorf("there is a list:\n%s", out)
	}
	if info, err := os.Stat(filepath.Join(data, "online.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the database is %v, %v", info, err)
	}

	s = serve(t, data)
	for name, want := range map[string]struct{ got, want int }{
		"a token that was kept":             {s.meBy(t, validToken), http.StatusOK},
		"a token that was revoked":          {s.meBy(t, revokedToken), http.StatusUnauthorized},
		"the token of a deleted player":     {s.meBy(t, benToken), http.StatusUnauthorized},
		"the password of a deleted player":  {s.signsIn(t, "Ben", password), http.StatusForbidden},
		"a password that was replaced":      {s.signsIn(t, "Eve", password), http.StatusForbidden},
		"a link that was used":              {s.from(t, "192.0.2.6").ask(http.MethodPost, "/sessions/link", map[string]any{"token": link}, nil), http.StatusForbidden},
		"a link that nobody used":           {s.from(t, "192.0.2.7").ask(http.MethodPost, "/sessions/link", map[string]any{"token": unused}, nil), http.StatusOK},
		"a recovery code that was used":     {s.from(t, "192.0.2.8").ask(http.MethodPost, "/sessions/recovery", recovery, nil), http.StatusForbidden},
		"the old name, which is still held": {s.from(t, "192.0.2.9").ask(http.MethodPost, "/guests", map[string]any{"name": "Ben"}, nil), http.StatusConflict},
	} {
		if want.got != want.want {
			t.Errorf("%s: %d", name, want.got)
		}
	}
	if out := administers(t, data, "players", "--administrators"); strings.Contains(out, "Eve") {
		t.Errorf("Eve is an administrator again: %s", out)
	}
	s.stops(t, syscall.SIGTERM)

	// Without the list, nobody is signed in.
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	out = succeeds(t, "restore", "--data", data, backup)
	if !strings.Contains(out, "There is no complete list") {
		t.Errorf("the list is lost, but\n%s", out)
	}
	s = serve(t, data)
	if status := s.meBy(t, validToken); status != http.StatusUnauthorized {
		t.Errorf("without the list, a token: %d", status)
	}
	if status := s.signsIn(t, "Ann", password); status != http.StatusOK {
		t.Errorf("without the list, a password: %d", status)
	}
	s.stops(t, syscall.SIGTERM)
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// What is no backup is refused with a reason, and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	data, dir := t.TempDir(), t.TempDir()
	s := serve(t, data)
	s.opensTable(t)
	s.stops(t, syscall.SIGTERM)
	good := filepath.Join(dir, "good.db")
	succeeds(t, "backup", "--data", data, good)
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string, change func(b []byte) []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, change(append([]byte{}, content...)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	before, err := os.ReadFile(filepath.Join(data, "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ path, want string }{
		{filepath.Join(dir, "missing.db"), "no such file"},
		{dir, "it is a folder"},
		{file("empty.db", func([]byte) []byte { return nil }), "it is empty"},
		{file("text.db", func([]byte) []byte { return []byte(strings.Repeat("nothing of that ", 99)) }), "it is not a backup"},
		{file("short.db", func(b []byte) []byte { return b[:50] }), "it is cut off: not even its head"},
		{file("half.db", func(b []byte) []byte { return b[:len(b)/2] }), "it is cut off: it has"},
		{file("newer.db", func(b []byte) []byte { b[60] = 1; return b }), "newer version of the program"},
		{file("broken.db", func(b []byte) []byte { copy(b[len(b)*2/3:], strings.Repeat("broken", 3000)); return b }), "damaged"},
		{filepath.Join(data, "online.db"), "is the database itself"},
	} {
		if out, ok := runs(t, "restore", "--data", data, one.path); ok || !strings.Contains(out, one.want) {
			t.Errorf("%s: got %q, want %q", one.path, out, one.want)
		}
	}
	other := filepath.Join(dir, "other.db")
	makeForeign(t, other)
	if out, ok := runs(t, "restore", "--data", data, other); ok || !strings.Contains(out, "none of Plateau") {
		t.Errorf("a foreign database: %s", out)
	}
	after, err := os.ReadFile(filepath.Join(data, "online.db"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the database has changed, %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(data, ".restoring*")); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
	// Another server's backup is welcome, but its sessions end.
	fresh := t.TempDir()
	if out := succeeds(t, "restore", "--data", fresh, good); !strings.Contains(out, "were ended: 1 of them") {
		t.Errorf("into an empty folder: %s", out)
	}
	if out := administers(t, fresh, "players"); !strings.Contains(out, "Ann") {
		t.Errorf("the players in it: %s", out)
	}
}

// makeForeign makes a database of another program.
func makeForeign(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE recipes (name TEXT)"); err != nil {
		t.Fatal(err)
	}
}
