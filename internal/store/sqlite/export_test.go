package sqlite

import (
	"context"
	"testing"
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
