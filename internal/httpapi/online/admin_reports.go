package online

import (
	"context"
	"errors"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/admin"
)

type (
	reportView struct {
		Seq          int64  `json:"seq"`
		At           int64  `json:"at"`
		By           string `json:"by,omitempty" doc:"Who reported; missing if that player was deleted"`
		ByName       string `json:"by_name,omitempty"`
		Player       string `json:"player" doc:"Who was reported"`
		PlayerName   string `json:"player_name"`
		Reason       string `json:"reason" enum:"insult,cheating,name,stalling,spam,other"`
		Text         string `json:"text,omitempty"`
		Table        string `json:"table,omitempty"`
		Message      uint64 `json:"message,omitempty" doc:"The number of a message at the table"`
		Closed       int64  `json:"closed,omitempty" doc:"When it was closed; missing while it is open"`
		ClosedByName string `json:"closed_by_name,omitempty" doc:"The administrator; missing for the operator at the machine"`
		Note         string `json:"note,omitempty"`
	}
	reportsInput struct {
		State  string `query:"state" enum:"open,closed,all" default:"open"`
		Player string `query:"player" maxLength:"64" doc:"Only those about this player"`
		Before int64  `query:"before" minimum:"0" doc:"Reports before this number; the last ones by default"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	reportsView struct {
		Reports []reportView `json:"reports" doc:"The last first; none about the administrator who asks"`
	}
	reportContextView struct {
		Report reportView `json:"report"`
		// Table is nil if the report is about none, or it is gone.
		Table   *adminTableView `json:"table,omitempty" doc:"The table with its messages"`
		About   int             `json:"about" doc:"How many reports there are about the player, this one included"`
		ByThem  int             `json:"by_them" doc:"How many the author has made, this one included; 0 if deleted"`
		Blocked bool            `json:"blocked,omitempty" doc:"Whether the author has blocked the player"`
	}
	reportSeqInput struct {
		Seq int64 `path:"seq" minimum:"1"`
	}
	reportClosing struct {
		Seq  int64 `path:"seq" minimum:"1"`
		Body struct {
			IgnoredRequestID
			Note string `json:"note,omitempty" maxLength:"500" doc:"For other moderators"`
		}
	}
)

func (s *server) registerAdminReports() {
	register(s, forAdministrators("adminReports", "GET /admin/reports", "List reports"), body(asAdmin(s, s.adminReports)))
	register(s, forAdministrators("adminReport", "GET /admin/reports/{seq}", "A report with its context"), body(asAdmin(s, s.adminReport)))
	register(s, noContent(forAdministrators("adminCloseReport", "PUT /admin/reports/{seq}/closing",
		"Close a report, with a note")), asAdmin(s, s.adminCloseReport))
}

func viewReport(r play.Report) reportView {
	return reportView{
		Seq: r.Seq, At: millis(r.At), By: string(r.By), ByName: r.ByName, Player: string(r.Player), PlayerName: r.PlayerName,
		Reason: string(r.Reason), Text: r.Text, Table: string(r.Table), Message: r.Message,
		Closed: millisOrNone(r.Closed), ClosedByName: r.ClosedByName, Note: r.Note,
	}
}

func (s *server) adminReports(ctx context.Context, a admin.Actor, in *reportsInput) (reportsView, error) {
	list, err := s.Admin.Reports(ctx, a, play.ReportQuery{
		Player: play.PlayerID(in.Player), Open: in.State == "open", Closed: in.State == "closed", Before: in.Before, Limit: in.Limit,
	})
	view := reportsView{Reports: make([]reportView, len(list))}
	for i, r := range list {
		view.Reports[i] = viewReport(r)
	}
	return view, err
}

func (s *server) adminReport(ctx context.Context, a admin.Actor, in *reportSeqInput) (view reportContextView, err error) {
	r, err := s.Admin.Report(ctx, a, in.Seq)
	if err != nil {
		return view, err
	}
	view.Report = viewReport(r)
	if r.Table != "" {
		table, err := s.adminTable(ctx, a, &TableInput{ID: string(r.Table)})
		if _, gone := errors.AsType[*game.Refusal](err); err != nil && !gone {
			return view, err
		}
		if err == nil {
			view.Table = &table
		}
	}
	if view.About, err = s.Store.CountReports(ctx, play.ReportQuery{Player: r.Player}); err != nil || r.By == "" {
		return view, err
	}
	if view.ByThem, err = s.Store.CountReports(ctx, play.ReportQuery{By: r.By, Except: a.Player}); err != nil {
		return view, err
	}
	blocks, err := s.Store.BlocksAmong(ctx, r.By, r.Player)
	for _, b := range blocks {
		view.Blocked = view.Blocked || b.By == r.By
	}
	return view, err
}

func (s *server) adminCloseReport(ctx context.Context, a admin.Actor, in *reportClosing) (*struct{}, error) {
	return nil, s.Admin.CloseReport(ctx, a, in.Seq, in.Body.Note)
}
