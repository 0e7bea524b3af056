// Package sqlstore is what the stores of online play share: all of the SQL that
// SQLite and PostgreSQL understand alike, and how rows become values.
//
// # Portable SQL
//
// Queries number their parameters as SQLite does: ?, or ?1 where one is used
// twice. Truth is 0 or 1 in a column of integers, time is milliseconds since 1970,
// texts are compared byte by byte. Joins that have to be made in the written order
// are CROSS JOINs with conditions after WHERE. What the engines do not share is in
// [Database]; appending to tables, of which there is the most, is up to them.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/play"
)

// ErrClosed is the error of a closed store.
var ErrClosed = errors.New("the store is closed")

// Database is an engine.
type Database interface {
	// QueryContext and QueryRowContext are those of [sql.DB]. They see all that
	// was acknowledged.
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	// Write makes a change in a transaction, as if no other were made at the same
	// time, and returns when it is durable. The function may be called again if an
	// attempt was undone; if it fails, nothing changes.
	Write(ctx context.Context, change func(ctx context.Context, w *Tx) error) error
	// Erase is a Write after which what was overwritten or deleted must not be
	// found in files for longer than necessary.
	Erase(ctx context.Context, change func(ctx context.Context, w *Tx) error) error
	// Unavailable marks an error with [play.ErrUnavailable] if it is one of the
	// database, and not of what it was asked for.
	Unavailable(err error) error
	// Elements is a table with the elements of a JSON array: their index as key,
	// themselves as value.
	Elements(parameter string) string
}

// Conn runs statements in a transaction, and sees what it has written so far.
type Conn interface {
	// Exec returns how many rows were changed.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Tx is a transaction.
type Tx struct{ Conn }

// Engine is what the engines do each in its own way.
type Engine interface {
	// Append implements [play.TableStore].
	Append(ctx context.Context, batches ...play.Batch) error
	// Heartbeat implements [cluster.Store], by way of [Store.Beat].
	Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error)
	// ClockAhead is how far the clock that all servers share, that of the
	// store, is ahead of this machine's, and how far off that may be. It is
	// zero if the store is a file on this machine.
	ClockAhead(ctx context.Context) (ahead, within time.Duration, err error)
	// Stats counts what was written, and Queued what waits for that.
	Stats() Stats
	Queued() int
	// Size is how many bytes the database has.
	Size(ctx context.Context) (int64, error)
	// CompactRemovals makes the list of what was removed smaller.
	CompactRemovals(ctx context.Context, now time.Time) error
	Close() error
}

// Store stores everything. What a method has acknowledged survives a crash of the
// machine. It is safe for concurrent use.
type Store struct {
	Engine
	db Database
}

// New makes a store of a database and its engine.
func New(db Database, e Engine) *Store { return &Store{e, db} }

// transact makes a change by [Database.Write] or [Database.Erase], and returns what it
// gives.
func transact[T any](ctx context.Context, by func(context.Context, func(context.Context, *Tx) error) error,
	change func(ctx context.Context, w *Tx) (T, error),
) (T, error) {
	var given, nothing T
	err := by(ctx, func(ctx context.Context, w *Tx) (err error) {
		given, err = change(ctx, w)
		return err
	})
	if err != nil {
		return nothing, err // If the caller has gone, the change may still be made.
	}
	return given, nil
}

// change runs one statement, and returns how many rows it changed.
func (s *Store) change(ctx context.Context, query string, args ...any) (int, error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (int, error) {
		changed, err := w.Exec(ctx, query, args...)
		return int(changed), err
	})
}

// run runs one statement.
func (s *Store) run(ctx context.Context, query string, args ...any) error {
	_, err := s.change(ctx, query, args...)
	return err
}

// changeOr runs one statement, and fails with an error if it changes nothing.
func (s *Store) changeOr(ctx context.Context, otherwise error, query string, args ...any) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error { return w.changeOr(ctx, otherwise, query, args...) })
}

// run runs a statement.
func (w *Tx) run(ctx context.Context, query string, args ...any) error {
	_, err := w.Exec(ctx, query, args...)
	return err
}

// runAll runs statements, all with the same arguments.
func (w *Tx) runAll(ctx context.Context, queries []string, args ...any) error {
	for _, query := range queries {
		if err := w.run(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// changeOr runs a statement, and fails with an error if it changes nothing.
func (w *Tx) changeOr(ctx context.Context, otherwise error, query string, args ...any) error {
	changed, err := w.Exec(ctx, query, args...)
	if err == nil && changed == 0 {
		err = otherwise
	}
	return err
}

// count is the single number that a query returns.
func (w *Tx) count(ctx context.Context, query string, args ...any) (int, error) {
	return value[int](w.QueryRowContext(ctx, query, args...))
}

// fewer fails with an error unless a query counts fewer than so many.
func (w *Tx) fewer(ctx context.Context, than int, otherwise error, query string, args ...any) error {
	have, err := w.count(ctx, query, args...)
	if err == nil && have >= than {
		err = otherwise
	}
	return err
}

// after ends a query for all rows after the first ones. Only SQLite knows that -1
// is no limit, and only PostgreSQL that there need be none.
const after = ` LIMIT 9223372036854775807 OFFSET ?`
