package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"plateau/internal/play"
)

// DueAt is a due time as it is stored; NULL if there is none.
func DueAt(at time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: at.UnixMilli(), Valid: !at.IsZero()}
}

// Due implements [play.TableStore].
func (s *Store) Due(ctx context.Context, by time.Time, limit int) ([]play.Due, error) {
	return list(ctx, s, func(row scanner) (d play.Due, err error) {
		err = row.Scan(&d.Table, &d.Seq, at(&d.At))
		return d, err
	}, `SELECT table_id, seq, due FROM progress WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?`, by.UnixMilli(), limit)
}

// Postpone implements [play.TableStore].
func (s *Store) Postpone(ctx context.Context, list []play.Due) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		for _, d := range list {
			if err := w.run(ctx, `UPDATE progress SET due = ? WHERE table_id = ? AND seq = ?`, DueAt(d.At), d.Table, d.Seq); err != nil {
				return err
			}
		}
		return nil
	})
}

// Downtimes implements [play.ClusterStore].
func (s *Store) Downtimes(ctx context.Context) ([]play.Downtime, error) {
	return list(ctx, s, func(row scanner) (d play.Downtime, err error) {
		err = row.Scan(at(&d.Began), at(&d.Ended))
		return d, err
	}, `SELECT began, ended FROM downtimes ORDER BY ended`)
}

// Beat stores a heartbeat, see [Engine].
func (s *Store) Beat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error) {
	return transact(ctx, s.db.Write, func(ctx context.Context, w *Tx) (int, error) { return w.heartbeat(ctx, now(), gap) })
}

// mostLate is longer than the transaction of a heartbeat can take.
const mostLate = time.Minute

func (w *Tx) heartbeat(ctx context.Context, now time.Time, gap time.Duration) (downtimes int, err error) {
	if gap >= 0 {
		if err := w.run(ctx, `INSERT INTO downtimes (began, ended) SELECT at, ? FROM heartbeat WHERE at < ?
			ON CONFLICT DO NOTHING`, now.UnixMilli(), now.Add(-gap).UnixMilli()); err != nil {
			return 0, err
		}
	}
	// A single server's clock may be set back, and that of the database by much.
	late := time.Duration(0)
	if gap > 0 {
		late = mostLate
	}
	err = w.run(ctx, `INSERT INTO heartbeat (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at
		WHERE heartbeat.at <= excluded.at OR heartbeat.at > excluded.at + ?`, now.UnixMilli(), late.Milliseconds())
	if err != nil {
		return 0, err
	}
	return w.count(ctx, `SELECT count(*) FROM downtimes`)
}

// LastHeartbeat implements [play.ClusterStore].
func (s *Store) LastHeartbeat(ctx context.Context) (last time.Time, err error) {
	err = s.row(ctx, `SELECT at FROM heartbeat`).Scan(at(&last))
	return last, missing(err, nil)
}
