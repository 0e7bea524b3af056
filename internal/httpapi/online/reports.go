package online

import (
	"context"
	"errors"

	"plateau/internal/play"
)

type reportInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of the player who is reported"`
	Body struct {
		IgnoredRequestID
		Reason  string `json:"reason" enum:"insult,cheating,name,stalling,spam,other"`
		Text    string `json:"text,omitempty" maxLength:"2000" doc:"Up to 500 letters; needed for the reason other"`
		Table   string `json:"table,omitempty" maxLength:"64" doc:"Where it happened"`
		Message uint64 `json:"message,omitempty" doc:"The number of the event with the message that it is about"`
	}
}

func (s *server) registerReports() {
	register(s, noContent(signedIn("players", "reportPlayer", "POST /players/{id}/reports",
		"Report a player to the moderators; the player never learns who did")), inSession(s.report))
}

func (s *server) report(ctx context.Context, access play.Access, in *reportInput) (*struct{}, error) {
	if p := s.limits.reports.take(string(access.Player), 1); p != nil {
		return nil, p
	}
	if p := s.limits.reportsByAddress.take(callerFrom(ctx).address, 1); p != nil {
		return nil, p
	}
	err := s.Reports.Send(ctx, play.Report{
		By: access.Player, Player: play.PlayerID(in.ID), Reason: play.ReportReason(in.Body.Reason), Text: in.Body.Text,
		Table: play.TableID(in.Body.Table), Message: in.Body.Message,
	})
	if errors.Is(err, play.ErrNoPlayer) {
		return nil, noSuchPlayer
	}
	return nil, err
}
