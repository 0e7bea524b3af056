package sqlite

import (
	"context"
	"time"

	"plateau/internal/store/sqlstore"
)

// engine is what the shared SQL runs on.
type engine struct {
	*reader
	store *Store
}

// Write implements [sqlstore.Database].
func (e engine) Write(ctx context.Context, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	return e.store.do(ctx, func(ctx context.Context, w *writer) error { return change(ctx, &sqlstore.Tx{Conn: w}) })
}

// Erase implements [sqlstore.Database].
func (e engine) Erase(ctx context.Context, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	return e.store.erase(ctx, change)
}

// Unavailable implements [sqlstore.Database].
func (engine) Unavailable(err error) error { return unavailable(err) }

// Elements implements [sqlstore.Database].
func (engine) Elements(parameter string) string { return "json_each(" + parameter + ")" }

// ClockAhead implements [play.ClusterStore]: the file is on this machine.
func (s *Store) ClockAhead(context.Context) (ahead, within time.Duration, err error) {
	return 0, 0, nil
}
