package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/internal/store/sqlstore"
)

// engine is what the shared SQL runs on.
type engine struct {
	db      *sql.DB
	counts  *sqlstore.Counts
	removed *removed
	// closing ends what waits for a database that is not there.
	closing context.Context
	cancel  context.CancelFunc
}

// patience is for how long a database that is not there is waited for. A server
// restarts, or another takes its place, in less. Tests on a busy machine have more.
var patience = 10 * time.Second

const (
	// pause is the first time to wait before trying again, doubled up to longPause.
	pause, longPause = 10 * time.Millisecond, 500 * time.Millisecond
	// writeTime is how long a transaction may take, besides waiting.
	writeTime = 20 * time.Second
	// maxRaces is how often a transaction is tried again that others have
	// disturbed, and maxTaken how often if a key was taken: the next attempt finds
	// out by whom.
	maxRaces, maxTaken = 50, 2
	// racePause is how long to wait at most before the second attempt; it grows.
	racePause = time.Millisecond
)

func newEngine(c *pgx.ConnConfig) *engine {
	e := &engine{db: openDB(c)}
	e.closing, e.cancel = context.WithCancel(context.Background())
	return e
}

func (e *engine) close() error {
	e.cancel()
	return e.db.Close()
}

// waiting waits longer each time, up to a patience in all.
type waiting struct {
	until time.Time
	next  time.Duration
}

// more waits, and reports whether to try again.
func (w *waiting) more(ctx, closing context.Context) bool {
	if w.until.IsZero() {
		w.until, w.next = time.Now().Add(patience), pause
	}
	if time.Now().After(w.until) {
		return false
	}
	timer := time.NewTimer(w.next)
	defer timer.Stop()
	w.next = min(2*w.next, longPause)
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
	case <-closing.Done():
	}
	return false
}

// QueryContext implements [sqlstore.Database].
func (e *engine) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	var w waiting
	for {
		rows, err := e.db.QueryContext(ctx, number(query), arguments(args)...)
		if err == nil || !broken(err) || !w.more(ctx, e.closing) {
			return rows, err
		}
	}
}

// QueryRowContext implements [sqlstore.Database].
func (e *engine) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	var w waiting
	for {
		row := e.db.QueryRowContext(ctx, number(query), arguments(args)...)
		if err := row.Err(); err == nil || !broken(err) || !w.more(ctx, e.closing) {
			return row
		}
	}
}

// Unavailable implements [sqlstore.Database].
func (*engine) Unavailable(err error) error { return unavailable(err) }

// Elements implements [sqlstore.Database].
func (*engine) Elements(parameter string) string {
	return "(SELECT value, ordinality - 1 AS key FROM json_array_elements(CAST(CAST(" + parameter + " AS text) AS json)) WITH ORDINALITY)"
}

// Write implements [sqlstore.Database].
func (e *engine) Write(ctx context.Context, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	return e.transact(ctx, sql.LevelSerializable, change)
}

// Erase implements [sqlstore.Database]. What was overwritten is gone from the
// database's files with its next vacuum.
func (e *engine) Erase(ctx context.Context, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	return e.Write(ctx, change)
}

// errUnknown means that a connection broke during a commit.
var errUnknown = errors.New("the database was lost during a commit, which may have happened")

// transact runs a transaction, again if others disturbed it or the database was
// lost before its commit. A caller who goes does not stop it.
func (e *engine) transact(ctx context.Context, level sql.IsolationLevel, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	if e.closing.Err() != nil {
		return sqlstore.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience+writeTime)
	defer cancel()
	var w waiting
	for races := 1; ; races++ {
		began := time.Now()
		err := e.attempt(ctx, level, change)
		switch {
		case err == nil:
			e.counts.Add(1, time.Since(began), nil)
			return nil
		case errors.Is(err, errUnknown):
		case raced(err) && races < maxRaces && (codeOf(err) != uniqueViolation || races <= maxTaken):
			// Those who race again and again had better not begin together.
			time.Sleep(rand.N(time.Duration(races) * racePause))
			continue
		case broken(err):
			if w.more(ctx, e.closing) {
				continue
			}
		case codeOf(err) == "":
			return err // It is an answer.
		}
		e.counts.Add(1, time.Since(began), err)
		return fmt.Errorf("writing: %w", unavailable(err))
	}
}

// attempt runs a transaction once.
func (e *engine) attempt(ctx context.Context, level sql.IsolationLevel, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	tx, err := e.db.BeginTx(ctx, &sql.TxOptions{Isolation: level})
	if err != nil {
		return err
	}
	if err := change(ctx, &sqlstore.Tx{Conn: conn{tx}}); err != nil {
		_ = tx.Rollback() // If it cannot be rolled back, the connection ends, and it with it.
		return err
	}
	// The database's triggers have noted in which transaction something was removed.
	var removing string
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(current_setting('plateau.removed', true), '')`).Scan(&removing); err != nil {
		_ = tx.Rollback()
		return err
	}
	switch err := tx.Commit(); {
	case err != nil && broken(err):
		return errors.Join(errUnknown, err)
	case err != nil:
		return err
	}
	if removing != "" {
		// It has happened. What cannot be listed now is listed later.
		if err := e.removed.list(ctx, e.db, removing); err != nil {
			e.counts.Add(0, 0, err)
		}
	}
	return nil
}

// conn implements [sqlstore.Conn].
type conn struct{ tx *sql.Tx }

func (c conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := c.tx.ExecContext(ctx, number(query), arguments(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (c conn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return c.tx.QueryContext(ctx, number(query), arguments(args)...)
}

func (c conn) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return c.tx.QueryRowContext(ctx, number(query), arguments(args)...)
}
