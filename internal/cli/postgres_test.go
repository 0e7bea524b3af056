//go:build unix

package cli_test

import (
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/bus/nats/natstest"
	"plateau/internal/store/postgres/pgtest"
)

// TestPostgres moves a server from SQLite to PostgreSQL, runs two servers there,
// administers and restores them, and moves back.
func TestPostgres(t *testing.T) {
	t.Parallel()
	database := pgtest.Own(t)
	address := database.Database(t)
	data, other := t.TempDir(), t.TempDir()
	s := serve(t, data)
	ann, ben := s.account(t, "Ann"), s.account(t, "Ben")
	_, annToken := ann.newToken()
	_, benToken := ben.newToken()
	if out, ok := runs(t, "migrate", "--from", "sqlite:"+data, "--to", address); ok || !strings.Contains(out, "another server uses the data folder") {
		t.Errorf("a file that a server uses: %s", out)
	}
	s.stops(t, syscall.SIGTERM)
	out := succeeds(t, "migrate", "--from", "sqlite:"+data, "--to", address)
	for _, want := range []string{"players          2 rows, checksum ", "Copied ", "--database"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}

	first, second := serve(t, data, "--database", address), serve(t, other, "--database", address)
	if want := "Online games are stored in PostgreSQL at "; !strings.Contains(first.screen, want) {
		t.Errorf("%q is missing in\n%s", want, first.screen)
	}
	for _, s := range []*server{first, second} {
		if status := s.meBy(t, annToken); status != http.StatusOK {
			t.Errorf("a token from before: %d", status)
		}
	}
	if out, ok := runs(t, "migrate", "--from", address, "--to", "sqlite:"+t.TempDir()); ok || !strings.Contains(out, "a server or another copy uses the database") {
		t.Errorf("a database that servers use: %s", out)
	}
	if out := administers(t, other, "players"); !strings.Contains(out, "Ann") || !strings.Contains(out, "Ben") {
		t.Errorf("the players are\n%s", out)
	}
	if out, ok := runs(t, "backup", "--database", address, "copy.dump"); ok || !strings.Contains(out, "pg_dump --format custom --file copy.dump") {
		t.Errorf("a backup: %s", out)
	}
	dump := filepath.Join(t.TempDir(), "copy.dump")
	pgTool(t, database.Program("pg_dump"), "--format", "custom", "--file", dump, address)

	// The second server deletes Ben; restoring the copy does not bring him back.
	administers(t, other, "delete", "Ben", "--yes")
	first.stops(t, syscall.SIGTERM)
	second.stops(t, syscall.SIGTERM)
	pgTool(t, database.Program("pg_restore"), "--clean", "--if-exists", "--single-transaction", "--dbname", address, dump)
	if out, ok := runs(t, "restore", "--database", address, "--data", data, dump); ok || !strings.Contains(out, "pg_restore --clean") {
		t.Errorf("a copy is no list: %s", out)
	}
	out = succeeds(t, "restore", "--database", address, "--data", data, filepath.Join(other, "online.removals"))
	if !strings.Contains(out, "1 × player") {
		t.Errorf("restored:\n%s", out)
	}
	// Without a server, the commands use the database itself.
	if out := succeeds(t, "admin", "--data", data, "--database", address, "players"); !strings.Contains(out, "Ann") || strings.Contains(out, "Ben") {
		t.Errorf("the players are\n%s", out)
	}

	if out, ok := runs(t, "migrate", "--from", address, "--to", "sqlite:"+data); ok || !strings.Contains(out, "--replace") {
		t.Errorf("overwriting the file: %s", out)
	}
	succeeds(t, "migrate", "--from", address, "--to", "sqlite:"+data, "--replace")
	s = serve(t, data)
	if status := s.meBy(t, benToken); status != http.StatusUnauthorized {
		t.Errorf("the token of a deleted player: %d", status)
	}
	s.stops(t, syscall.SIGTERM)
}

// pgTool runs one of PostgreSQL's programs.
func pgTool(t *testing.T, path string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, out)
	}
}

// TestBenchOfSeveralServers measures two servers beside one, and leaves nothing in the
// database.
func TestBenchOfSeveralServers(t *testing.T) {
	t.Parallel()
	database := pgtest.Own(t)
	address := database.Database(t)
	broker := natstest.Start(t)
	out := succeeds(t, "bench", "server", "--servers", "2", "--database", address, "--nats", broker.ClientURL(),
		"--tables", "3", "--rate", "30", "--duration", "0.5")
	for _, want := range []string{
		`1 server, SQLite +1 server, PostgreSQL +2 servers, PostgreSQL`, `tables and streams +3 and 6 +3 and 6 +3 and 6`, `moves per second +\d+, 30 intended`,
		`processor per move, servers +\d+ µs +\d+ µs +\d+ µs`, `failures +none +none +none`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	tables := exec.CommandContext(t.Context(), database.Program("psql"), "--tuples-only", "--command", `\dn`, address)
	if left, err := tables.CombinedOutput(); err != nil || strings.Contains(string(left), "bench") {
		t.Errorf("%v, the schemas are\n%s", err, left)
	}
}

func TestWrongDatabases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--database", "mysql://x"}, "write postgres://USER:PASSWORD@HOST:5432/DATABASE"},
		{[]string{"serve", "--database", "postgres://u:hunter2@localhost:1/x"}, "check that it runs"},
		{[]string{"serve", "--database", "postgres://u@localhost:1/x", "--no-online"}, "--no-online"},
		{[]string{"serve", "--database", "postgres://u@localhost:1/x", "--backups", "b"}, "plateau backup --database"},
		{[]string{"migrate", "--from", "sqlite:"}, "--to is missing"},
		{[]string{"migrate", "--from", "sqlite:/nowhere", "--to", "postgres://u@localhost:1/x"}, "there is nothing to copy"},
		{[]string{"migrate", "--from", "x", "--to", "y"}, "is no database"},
	} {
		data := t.TempDir()
		args := c.args
		if args[0] == "serve" {
			args = append(args, "--listen", "localhost:0", "--data", data)
		}
		if out, ok := runs(t, args...); ok || !strings.Contains(out, c.want) || strings.Contains(out, "hunter2") {
			t.Errorf("plateau %q: %s", args, out)
		}
	}
}
