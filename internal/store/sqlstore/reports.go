package sqlstore

import (
	"context"
	"time"

	"plateau/internal/play"
	"plateau/internal/reports"
)

// AddReport implements [reports.Store].
func (s *Store) AddReport(ctx context.Context, r reports.Report, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		const same = `SELECT count(*) FROM reports WHERE reporter = ? AND closed = 0 AND player = ? AND table_id = ?`
		if err := w.fewer(ctx, 1, play.ErrConflict, same, r.By, r.Player, r.Table); err != nil {
			return err
		}
		const open = `SELECT count(*) FROM reports WHERE reporter = ? AND closed = 0`
		if err := w.fewer(ctx, most, play.ErrTooMany, open, r.By); err != nil {
			return err
		}
		return w.changeOr(ctx, play.ErrNoPlayer, `INSERT INTO reports (at, reporter, player, reason, text, table_id, message, closed, closed_by, note)
			SELECT ?, ?, id, ?, ?, ?, ?, 0, '', '' FROM players WHERE id = ? AND name <> ''`,
			r.At.UnixMilli(), r.By, r.Reason, r.Text, r.Table, r.Message, r.Player)
	})
}

func reportsWhere(q reports.Query) conditions {
	where := conditions{text: " WHERE true"}
	where.add(q.By != "", "reporter = ?", q.By)
	where.add(q.Player != "", "reports.player = ?", q.Player)
	where.add(q.Except != "", "reports.player <> ?", q.Except)
	where.add(q.Open, "closed = 0")
	where.add(q.Closed, "closed > 0")
	where.add(q.Before != 0, "seq < ?", q.Before)
	return where
}

const selectReports = `SELECT seq, at, reporter, reports.player, reason, text, table_id, message, closed, closed_by, note,
	coalesce(r.name, ''), coalesce(p.name, ''), coalesce(c.name, '') FROM reports
	LEFT JOIN players r ON r.id = reporter LEFT JOIN players p ON p.id = reports.player LEFT JOIN players c ON c.id = closed_by`

func scanReport(row scanner) (r reports.Report, err error) {
	err = row.Scan(&r.Seq, at(&r.At), &r.By, &r.Player, &r.Reason, &r.Text, &r.Table, &r.Message, atOrNever(&r.Closed), &r.ClosedBy, &r.Note,
		&r.ByName, &r.PlayerName, &r.ClosedByName)
	return r, err
}

// Reports implements [reports.Store].
func (s *Store) Reports(ctx context.Context, q reports.Query) ([]reports.Report, error) {
	where := reportsWhere(q)
	return list(ctx, s, scanReport, selectReports+where.text+" ORDER BY seq DESC LIMIT ?", append(where.args, q.Limit)...)
}

// CountReports implements [reports.Store].
func (s *Store) CountReports(ctx context.Context, q reports.Query) (n int, err error) {
	where := reportsWhere(q)
	return value[int](s.row(ctx, "SELECT count(*) FROM reports"+where.text, where.args...))
}

// Report implements [reports.Store].
func (s *Store) Report(ctx context.Context, seq int64) (reports.Report, error) {
	r, err := scanReport(s.row(ctx, selectReports+" WHERE seq = ?", seq))
	return r, missing(err, reports.ErrNoReport)
}

// CloseReport implements [reports.Store].
func (s *Store) CloseReport(ctx context.Context, seq int64, at time.Time, by play.PlayerID, note string) (closed bool, err error) {
	changed, err := s.change(ctx, `UPDATE reports SET closed = ?, closed_by = ?, note = ? WHERE seq = ? AND closed = 0`,
		at.UnixMilli(), by, note, seq)
	return changed > 0, err
}

// ExpireReports implements [reports.Store].
func (s *Store) ExpireReports(ctx context.Context, before time.Time) (int, error) {
	return s.change(ctx, `DELETE FROM reports WHERE closed > 0 AND closed < ?`, before.UnixMilli())
}
