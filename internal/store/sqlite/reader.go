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
	r.mu.Lock()
	defer r.mu.Unlock()
	if prepared, ok := r.statements[query]; ok {
		return prepared, nil
	}
	prepared, err := r.db.PrepareContext(ctx, query)
	if err == nil {
		r.statements[query] = prepared
	}
	return prepared, err
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
