package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/push"
	"plateau/internal/store/storetest"
)

// version1 makes a file as the first version of the program did, with a
// player, two tokens and a table.
func version1(t *testing.T, path string) (table *play.Table) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := os.ReadFile(filepath.Join("migrations", "0001_tables.sql"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	opening := storetest.NewTable(1, now)
	opening.Keep(opening.Decide(t, "ann", "r", storetest.Opening("t", "ann", play.Terms{Game: "pivot"})))
	first, second := play.Token("first").Hash(), play.Token("second").Hash()
	for _, statement := range []struct {
		text string
		args []any
	}{
		{string(schema), nil},
		{`PRAGMA user_version = 1`, nil},
		{`INSERT INTO players (id, name, kept, since) VALUES ('ann', 'Ann', 0, ?)`, []any{now.UnixMilli()}},
		{`INSERT INTO beat (one, at) VALUES (1, 77)`, nil},
		{`INSERT INTO tokens (hash, player, since) VALUES (?, 'ann', ?), (?, 'ann', ?)`, []any{first[:], now.UnixMilli(), second[:], now.UnixMilli()}},
		{`INSERT INTO events (table_id, seq, at, kind, player, request, body) VALUES ('t', 1, ?, 'opened', 'ann', 'r',
			'{"terms":{"game":"pivot"},"chairs":[{"player":"ann","name":"ann"},{}]}')`, []any{now.UnixMilli()}},
		{`INSERT INTO tables (id, seq, phase, game, listed, waits, entered, summary) VALUES
			('t', 1, 1, 'pivot', 0, 1, 0, '{"id":"t","host":"ann","terms":{"game":"pivot"}}'),
			('listed', 9, 3, 'pivot', 1, 0, 3, '{"id":"listed","host":"ben","terms":{"listed":true,"spectators":true},"result":"1-0"}'),
			('rated', 9, 3, 'pivot', 0, 0, 2, '{"id":"rated","host":"","terms":{"rated":true,"spectators":true},"result":"1/2-1/2"}'),
			('void', 9, 3, 'pivot', 1, 0, 1, '{"id":"void","host":"ann","terms":{"listed":true,"spectators":true},"result":"*"}'),
			('private', 9, 3, 'pivot', 0, 0, 0, '{"id":"private","host":"ann","terms":{"spectators":true},"result":"1-0"}')`, nil},
		{`INSERT INTO sitters (player, table_id) VALUES ('ann', 't'), ('ann', 'private')`, nil},
	} {
		if _, err := db.ExecContext(t.Context(), statement.text, statement.args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return opening.Now
}

func TestFileOfTheFirstVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	table := version1(t, path)
	s := open(t, path)
	defer s.Close()
	ids := make(map[string]bool)
	for _, token := range []play.Token{"first", "second"} {
		player, access, err := s.PlayerByToken(t.Context(), token.Hash())
		if err != nil || player.Name != "Ann" || access.Kind != accounts.Session || access.ID == "" || !access.Used.Equal(player.Since) {
			t.Errorf("the token %s is that of %+v, %+v, %v", token, player, access, err)
		}
		ids[access.ID] = true
	}
	if len(ids) != 2 {
		t.Errorf("the tokens have the ids %v", ids)
	}
	replayed, err := play.Load(t.Context(), s, games.All().Games(), "t")
	if err != nil || replayed.Seq != table.Seq || replayed.Sitters[0] != table.Sitters[0] {
		t.Errorf("the table is %+v, %v", replayed, err)
	}
	if err := s.SetPassword(t.Context(), play.Player{ID: "ann", Name: "Ann"}, "ann", "x"); err != nil {
		t.Error(err)
	}
	due, err := s.Due(t.Context(), time.UnixMilli(0), 9)
	if err != nil || len(due) != 1 || due[0].Table != "t" || due[0].Seq != 1 {
		t.Errorf("the tables that wait for a server are %+v, %v", due, err)
	}
	if at, err := s.LastHeartbeat(t.Context()); err != nil || at.UnixMilli() != 77 {
		t.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	public, err := s.Tables(t.Context(), play.TableQuery{Phase: play.Over, Public: true, Played: true, Limit: 9})
	if err != nil || len(public) != 2 || public[0].ID != "listed" || public[1].ID != "rated" {
		t.Errorf("everybody may know of %+v, %v", public, err)
	}
	if n, err := s.CountTables(t.Context(), play.TableQuery{Host: "ann", Unfinished: true}); err != nil || n != 1 {
		t.Errorf("Ann has opened %d tables, %v", n, err)
	}
	if n, err := s.CountTables(t.Context(), play.TableQuery{Player: "ann", Unfinished: true}); err != nil || n != 1 {
		t.Errorf("Ann sits at %d tables, %v", n, err)
	}
	// Sessions from then can add devices, which end with them.
	_, access, err := s.PlayerByToken(t.Context(), play.Token("first").Hash())
	if err != nil {
		t.Fatal(err)
	}
	device := push.Device{ID: "d", Player: "ann", Session: access.ID, Endpoint: "https://push.example/d", Key: []byte{1}, Secret: []byte{2}}
	if _, err := s.SavePushDevice(t.Context(), device, 9); err != nil {
		t.Error(err)
	}
	if _, err := s.RemoveAccess(t.Context(), "ann", accounts.AccessChoice{ID: access.ID}); err != nil {
		t.Error(err)
	}
	if list, err := s.PushDevices(t.Context(), "ann"); err != nil || len(list) > 0 {
		t.Errorf("after signing out the devices are %v, %v", list, err)
	}
}

// TestForgottenBytes looks for a name in the file itself.
func TestForgottenBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	s := open(t, path)
	const secret = "Unmistakable"
	p := play.Player{ID: "p", Name: secret}
	if err := s.AddPlayer(t.Context(), p, "key of "+secret, accounts.Access{ID: "a", Player: "p", Label: secret}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetPassword(t.Context(), p, "key of "+secret, "hash of "+secret); err != nil {
		t.Fatal(err)
	}
	device := push.Device{ID: "d", Player: "p", Session: "a", Endpoint: "https://push.example/" + secret, Key: []byte(secret), Secret: []byte(secret), Label: secret}
	if _, err := s.SavePushDevice(t.Context(), device, 9); err != nil {
		t.Fatal(err)
	}
	table := storetest.NewTable(1, time.Now())
	for i, c := range []play.Command{
		play.OpenTable{ID: "t", Host: p, Terms: play.Terms{Game: "quixo", Chat: true}, Chairs: []play.Sitter{{Player: "p"}, {}}},
		play.Say{Channel: play.ToTable, Text: "I am " + secret},
	} {
		d := table.Decide(t, "p", fmt.Sprint(secret, i), c)
		if err := s.Append(t.Context(), play.BatchOf(d)); err != nil {
			t.Fatal(err)
		}
		table.Keep(d)
	}
	endReading := reading(t, path)
	if err := s.Forget(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	endReading()
	// What could not be wiped because somebody read it is wiped with a beat.
	if _, err := s.Heartbeat(t.Context(), time.Now, 0); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	files, err := filepath.Glob(strings.TrimSuffix(path, ".db") + "*")
	if err != nil || len(files) < 2 {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(secret)) {
			t.Errorf("%s has the name still", filepath.Base(file))
		}
	}
}

// reading has somebody read the file until the end is called.
func reading(t *testing.T, path string) (end func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM events").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}
