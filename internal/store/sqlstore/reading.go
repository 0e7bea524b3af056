package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

// scanner is one row.
type scanner interface{ Scan(dest ...any) error }

// scanners are all rows of a query.
type scanners interface {
	scanner
	Next() bool
	Err() error
	Close() error
}

// querier is what reads: a store, or a transaction, which sees what it has written.
type querier interface {
	query(ctx context.Context, query string, args ...any) (scanners, error)
}

// query reads rows outside a transaction. It fails with [play.ErrUnavailable] where the
// database is to blame; writes do so by themselves.
func (s *Store) query(ctx context.Context, query string, args ...any) (scanners, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, s.db.Unavailable(err)
	}
	return &markedRows{rows, s.db.Unavailable}, nil
}

// row is [Store.query] for a single row.
func (s *Store) row(ctx context.Context, query string, args ...any) scanner {
	return markedRow{s.db.QueryRowContext(ctx, query, args...), s.db.Unavailable}
}

func (w *Tx) query(ctx context.Context, query string, args ...any) (scanners, error) {
	return w.QueryContext(ctx, query, args...)
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

// each reads all rows of a query.
func each(ctx context.Context, q querier, read func(row scanner) error, query string, args ...any) error {
	rows, err := q.query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// list lists all rows of a query, each as scan reads it.
func list[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := each(ctx, q, func(row scanner) error {
		one, err := scan(row)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

// value reads a row with a single column.
func value[T any](row scanner) (v T, err error) {
	err = row.Scan(&v)
	return v, err
}

// missing is an error, or another one where that says that there is no row.
func missing(err, instead error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return instead
	}
	return err
}

// at reads a time, which is stored in milliseconds since 1970.
func at(t *time.Time) sql.Scanner { return storedTime{into: t} }

// atOrNever is [at] where 0 and NULL are no time.
func atOrNever(t *time.Time) sql.Scanner { return storedTime{into: t, orNever: true} }

type storedTime struct {
	into    *time.Time
	orNever bool
}

func (t storedTime) Scan(stored any) error {
	var millis sql.NullInt64
	if err := millis.Scan(stored); err != nil {
		return err
	}
	*t.into = time.UnixMilli(millis.Int64).UTC()
	if t.orNever && millis.Int64 == 0 {
		*t.into = time.Time{}
	}
	return nil
}

// fromJSON reads a value that is stored as JSON.
type fromJSON struct{ into any }

// Scan implements [sql.Scanner].
func (j fromJSON) Scan(stored any) error {
	text, isText := stored.(string)
	if isText {
		return json.Unmarshal([]byte(text), j.into)
	}
	bytes, _ := stored.([]byte)
	return json.Unmarshal(bytes, j.into)
}

// millisOf is a time as it is stored where 0 is none.
func millisOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// conditions are those of a query, with their arguments.
type conditions struct {
	text string
	args []any
}

// add adds a condition if it is wanted.
func (c *conditions) add(wanted bool, condition string, values ...any) {
	if !wanted {
		return
	}
	c.text += " AND " + condition
	c.args = append(c.args, values...)
}
