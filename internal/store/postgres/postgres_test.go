//go:build unix

package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/store/postgres"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/store/removals"
	"plateau/internal/store/sqlstore"
	"plateau/internal/store/storetest"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// open opens the store of a test; its list of removals is in a folder of its own.
func open(tb testing.TB, address, list string) *postgres.Store {
	tb.Helper()
	s, err := postgres.Open(tb.Context(), address, list)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	server := pgtest.Shared(t)
	storetest.Run(t, func(t *testing.T) storetest.Opener {
		t.Helper()
		address, list := server.Schema(t), filepath.Join(t.TempDir(), "online.removals")
		return func(t *testing.T) *sqlstore.Store {
			t.Helper()
			return open(t, address, list).Store
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	server := pgtest.Durable(b)
	storetest.BenchmarkAppend(b, func(b *testing.B) *sqlstore.Store {
		b.Helper()
		return open(b, server.Database(b), "").Store
	})
}

func BenchmarkCompare(b *testing.B) {
	server := pgtest.Durable(b)
	storetest.BenchmarkCompare(b, func(b *testing.B) *sqlstore.Store {
		b.Helper()
		return open(b, server.Database(b), "").Store
	})
}

// TestServersStartTogether opens an empty database from several servers at once. One
// of them migrates it.
func TestServersStartTogether(t *testing.T) {
	address := pgtest.Shared(t).Database(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), address, "")
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestMigrationsOfBothEngines compares their numbers.
func TestMigrationsOfBothEngines(t *testing.T) {
	last := func(folder string) string {
		t.Helper()
		all, err := filepath.Glob(filepath.Join(folder, "migrations", "*.sql"))
		if err != nil || len(all) == 0 {
			t.Fatal(folder, err)
		}
		number, _, _ := strings.Cut(filepath.Base(all[len(all)-1]), "_")
		return number
	}
	if ours, theirs := last("."), last("../sqlite"); ours != theirs {
		t.Errorf("the last migration of PostgreSQL is %s, of SQLite %s: each number needs both", ours, theirs)
	}
}

// execute runs a statement beside the store.
func execute(t *testing.T, address, query string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

// TestWrongAddresses checks that errors say what to do, and never the password.
func TestWrongAddresses(t *testing.T) {
	good := pgtest.Shared(t).Database(t)
	for _, c := range []struct{ address, want string }{
		{"play.db", "write postgres://USER:PASSWORD@HOST:5432/DATABASE"},
		{"postgres://u:hunter2@localhost:port/x", "write postgres://"},
		{"postgres://u:hunter2@localhost:1/x", "check that it runs"},
		{strings.Replace(good, "/test", "/absent", 1), "createdb"},
		{strings.Replace(good, "plateau@", "stranger:hunter2@", 1), "stranger"},
	} {
		_, err := postgres.Open(t.Context(), c.address, "")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want %q", c.address, err, c.want)
		}
	}
	execute(t, good, `DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN`)
	asGuest := strings.Replace(good, "plateau@", "guest@", 1)
	if _, err := postgres.Open(t.Context(), asGuest, ""); err == nil || !strings.Contains(err.Error(), "OWNER TO") {
		t.Errorf("somebody who may not create tables: %v", err)
	}
}

// TestSettings begins with an address that trades safety for speed.
func TestSettings(t *testing.T) {
	s := open(t, pgtest.Shared(t).Schema(t)+"&synchronous_commit=off", "")
	defer s.Close()
	for name, want := range map[string]string{"synchronous_commit": "on", "idle_in_transaction_session_timeout": "30s"} {
		if reading, writing := s.Setting(t, name); reading != want || writing != want {
			t.Errorf("%s is %s for those who read and %s for those who write, not %s", name, reading, writing, want)
		}
	}
}

// TestTextsAsTheyCome stores texts that PostgreSQL would refuse.
func TestTextsAsTheyCome(t *testing.T) {
	s := open(t, pgtest.Shared(t).Schema(t), "")
	defer s.Close()
	access := accounts.Access{ID: "a", Player: "p", Label: "zero \x00, not UTF-8 \xff", Kind: accounts.Session}
	if err := s.AddPlayer(t.Context(), play.Player{ID: "p", Name: "P"}, "p", access); err != nil {
		t.Fatal(err)
	}
	list, err := s.Accesses(t.Context(), "p")
	if err != nil || len(list) != 1 || list[0].Label != "zero \ufffd, not UTF-8 \ufffd" {
		t.Errorf("got %+v, %v", list, err)
	}
	if _, err := s.Player(t.Context(), "p\x00"); !errors.Is(err, play.ErrNoPlayer) {
		t.Errorf("a player whose id has a zero: %v", err)
	}
}

// TestLimitsAtTheSameTime has many ask for the last free place.
func TestLimitsAtTheSameTime(t *testing.T) {
	s := open(t, pgtest.Shared(t).Schema(t), "")
	defer s.Close()
	if err := s.AddPlayer(t.Context(), play.Player{ID: "p", Name: "P"}, "p", accounts.Access{ID: "a", Player: "p", Kind: accounts.Session}); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var added atomic.Int64
	for i := range 8 {
		all.Go(func() {
			id := fmt.Sprint("token", i)
			err := s.AddAccess(t.Context(), accounts.Access{ID: id, Hash: play.Token(id).Hash(), Player: "p", Kind: accounts.Robot}, 3)
			switch {
			case err == nil:
				added.Add(1)
			case !errors.Is(err, play.ErrTooMany):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if added.Load() != 3 {
		t.Errorf("%d tokens were added, 3 may be", added.Load())
	}
}

// TestRemovalsAreListed looks for what was removed in the lists of two servers, of
// which one dies before it has listed it.
func TestRemovalsAreListed(t *testing.T) {
	address := pgtest.Shared(t).Schema(t)
	lists := []string{filepath.Join(t.TempDir(), "a.removals"), filepath.Join(t.TempDir(), "b.removals")}
	kinds := func(i int) string {
		t.Helper()
		l, err := removals.Read(lists[i])
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, r := range l.Removals {
			all = append(all, string(r.Kind))
		}
		return strings.Join(all, " ")
	}
	s := open(t, address, lists[0])
	if err := s.AddPlayer(t.Context(), play.Player{ID: "p", Name: "P"}, "p", accounts.Access{ID: "a", Player: "p", Kind: accounts.Session}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.RemoveAccess(t.Context(), "p", accounts.AccessChoice{}); err != nil || kinds(0) != "access" {
		t.Errorf("%v, the list has %s", err, kinds(0))
	}
	if err := s.Forget(t.Context(), "p"); err != nil || kinds(0) != "access player" {
		t.Errorf("%v, the list has %s", err, kinds(0))
	}
	// What a server has left in the table is listed by the next.
	execute(t, address, `INSERT INTO removals (kind, key, at) VALUES ('link', '00', now() - interval '1 hour'), ('code', '00', now())`)
	other := open(t, address, lists[1])
	if got := kinds(1); got != "link" {
		t.Errorf("the other list has %q", got)
	}
	execute(t, address, `UPDATE removals SET at = now() - interval '1 hour'`)
	if err := s.CompactRemovals(t.Context(), time.Now()); err != nil || kinds(0) != "access player code" {
		t.Errorf("%v, the list has %s", err, kinds(0))
	}
	if err := errors.Join(s.Close(), other.Close()); err != nil {
		t.Error(err)
	}
	if err := s.RemoveEnded(t.Context(), time.Now()); !errors.Is(err, sqlstore.ErrClosed) {
		t.Errorf("a closed store: %v", err)
	}
}

func TestUnfinishedTables(t *testing.T) {
	address := pgtest.Shared(t).Schema(t)
	s := open(t, address, "")
	defer s.Close()
	storetest.UnfinishedTables(t, s.Store, s.Explained, func(t *testing.T) {
		t.Helper()
		execute(t, address, `INSERT INTO sitters (player, table_id, over) SELECT 'ann', 'old' || i, 1 FROM generate_series(1, 5000) i;
			INSERT INTO tables (id, phase, game, listed, entered, summary, host, public, played) SELECT 'old' || i, 3, 'quixo', 0, 0, '{}', 'ann', 0, 1
			FROM generate_series(1, 5000) i;
			ANALYSE sitters, tables`)
	})
	execute(t, address, `DO $$ BEGIN ASSERT (SELECT string_agg(player || ' at ' || table_id, ', ' ORDER BY table_id, player) FROM sitters WHERE over = 0)
		= 'ann at open, ann at running, ben at running'; END $$`)
}
