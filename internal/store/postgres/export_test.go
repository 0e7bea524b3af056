package postgres

import (
	"context"
	"testing"
	"time"

	"plateau/internal/store/sqlstore"
)

func init() { patience = 2 * time.Minute }

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
