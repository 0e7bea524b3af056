package sqlite

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"plateau/internal/store/removals"
	"plateau/internal/store/sqlstore"
)

// What is deleted or revoked goes into a table in the same transaction, by triggers,
// and from there into the list beside the database:
//
//	commit ── rows of "removals" ──► list, on the disk ──► answers ── next commit removes the rows
//
// So a crash at any moment loses none: what is not in the list is still in the
// table.

// removed is what has to be listed.
type removed struct {
	file *removals.File
	// now is the time of what is listed.
	now func() time.Time
	// pending are the rows that the last transaction has found, up to the row
	// last. Rows up to the row listed are in the list.
	pending      []removals.Removal
	last, listed int64
}

// RemovalsOf is the path of the list that belongs to a database.
func RemovalsOf(database string) string {
	return strings.TrimSuffix(database, filepath.Ext(database)) + ".removals"
}

// openRemoved opens the list, and adds what a crash has left in the table.
func (w *writer) openRemoved(ctx context.Context, path string) (err error) {
	w.removed.now = time.Now
	if w.removed.file, err = sqlstore.OpenRemovals(ctx, w.conn, RemovalsOf(path)); err != nil {
		return err
	}
	return w.commit(nil)
}

func (r *removed) close() {
	if r.file != nil {
		r.file.Close()
	}
}

// collectRemoved reads what has to be listed, at the end of a transaction.
func (w *writer) collectRemoved(ctx context.Context) error {
	r := &w.removed
	r.pending, r.last = nil, r.listed
	if r.file == nil {
		return nil
	}
	if r.listed > 0 {
		if _, err := w.Exec(ctx, `DELETE FROM removals WHERE seq <= ?`, r.listed); err != nil {
			return err
		}
	}
	rows, err := w.QueryContext(ctx, `SELECT seq, kind, key FROM removals ORDER BY seq`)
	if err != nil {
		return err
	}
	seqs, pending, err := sqlstore.Removed(rows, r.now())
	if len(seqs) > 0 {
		r.pending, r.last = pending, seqs[len(seqs)-1]
	}
	return err
}

// list lists what was collected, after the transaction.
func (r *removed) list() error {
	if len(r.pending) == 0 {
		r.listed = 0
		return nil
	}
	if err := r.file.Append(r.pending); err != nil {
		return err
	}
	r.listed = r.last
	return nil
}

// CompactRemovals removes from the list what is too old for it.
func (s *Store) CompactRemovals(ctx context.Context, now time.Time) error {
	return s.do(ctx, func(_ context.Context, w *writer) error { return w.removed.file.Compact(now.Add(-removals.ListedFor)) })
}
