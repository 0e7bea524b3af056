package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// reader reads on connections of its own. Preparing a query takes longer than
// most queries do, so each is prepared once. There are few different ones.
type reader struct {
	db         *sql.DB
	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func newReader(path string) (*reader, error) {
	db, err := sql.Open("sqlite", address(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readConns)
	db.SetMaxIdleConns(readConns)
	return &reader{db: db, statements: make(map[string]*sql.Stmt)}, nil
}

func (r *reader) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if prepared, known := r.prepared(query, nil); known {
		return prepared, nil
	}
	// This waits for a connection, and those whose queries are known need not.
	fresh, err := r.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	prepared, known := r.prepared(query, fresh)
	if known {
		fresh.Close() // Somebody else has prepared it meanwhile.
	}
	return prepared, nil
}

// prepared is a query that was prepared before, or else a fresh one, to be kept.
func (r *reader) prepared(query string, fresh *sql.Stmt) (prepared *sql.Stmt, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if prepared, known = r.statements[query]; known || fresh == nil {
		return prepared, known
	}
	r.statements[query] = fresh
	return fresh, false
}

// QueryContext is that of [sql.DB].
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	prepared, err := r.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return prepared.QueryContext(ctx, args...)
}

// QueryRowContext is that of [sql.DB].
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	prepared, err := r.statement(ctx, query)
	if err != nil {
		return r.db.QueryRowContext(ctx, query, args...) // It reports what is wrong.
	}
	return prepared.QueryRowContext(ctx, args...)
}

func (r *reader) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, prepared := range r.statements {
		prepared.Close()
	}
	return r.db.Close()
}
