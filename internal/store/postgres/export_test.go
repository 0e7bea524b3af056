package postgres

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"plateau/internal/store/sqlstore"
)

func init() { patience = 2 * time.Minute }

// OpenNext opens a database as the next version of the program would, with one more
// migration. Servers of the present version can still use it, or not any more.
func OpenNext(ctx context.Context, address, migration string, forPresent bool) (*Store, error) {
	config, err := configOf(address)
	if err != nil {
		return nil, err
	}
	next, err := ourSchema()
	if err != nil {
		return nil, err
	}
	next.steps = append(next.steps, step{next.last() + 1, "next", migration})
	next.lockTime, next.lockTries = "20ms", 2
	if !forPresent {
		next.oldestServer = next.last()
	}
	return open(ctx, config, next, "")
}

// Setting is a setting of the database as connections that read and write have it.
func (s *Store) Setting(t *testing.T, name string) (reading, writing string) {
	t.Helper()
	if err := s.engine.QueryRowContext(t.Context(), "SHOW "+name).Scan(&reading); err != nil {
		t.Fatal(err)
	}
	err := s.engine.Write(t.Context(), func(ctx context.Context, w *sqlstore.Tx) error {
		return w.QueryRowContext(ctx, "SHOW "+name).Scan(&writing)
	})
	if err != nil {
		t.Fatal(err)
	}
	return reading, writing
}

// Explained is the store with a note of how each query is answered.
func (s *Store) Explained(note func(plan string)) *sqlstore.Store {
	return sqlstore.New(explained{s.engine, note}, nil)
}

type explained struct {
	*engine
	note func(plan string)
}

// QueryContext is that of [sql.DB].
func (e explained) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	e.explain(ctx, query, args)
	return e.engine.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of [sql.DB].
func (e explained) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	e.explain(ctx, query, args)
	return e.engine.QueryRowContext(ctx, query, args...)
}

func (e explained) explain(ctx context.Context, query string, args []any) {
	rows, err := e.engine.QueryContext(ctx, "EXPLAIN "+query, args...)
	if err != nil {
		e.note(err.Error())
		return
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			line = err.Error()
		}
		plan.WriteString(line + "\n")
	}
	e.note(plan.String())
}

// Hurry lets what waits for the database give up at once.
func (s *Store) Hurry() { s.engine.cancel() }
