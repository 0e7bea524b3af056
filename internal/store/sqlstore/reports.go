package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"plateau/internal/play"
	"plateau/internal/reports"
)

// AddReport implements [reports.Store].
func (s *Store) AddReport(ctx context.Context, r reports.Report, most int) error {
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		same, err := w.count(ctx, `SELECT count(*) FROM reports WHERE reporter = ? AND closed = 0 AND player = ? AND table_id = ?`,
			r.By, r.Player, r.Table)
		if err != nil {
			return err
		}
		if same > 0 {
			return play.ErrConflict
		}
		open, err := w.count(ctx, `SELECT count(*) FROM reports WHERE reporter = ? AND closed = 0`, r.By)
		if err != nil {
			return err
		}
		if open >= most {
			return play.ErrTooMany
		}
		changed, err := w.Exec(ctx, `INSERT INTO reports (at, reporter, player, reason, text, table_id, message, closed, closed_by, note)
			SELECT ?, ?, id, ?, ?, ?, ?, 0, '', '' FROM players WHERE id = ? AND name <> ''`,
			r.At.UnixMilli(), r.By, r.Reason, r.Text, r.Table, r.Message, r.Player)
		if err == nil && changed == 0 {
			err = play.ErrNoPlayer
		}
		return err
	})
}

// reportsWhere is the condition of a query.
func reportsWhere(q reports.Query) (condition string, args []any) {
	condition = " WHERE true"
	where := func(also string, values ...any) {
		condition += " AND " + also
		args = append(args, values...)
	}
	if q.By != "" {
		where("reporter = ?", q.By)
	}
	if q.Player != "" {
		where("reports.player = ?", q.Player)
	}
	if q.Except != "" {
		where("reports.player <> ?", q.Except)
	}
	if q.Open {
		where("closed = 0")
	}
	if q.Closed {
		where("closed > 0")
	}
	if q.Before != 0 {
		where("seq < ?", q.Before)
	}
	return condition, args
}

const selectReports = `SELECT seq, at, reporter, reports.player, reason, text, table_id, message, closed, closed_by, note,
	coalesce(r.name, ''), coalesce(p.name, ''), coalesce(c.name, '') FROM reports
	LEFT JOIN players r ON r.id = reporter LEFT JOIN players p ON p.id = reports.player LEFT JOIN players c ON c.id = closed_by`

func scanReport(row scanner) (r reports.Report, err error) {
	var at, closed int64
	err = row.Scan(&r.Seq, &at, &r.By, &r.Player, &r.Reason, &r.Text, &r.Table, &r.Message, &closed, &r.ClosedBy, &r.Note,
		&r.ByName, &r.PlayerName, &r.ClosedByName)
	r.At, r.Closed = time.UnixMilli(at).UTC(), fromZero(closed)
	return r, err
}

// Reports implements [reports.Store].
func (s *Store) Reports(ctx context.Context, q reports.Query) ([]reports.Report, error) {
	condition, args := reportsWhere(q)
	return list(ctx, s, scanReport, selectReports+condition+" ORDER BY seq DESC LIMIT ?", append(args, q.Limit)...)
}

// CountReports implements [reports.Store].
func (s *Store) CountReports(ctx context.Context, q reports.Query) (n int, err error) {
	condition, args := reportsWhere(q)
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM reports"+condition, args...).Scan(&n)
	return n, err
}

// Report implements [reports.Store].
func (s *Store) Report(ctx context.Context, seq int64) (reports.Report, error) {
	r, err := scanReport(s.db.QueryRowContext(ctx, selectReports+" WHERE seq = ?", seq))
	if errors.Is(err, sql.ErrNoRows) {
		err = reports.ErrNoReport
	}
	return r, err
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
