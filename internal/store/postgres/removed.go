package postgres

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"plateau/internal/store/removals"
	"plateau/internal/store/sqlstore"
)

// What is deleted or revoked goes into a table in the same transaction, by triggers,
// and from there into the list of the server whose transaction it was:
//
//	commit ── rows of "removals" ──► list, on the disk ──► the rows are removed, answer
//
// What a server has left there because it died is listed by another one after a
// while. So all lists together have everything.

// removed is the list of this server.
type removed struct {
	mu   sync.Mutex
	file *removals.File
}

// leftAfter is when a row counts as left.
const leftAfter = "1 minute"

// openRemoved opens the list. Without a path there is none, and what is removed
// stays in the table for others.
func openRemoved(ctx context.Context, db *sql.DB, path string) (_ *removed, err error) {
	r := &removed{}
	if path == "" {
		return r, nil
	}
	if r.file, err = sqlstore.OpenRemovals(ctx, db, path); err != nil {
		return nil, err
	}
	if err := r.listLeft(ctx, db); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *removed) close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// list lists what a transaction removed.
func (r *removed) list(ctx context.Context, db *sql.DB, transaction string) error {
	return r.listRows(ctx, db, `SELECT seq, kind, key FROM removals WHERE xact = CAST($1 AS text)::xid8 ORDER BY seq FOR UPDATE`, transaction)
}

// listLeft lists what other servers could not.
func (r *removed) listLeft(ctx context.Context, db *sql.DB) error {
	return r.listRows(ctx, db, `SELECT seq, kind, key FROM removals WHERE at < clock_timestamp() - CAST($1 AS interval)
		ORDER BY seq FOR UPDATE SKIP LOCKED`, leftAfter)
}

// listRows lists rows, and removes them when they are on the disk.
func (r *removed) listRows(ctx context.Context, db *sql.DB, query string, args ...any) error {
	if r.file == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // After a commit there is nothing to roll back.
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	seqs, list, err := sqlstore.Removed(rows, time.Now())
	if err != nil || len(list) == 0 {
		return err
	}
	if err := r.file.Append(list); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM removals WHERE seq = ANY($1)`, seqs); err != nil {
		return err
	}
	return tx.Commit()
}

// CompactRemovals lists what other servers could not, and removes from the list what
// is too old for it.
func (s *Store) CompactRemovals(ctx context.Context, now time.Time) error {
	if s.engine.removed.file == nil {
		return nil
	}
	if err := s.engine.removed.listLeft(ctx, s.engine.db); err != nil {
		return err
	}
	s.engine.removed.mu.Lock()
	defer s.engine.removed.mu.Unlock()
	return s.engine.removed.file.Compact(now.Add(-removals.ListedFor))
}
