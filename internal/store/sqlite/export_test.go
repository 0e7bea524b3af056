package sqlite

import (
	"context"
	"errors"
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
