package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/store/sqlstore"
)

// What is overwritten and deleted for somebody's sake is also wiped from the pages
// of the file and from the journal, where SQLite would leave it for a while.

// erase makes a change that overwrites or deletes what must not be left in the
// file.
func (s *Store) erase(ctx context.Context, change func(ctx context.Context, w *sqlstore.Tx) error) error {
	err := s.do(ctx, func(ctx context.Context, w *writer) error {
		var set int
		if err := w.QueryRowContext(ctx, "PRAGMA secure_delete = 1").Scan(&set); err != nil {
			return err
		}
		err := change(ctx, &sqlstore.Tx{Conn: w})
		if failure := w.QueryRowContext(ctx, "PRAGMA secure_delete = 0").Scan(&set); err == nil {
			err = failure
		}
		return err
	})
	if err != nil {
		return err
	}
	s.unwiped.Store(true)
	return unavailable(s.wipe(ctx))
}

// Heartbeat implements [play.ClusterStore]. It is stored, even if the journal cannot be
// emptied.
func (s *Store) Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error) {
	if downtimes, err = s.Beat(ctx, now, gap); err != nil {
		return 0, err
	}
	if err := s.wipe(ctx); err != nil {
		s.Add(0, 0, err)
	}
	return downtimes, nil
}

// wipe empties the journal if it may have erased data. If a long read prevents
// that, it is retried with every heartbeat.
func (s *Store) wipe(ctx context.Context) error {
	if !s.unwiped.Swap(false) {
		return nil
	}
	emptied, err := s.emptyJournal(ctx)
	if !emptied {
		s.unwiped.Store(true)
	}
	return err
}

// emptyJournal writes the journal to the file. The writer could not do it: it is
// always in a transaction. Nobody else can write at the same time, so the wait
// for readers is short.
func (s *Store) emptyJournal(ctx context.Context) (emptied bool, err error) {
	db, err := sql.Open("sqlite", plainAddress(s.path, "mode=rw&_pragma=busy_timeout(100)"))
	if err != nil {
		return false, err
	}
	var busy, pages, moved int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
	return err == nil && busy == 0, errors.Join(err, db.Close())
}
