package postgres

import (
	"context"
	"embed"
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
//go:embed migrations/*.sql
var migrations embed.FS

// oldest is the oldest PostgreSQL that has all we use.
const oldest = 14

// migrationLock is the advisory lock under which one server migrates at a time.
const migrationLock = 0x506c61746561 // "Platea"

// step is a migration.
type step struct {
	number     int
	name, text string
}

// allSteps are the migrations in order.
func allSteps() ([]step, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var all []step
	for _, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, step{n, name, string(text)})
	}
	return all, nil
}

// migrate runs the missing migrations, whichever server comes first.
func migrate(ctx context.Context, conn *pgx.Conn) (err error) {
	if err := checkServer(ctx, conn); err != nil {
		return err
	}
	steps, err := allSteps()
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	defer func() {
		if _, unlocking := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrationLock)); err == nil {
			err = unlocking
		}
	}()
	version, err := versionOf(ctx, conn)
	if err != nil {
		return err
	}
	if last := steps[len(steps)-1].number; version > last {
		return fmt.Errorf("the database was written by a newer version of the program (its version is %d, ours %d); start that version", version, last)
	}
	for _, s := range steps {
		if s.number <= version {
			continue
		}
		if err := s.run(ctx, conn); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// run runs a migration with its number in one transaction.
func (s step) run(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Without parameters, several statements may be sent at once.
		if _, err := tx.Exec(ctx, s.text); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO schema_version (one, number) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET number = excluded.number`, s.number)
		return err
	})
}

// versionOf is the number of the last migration; 0 for an empty database.
func versionOf(ctx context.Context, conn *pgx.Conn) (version int, err error) {
	_, err = conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS schema_version (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL)`)
	if err != nil {
		return 0, err
	}
	err = conn.QueryRow(ctx, `SELECT coalesce((SELECT number FROM schema_version), 0)`).Scan(&version)
	return version, err
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
