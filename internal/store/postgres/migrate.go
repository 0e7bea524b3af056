package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Migrations have the numbers of SQLite's, from the first here on without a gap, and
// only go forward. The table "schema_version" has the number of the last that has run.
//
// They run while servers of the version before go on, which then use tables that are
// newer than they know: CONTRIBUTING.md says what a migration may change.
//
//go:embed migrations/*.sql
var migrations embed.FS

// oldestServer is the last migration of the oldest servers that can use the database
// as this program leaves it. A migration that they cannot stand raises it to its own
// number, and then runs only while no server does.
const oldestServer = 19

// oldest is the oldest PostgreSQL that has all we use.
const oldest = 14

// migrationLock is the advisory lock under which one server migrates at a time.
const migrationLock = 0x506c61746561 // "Platea"

// step is a migration.
type step struct {
	number     int
	name, text string
}

// schema is what a program makes of a database.
type schema struct {
	steps []step
	// oldestServer is the number of the last migration of the oldest servers that
	// can use it.
	oldestServer int
	// lockTime is how long a migration waits for a table that others use. Those who
	// come after it wait as well, so it does not insist, but tries again, this
	// often.
	lockTime  string
	lockTries int
}

// last is the number of the last migration.
func (s schema) last() int { return s.steps[len(s.steps)-1].number }

// ourSchema has the migrations of this program in order.
func ourSchema() (schema, error) {
	s := schema{oldestServer: oldestServer, lockTime: "2s", lockTries: 30}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return s, err
	}
	for _, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		n, err := strconv.Atoi(number)
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		text, err := migrations.ReadFile(name)
		if err != nil {
			return s, err
		}
		s.steps = append(s.steps, step{n, name, string(text)})
	}
	if nextMigration != "" {
		s.steps = append(s.steps, step{s.last() + 1, "the migration of the next version", nextMigration})
	}
	return s, nil
}

// migrate runs the missing migrations, whichever server comes first. A database that
// a newer program has migrated is accepted if that program says so, except where it
// has to be exactly ours.
func (s schema) migrate(ctx context.Context, conn *pgx.Conn, exactly bool) (err error) {
	if err := checkServer(ctx, conn); err != nil {
		return err
	}
	if err := lock(ctx, conn, migrationLock); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock(ctx, conn, migrationLock)) }()
	if err := createVersion(ctx, conn); err != nil {
		return err
	}
	found, err := versionOf(ctx, conn)
	if err != nil {
		return err
	}
	if err := found.check(s, exactly); err != nil || found.number >= s.last() {
		return err
	}
	if found.number > 0 && s.oldestServer > found.number {
		var alone bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(useLock)).Scan(&alone); err != nil {
			return err
		}
		if !alone {
			return errors.New("servers of an earlier version use the database, and cannot go on after its migration to this version; stop all of them first")
		}
		defer func() { err = errors.Join(err, unlock(ctx, conn, useLock)) }()
	}
	for _, one := range s.steps {
		if one.number <= found.number {
			continue
		}
		if err := s.run(ctx, conn, one); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

func lock(ctx context.Context, conn *pgx.Conn, key int64) error {
	_, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key)
	return err
}

func unlock(ctx context.Context, conn *pgx.Conn, key int64) error {
	_, err := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
	return err
}

// run runs a migration, again if others kept its tables locked.
func (s schema) run(ctx context.Context, conn *pgx.Conn, one step) (err error) {
	for range s.lockTries {
		if err = s.try(ctx, conn, one); codeOf(err) != lockNotAvailable {
			return err
		}
	}
	return fmt.Errorf("others use the tables all the time: %w", err)
}

// try runs a migration with its number in one transaction.
func (s schema) try(ctx context.Context, conn *pgx.Conn, one step) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Without parameters, several statements may be sent at once.
		if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '"+s.lockTime+"';\n"+one.text); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO schema_version (one, number, oldest_server) VALUES (1, $1, $2)
			ON CONFLICT (one) DO UPDATE SET number = excluded.number, oldest_server = excluded.oldest_server`, one.number, s.oldestServer)
		return err
	})
}

// version is what a database says about itself.
type version struct{ number, oldestServer int }

// createVersion makes the table of the version.
func createVersion(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_version (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL);
		ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest_server INTEGER NOT NULL DEFAULT 0`)
	return err
}

// versionOf is the version of a database, zero for an empty one.
func versionOf(ctx context.Context, conn *pgx.Conn) (v version, err error) {
	err = conn.QueryRow(ctx, `SELECT coalesce(max(number), 0), coalesce(max(oldest_server), 0) FROM schema_version`).Scan(&v.number, &v.oldestServer)
	return v, err
}

// check refuses a database that is too new for a program.
func (v version) check(s schema, exactly bool) error {
	switch last := s.last(); {
	case v.number <= last:
		return nil
	case exactly:
		return fmt.Errorf("the database was migrated by a newer version of the program (its version is %d, ours %d); use that one", v.number, last)
	case v.oldestServer > last:
		return fmt.Errorf("the database was migrated by a newer version of the program, and cannot be used by this one any more (its version is %d, ours %d); start that version",
			v.number, last)
	}
	return nil
}

// checkServer refuses servers that could not store everything.
func checkServer(ctx context.Context, conn *pgx.Conn) error {
	var number int
	var version, encoding string
	err := conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding')`).
		Scan(&number, &version, &encoding)
	if err != nil {
		return err
	}
	return usable(number, version, encoding)
}

// usable refuses old servers, and databases that cannot store every text.
func usable(number int, version, encoding string) error {
	switch {
	case number < oldest*10000:
		return fmt.Errorf("this is PostgreSQL %s; Plateau needs %d or newer", version, oldest)
	case encoding != "UTF8":
		return fmt.Errorf("the database has the encoding %s; create one with: createdb --encoding UTF8 --template template0", encoding)
	}
	return nil
}
