package postgres

import (
	"context"
	"errors"
	"fmt"

	"plateau/internal/store/sqlstore"
)

// OpenRaw opens a database to copy it, and migrates an older one. It fails if a
// server uses it, and keeps servers from doing so.
func OpenRaw(ctx context.Context, address string) (*sqlstore.Raw, error) {
	config, err := configOf(address)
	if err != nil {
		return nil, err
	}
	conn, err := connect(ctx, config)
	if err != nil {
		return nil, explain(err, config)
	}
	ours, err := ourSchema()
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	var locked bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(useLock)).Scan(&locked)
	switch {
	case err == nil && !locked:
		err = errors.New("a server or another copy uses the database; stop it first")
	case err == nil:
		// What a newer version has added would not be copied.
		err = ours.migrate(ctx, conn, true)
	}
	if err != nil {
		return nil, errors.Join(explain(err, config), closeFreed(ctx, conn))
	}
	db := openDB(config)
	return &sqlstore.Raw{
		DB: db, Name: Where(address), Number: number, Text: storable,
		Last: func(ctx context.Context, table string) (last int64, err error) {
			// A sequence that was never used has not given its first number.
			err = db.QueryRowContext(ctx, fmt.Sprintf(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM %s_seq_seq`, table)).Scan(&last)
			return last, err
		},
		SetLast: func(ctx context.Context, table string, last int64) error {
			_, err := db.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence($1, 'seq'), greatest($2::bigint, 1), $2::bigint > 0)`, table, last)
			return err
		},
		Close: func() error { return errors.Join(db.Close(), closeFreed(context.WithoutCancel(ctx), conn)) },
	}, nil
}
