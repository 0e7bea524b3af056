package sqlite

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// Append implements [play.TableStore].
func (s *Store) Append(ctx context.Context, batches ...play.Batch) error {
	// Everybody waits for the writer, so as much as possible is done here.
	prepared, err := sqlstore.Prepare(batches)
	if err != nil {
		return err
	}
	return s.do(ctx, func(ctx context.Context, w *writer) error { return (&sqlstore.Tx{Conn: w}).Append(ctx, prepared) })
}
