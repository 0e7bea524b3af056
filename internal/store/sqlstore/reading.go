package sqlstore

import (
	"context"
	"database/sql"
)

// reading is a database whose reads fail with [play.ErrUnavailable] where the database
// is to blame. Its writes do so by themselves.
type reading struct{ Database }

// QueryContext is that of [sql.DB].
func (r reading) QueryContext(ctx context.Context, query string, args ...any) (*markedRows, error) {
	rows, err := r.Database.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, r.Unavailable(err)
	}
	return &markedRows{rows, r.Unavailable}, nil
}

// QueryRowContext is that of [sql.DB].
func (r reading) QueryRowContext(ctx context.Context, query string, args ...any) scanner {
	return markedRow{r.Database.QueryRowContext(ctx, query, args...), r.Unavailable}
}

// scanner is one row.
type scanner interface{ Scan(dest ...any) error }

// scanners are all rows of a query.
type scanners interface {
	scanner
	Next() bool
	Err() error
	Close() error
}

type markedRow struct {
	row  scanner
	mark func(error) error
}

func (r markedRow) Scan(dest ...any) error { return r.mark(r.row.Scan(dest...)) }

type markedRows struct {
	*sql.Rows
	mark func(error) error
}

func (r *markedRows) Scan(dest ...any) error { return r.mark(r.Rows.Scan(dest...)) }

func (r *markedRows) Err() error { return r.mark(r.Rows.Err()) }
