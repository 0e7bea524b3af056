//go:build unix

package postgres_test

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/internal/play"
	"plateau/internal/store/postgres"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/store/storetest"
)

//go:embed testdata/nextversion.sql
var nextVersion string

// opens makes a table in a store.
func opens(t *testing.T, s *postgres.Store, number int) {
	t.Helper()
	table := storetest.NewTable(uint64(number), time.Now())
	id := play.TableID(fmt.Sprint("table", number))
	if err := s.Append(t.Context(), play.BatchOf(table.Decide(t, "ann", strconv.Itoa(number), storetest.Opening(id, "ann", play.Terms{Game: "pivot"})))); err != nil {
		t.Error(err)
	}
}

// refuses fails unless there is an error with a text.
func refuses(t *testing.T, s *postgres.Store, err error, want string) {
	t.Helper()
	if err == nil {
		t.Errorf("it was opened, and should have been refused: %s", want)
		_ = s.Close()
		return
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("%v; want %q", err, want)
	}
}

// A database that was closed can be copied at once, and used at once after a copy.
func TestClosedDatabaseIsFree(t *testing.T) {
	address := pgtest.Shared(t).Database(t)
	for range 20 {
		if err := open(t, address, "").Close(); err != nil {
			t.Fatal(err)
		}
		raw, err := postgres.OpenRaw(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A server goes on, and can be started again, after the next version has added to the
// database. Nobody copies it without what was added.
func TestNextVersionAdds(t *testing.T) {
	address := pgtest.Shared(t).Database(t)
	present := open(t, address, "")
	defer present.Close()
	opens(t, present, 1)
	next, err := postgres.OpenNext(t.Context(), address, nextVersion, true)
	if err != nil {
		t.Fatal(err)
	}
	opens(t, next, 2)
	opens(t, present, 3)
	again := open(t, address, "")
	opens(t, again, 4)
	for _, s := range []*postgres.Store{again, next, present} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if raw, err := postgres.OpenRaw(t.Context(), address); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("a program that does not know all tables may copy them: %v", err)
		if err == nil {
			_ = raw.Close()
		}
	}
}

// What servers cannot stand is not done while they run.
func TestNextVersionBreaks(t *testing.T) {
	address := pgtest.Shared(t).Database(t)
	const breaking = `ALTER TABLE tables DROP COLUMN game CASCADE`
	present := open(t, address, "")
	next, err := postgres.OpenNext(t.Context(), address, breaking, false)
	refuses(t, next, err, "stop all of them first")
	opens(t, present, 1)
	if err := present.Close(); err != nil {
		t.Error(err)
	}
	if next, err = postgres.OpenNext(t.Context(), address, breaking, false); err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	present, err = postgres.Open(t.Context(), address, "")
	refuses(t, present, err, "newer version")
}

// A migration does not wait for tables that others use: those who come after it would
// wait with it.
func TestMigrationGivesWay(t *testing.T) {
	address := pgtest.Shared(t).Database(t)
	present := open(t, address, "")
	defer present.Close()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `BEGIN; LOCK TABLE events IN ACCESS SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	next, err := postgres.OpenNext(t.Context(), address, nextVersion, true)
	refuses(t, next, err, "others use the tables all the time")
	opens(t, present, 1)
	if _, err := conn.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if next, err = postgres.OpenNext(t.Context(), address, nextVersion, true); err != nil {
		t.Fatal(err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestUnfinishedTablesAreMigrated goes back to before it was noted which tables are over,
// and forward again.
func TestUnfinishedTablesAreMigrated(t *testing.T) {
	address := pgtest.Shared(t).Schema(t)
	s := open(t, address, "")
	opens(t, s, 1)
	opens(t, s, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	execute(t, address, `UPDATE tables SET phase = 3 WHERE id = 'table2';
		DROP INDEX ratings_by_player, reports_by_closer, sitters_unfinished; DROP TRIGGER table_over ON tables; DROP FUNCTION note_table_over;
		ALTER TABLE sitters DROP COLUMN over; ALTER TABLE signin_links DROP COLUMN over_ssh; ALTER TABLE tokens DROP COLUMN over_ssh;
		DROP TRIGGER removed_contact ON players; DROP FUNCTION remove_contact;
		ALTER TABLE player_groups DROP COLUMN contact; ALTER TABLE players DROP COLUMN friend_requests;
		UPDATE schema_version SET number = 24`)
	s = open(t, address, "")
	defer s.Close()
	if n, err := s.CountTables(t.Context(), play.TableQuery{Player: "ann", Unfinished: true}); err != nil || n != 1 {
		t.Errorf("Ann sits at %d tables, %v", n, err)
	}
	opens(t, s, 3)
	execute(t, address, `DO $$ BEGIN ASSERT (SELECT string_agg(table_id || over, ' ' ORDER BY table_id) FROM sitters)
		= 'table10 table21 table30'; END $$`)
}
