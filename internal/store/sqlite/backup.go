package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"plateau/internal/durable"
)

// Contents says what a file has.
type Contents struct{ Tables, Players int }

// abandonedAfter is after how long nobody works on an unfinished backup any more: it is
// written all the time, and then read once.
const abandonedAfter = time.Hour

// RemoveUnfinished removes backups from a folder whose process was killed. They are as
// large as others, and have what was deleted since.
func RemoveUnfinished(dir string) error {
	return durable.RemoveUnfinished(dir, time.Now().Add(-abandonedAfter))
}

// Backup copies a database to another file while a store may be using it. The copy
// is complete and checked, or does not exist at all; it replaces an older one. Only
// its owner may read it. The database is copied as it is, whatever version of the
// program wrote it.
func Backup(ctx context.Context, from, to string) (c Contents, err error) {
	if _, err := os.Stat(from); err != nil {
		return Contents{}, err
	}
	if err := RemoveUnfinished(filepath.Dir(to)); err != nil {
		return Contents{}, err
	}
	db, err := sql.Open("sqlite", plainAddress(from, "mode=rw&_pragma=busy_timeout(5000)"))
	if err != nil {
		return Contents{}, err
	}
	err = durable.ReplaceBy(to, func(f *os.File) error {
		if err := f.Chmod(0o600); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "VACUUM INTO ?", f.Name()); err != nil {
			return err
		}
		c, err = Check(ctx, f.Name())
		return err
	})
	return c, errors.Join(err, db.Close())
}

// Check reads a whole file, and says what is wrong with it.
func Check(ctx context.Context, path string) (c Contents, err error) {
	db, err := sql.Open("sqlite", plainAddress(path, "mode=ro"))
	if err != nil {
		return Contents{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return Contents{}, err
	}
	if verdict != "ok" {
		return Contents{}, fmt.Errorf("it is damaged: %s", verdict)
	}
	counts := db.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM players)")
	return c, counts.Scan(&c.Tables, &c.Players)
}

// plainAddress is the data source name of a file that must not be changed.
func plainAddress(path, options string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options
}
