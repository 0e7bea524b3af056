package sqlstore

import (
	"context"
	"database/sql"
)

// Raw is a database that is copied, row by row, while no server uses it.
type Raw struct {
	DB *sql.DB
	// Name says where it is.
	Name string
	// Number turns ? into the engine's parameters.
	Number func(query string) string
	// Text is a text as the engine stores it.
	Text func(text string) string
	// Last is the last number that a table with numbers of its own has given, and
	// SetLast sets it: numbers are never used again.
	Last    func(ctx context.Context, table string) (int64, error)
	SetLast func(ctx context.Context, table string, last int64) error
	// Close lets servers use it again.
	Close func() error
}
