package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"plateau/internal/store/sqlstore"
)

// Pragmas is a setting as the writer and as a reader has it.
func (s *Store) Pragmas(t *testing.T, name string) map[string]string {
	t.Helper()
	var written, read string
	if err := s.readers.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&read); err != nil {
		t.Fatal(err)
	}
	err := s.do(t.Context(), func(ctx context.Context, w *writer) error {
		return w.conn.QueryRowContext(ctx, "PRAGMA "+name).Scan(&written)
	})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"the writer": written, "a reader": read}
}

// Explained is the store with a note of how each query is answered.
func (s *Store) Explained(note func(plan string)) *sqlstore.Store {
	return sqlstore.New(explained{engine{s.readers, s}, note}, nil)
}

type explained struct {
	engine
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
	rows, err := e.db.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		e.note(err.Error())
		return
	}
	plan, err := planOf(rows)
	if err != nil {
		plan = err.Error()
	}
	e.note(plan)
}

// parameters is how many parameters a query has.
func parameters(query string) int {
	n := strings.Count(query, "?")
	if strings.Contains(query, "?1") {
		for n = 1; strings.Contains(query, fmt.Sprint("?", n+1)); n++ {
		}
	}
	return n
}

// planOf reads and closes the rows of a plan.
func planOf(rows *sql.Rows) (string, error) {
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return "", err
		}
		plan.WriteString(detail + "\n")
	}
	return plan.String(), rows.Err()
}

// small is what may be gone through: nothing, a single row, and what belongs to one player.
var small = []string{"CONSTANT ROW", "heartbeat", "theirs"}

// Scans are the plans of what the writer has done so far that go through whole tables.
func (s *Store) Scans(t *testing.T) (scans []string) {
	t.Helper()
	err := s.do(t.Context(), func(ctx context.Context, w *writer) error {
		for query := range w.known {
			if !strings.Contains(query, "WHERE") {
				continue
			}
			rows, err := w.conn.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, make([]any, parameters(query))...)
			if err != nil {
				return err
			}
			plan, err := planOf(rows)
			if err != nil {
				return err
			}
			for line := range strings.Lines(plan) {
				if name, scanned := strings.CutPrefix(strings.TrimSpace(line), "SCAN "); scanned && !slices.Contains(small, name) {
					scans = append(scans, query+"\n"+plan)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return scans
}

// OpenSmall opens a store whose journal may have few pages.
func OpenSmall(ctx context.Context, path string, enough, long int) (*Store, error) {
	return open(ctx, path, journal{enough: enough, long: long})
}

// CommitTogether has the writer run jobs in one group, and gives their answers.
// Each gets the number of its run.
func (s *Store) CommitTogether(t *testing.T, jobs ...func(times int) error) []error {
	t.Helper()
	group := make([]*sqlstore.Job[job], len(jobs))
	for i, run := range jobs {
		times := 0
		group[i] = sqlstore.NewJob[job](t.Context(), func(ctx context.Context, w *writer) error {
			times++
			if _, err := w.Exec(ctx, "INSERT INTO players (id, name, registered, since) VALUES (?, ?, 0, 0)", i, times); err != nil {
				return err
			}
			return run(times)
		})
	}
	err := s.do(t.Context(), func(ctx context.Context, w *writer) error {
		// Within the transaction of this job there can be no other.
		if err := w.run(ctx, "ROLLBACK"); err != nil {
			return err
		}
		return errors.Join(w.commit(group), w.run(ctx, "BEGIN"))
	})
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]error, len(jobs))
	for i, j := range group {
		answers[i] = j.Answered()
	}
	return answers
}

// RemoveAllPlayers undoes what CommitTogether did.
func (s *Store) RemoveAllPlayers(t *testing.T) {
	t.Helper()
	err := s.do(t.Context(), func(ctx context.Context, w *writer) error { return w.run(ctx, "DELETE FROM players") })
	if err != nil {
		t.Fatal(err)
	}
}

// CloseRemovals makes it impossible to list what is removed.
func (s *Store) CloseRemovals(t *testing.T) error {
	t.Helper()
	return s.do(t.Context(), func(_ context.Context, w *writer) error { return w.removed.file.Close() })
}

// Limit lets the file have no more than some pages, as a full disk does; it has more
// already if there are too few.
func (s *Store) Limit(t *testing.T, pages int) {
	t.Helper()
	err := s.do(t.Context(), func(ctx context.Context, w *writer) error {
		return w.conn.QueryRowContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&pages)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// DropReaders closes the connections that read: the next read opens the file again.
func (s *Store) DropReaders() { s.readers.db.SetMaxIdleConns(-1) }
