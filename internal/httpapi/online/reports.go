package online

import (
	"context"
	"errors"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/reports"
)

type reportInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of the player who is reported"`
	Body api.NewReport
}

func (s *server) registerReports() {
	register(s, noContent(signedIn("players", "reportPlayer", "POST /players/{id}/reports",
		"Report a player to the moderators; the player never learns who did")), inSession(s.report))
}

func (s *server) report(ctx context.Context, access accounts.Access, in *reportInput) (*struct{}, error) {
	if p := s.limits.reports.take(string(access.Player), 1); p != nil {
		return nil, p
	}
	if p := s.limits.reportsByAddress.take(callerFrom(ctx).address, 1); p != nil {
		return nil, p
	}
	err := s.Reports.Send(ctx, reports.Report{
		By: access.Player, Player: play.PlayerID(in.ID), Reason: in.Body.Reason, Text: in.Body.Text,
		Table: in.Body.Table, Message: in.Body.Message,
	})
	if errors.Is(err, play.ErrNoPlayer) {
		return nil, noSuchPlayer
	}
	return nil, err
}
