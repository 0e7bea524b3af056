package postgres

import (
	"context"
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
	err := s.engine.Write(t.Context(), func(ctx context.Context, w *sqlstore.Tx) error { return w.QueryRow(ctx, "SHOW "+name).Scan(&writing) })
	if err != nil {
		t.Fatal(err)
	}
	return reading, writing
}
