package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"plateau/internal/store/sqlstore"
)

// OpenRaw opens a file to copy it, and migrates an older one. No store may be using
// it.
func OpenRaw(ctx context.Context, path string) (*sqlstore.Raw, error) {
	s, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, "_pragma=wal_autocheckpoint(1000)"))
	if err != nil {
		return nil, err
	}
	return &sqlstore.Raw{
		DB: db, Name: path,
		Number: func(query string) string { return query },
		Text:   func(text string) string { return text },
		Last: func(ctx context.Context, table string) (last int64, err error) {
			err = db.QueryRowContext(ctx, `SELECT seq FROM sqlite_sequence WHERE name = ?`, table).Scan(&last)
			if errors.Is(err, sql.ErrNoRows) {
				err = nil
			}
			return last, err
		},
		SetLast: func(ctx context.Context, table string, last int64) error {
			_, err := db.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, table)
			if err == nil {
				_, err = db.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table, last)
			}
			return err
		},
		Close: func() error {
			// All of it in one file.
			_, err := db.ExecContext(context.WithoutCancel(ctx), "PRAGMA wal_checkpoint(TRUNCATE)")
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			return errors.Join(err, db.Close())
		},
	}, nil
}
