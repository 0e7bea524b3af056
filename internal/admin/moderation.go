package admin

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"plateau/internal/play"
	"plateau/internal/reports"
)

// Reports are those that an administrator may see: none about themselves, or they
// would learn who reported them.
func (s *Service) Reports(ctx context.Context, a Actor, q reports.Query) ([]reports.Report, error) {
	q.Except = a.Player
	return s.Store.Reports(ctx, q)
}

// Report is a report that an administrator may see.
func (s *Service) Report(ctx context.Context, a Actor, seq int64) (reports.Report, error) {
	r, err := s.Store.Report(ctx, seq)
	if errors.Is(err, reports.ErrNoReport) || err == nil && a.Player != "" && r.Player == a.Player {
		return reports.Report{}, NoSuchReport.Refuse("")
	}
	return r, err
}

// CloseReport closes a report with a note for other moderators. Its author is not in
// the log.
func (s *Service) CloseReport(ctx context.Context, a Actor, seq int64, note string) error {
	r, err := s.Report(ctx, a, seq)
	switch {
	case err != nil:
		return err
	case !r.Closed.IsZero():
		return ReportClosed.Refuse("")
	}
	note = strings.Join(strings.Fields(strings.ToValidUTF8(note, "")), " ")
	detail := strings.TrimSpace(strconv.FormatInt(seq, 10) + " " + note)
	e := AuditEntry{Action: ActionCloseReport, Player: r.Player, Table: r.Table, Detail: detail}
	return s.Perform(ctx, a, e, func(ctx context.Context) error {
		closed, err := s.Store.CloseReport(ctx, seq, s.Now(), a.Player, note)
		if err == nil && !closed {
			err = ReportClosed.Refuse("")
		}
		return err
	})
}

// Bar keeps a player from rated games, and Unbar lifts that. Games that are running
// are played to their end; those that wait for players are closed.
func (s *Service) Bar(ctx context.Context, a Actor, id play.PlayerID, reason string) error {
	return s.bar(ctx, a, AuditEntry{Action: ActionBar, Player: id, Detail: reason}, true)
}

// Unbar lets a player play rated games again.
func (s *Service) Unbar(ctx context.Context, a Actor, id play.PlayerID, reason string) error {
	return s.bar(ctx, a, AuditEntry{Action: ActionUnbar, Player: id, Detail: reason}, false)
}

func (s *Service) bar(ctx context.Context, a Actor, e AuditEntry, barred bool) error {
	if _, err := s.other(ctx, a, e.Player); err != nil {
		return err
	}
	e.Detail = strings.Join(strings.Fields(strings.ToValidUTF8(e.Detail, "")), " ")
	return s.Perform(ctx, a, e, func(ctx context.Context) error {
		if err := s.Accounts.BarFromRated(ctx, e.Player, barred); err != nil || !barred {
			return err
		}
		return s.Players.LeaveRated(ctx, e.Player)
	})
}
