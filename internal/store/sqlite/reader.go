package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// reader reads on connections of its own.
type reader struct {
	statements
	db *sql.DB
}

func newReader(path string) (*reader, error) {
	db, err := sql.Open("sqlite", address(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readConns)
	db.SetMaxIdleConns(readConns)
	return &reader{statements: statements{on: db}, db: db}, nil
}

func (r *reader) close() error {
	r.statements.close()
	return r.db.Close()
}

// statements are the prepared queries of connections. Preparing a query takes longer
// than most queries do, so each is prepared once. There are few different ones.
type statements struct {
	on interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
	mu    sync.Mutex
	known map[string]*sql.Stmt
}

func (s *statements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if prepared, known := s.prepared(query, nil); known {
		return prepared, nil
	}
	// This waits for a connection, and those whose queries are known need not.
	fresh, err := s.on.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	prepared, known := s.prepared(query, fresh)
	if known {
		fresh.Close() // Somebody else has prepared it meanwhile.
	}
	return prepared, nil
}

// prepared is a query that was prepared before, or else a fresh one, to be kept.
func (s *statements) prepared(query string, fresh *sql.Stmt) (prepared *sql.Stmt, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if prepared, known = s.known[query]; known || fresh == nil {
		return prepared, known
	}
	if s.known == nil {
		s.known = make(map[string]*sql.Stmt)
	}
	s.known[query] = fresh
	return fresh, false
}

// QueryContext is that of [sql.DB].
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	prepared, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return prepared.QueryContext(ctx, args...)
}

// QueryRowContext is that of [sql.DB].
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	prepared, err := s.statement(ctx, query)
	if err != nil {
		return s.on.QueryRowContext(ctx, query, args...) // It reports what is wrong.
	}
	return prepared.QueryRowContext(ctx, args...)
}

func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, prepared := range s.known {
		prepared.Close()
	}
}
