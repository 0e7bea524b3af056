package routes

import (
	"context"
	"errors"

	adminroutes "plateau/internal/admin/routes"
	"plateau/internal/httpapi/route"

	"plateau/game"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/reports"
)

type (
	reportsInput struct {
		State  string `query:"state" enum:"open,closed,all" default:"open"`
		Player string `query:"player" maxLength:"64" doc:"Only those about this player"`
		Before int64  `query:"before" minimum:"0" doc:"Reports before this number; the last ones by default"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	reportSeqInput struct {
		Seq int64 `path:"seq" minimum:"1"`
	}
	reportClosing struct {
		Seq  int64 `path:"seq" minimum:"1"`
		Body api.ReportClosing
	}
)

func (s *routes) registerModeration() {
	route.Add(s.Router, adminroutes.ForAdministrators("adminReports", "GET /admin/reports", "List reports"), route.Body(adminroutes.As(s.Admin, s.adminReports)))
	route.Add(s.Router, adminroutes.ForAdministrators("adminReport", "GET /admin/reports/{seq}", "A report with its context"), route.Body(adminroutes.As(s.Admin, s.adminReport)))
	route.Add(s.Router, adminroutes.ForAdministrators("adminCloseReport", "PUT /admin/reports/{seq}/closing",
		"Close a report, with a note").NoContent(), adminroutes.As(s.Admin, s.adminCloseReport))
}

func viewReport(r reports.Report) api.Report {
	return api.Report{
		Seq: r.Seq, At: api.Millis(r.At), By: r.By, ByName: r.ByName, Player: r.Player, PlayerName: r.PlayerName,
		Reason: r.Reason, Text: r.Text, Table: r.Table, Message: r.Message,
		Closed: api.MillisOrNone(r.Closed), ClosedByName: r.ClosedByName, Note: r.Note,
	}
}

func (s *routes) adminReports(ctx context.Context, a admin.Actor, in *reportsInput) (api.Reports, error) {
	list, err := s.Admin.Reports(ctx, a, reports.Query{
		Player: play.PlayerID(in.Player), Open: in.State == "open", Closed: in.State == "closed", Before: in.Before, Limit: in.Limit,
	})
	view := api.Reports{Reports: make([]api.Report, len(list))}
	for i, r := range list {
		view.Reports[i] = viewReport(r)
	}
	return view, err
}

func (s *routes) adminReport(ctx context.Context, a admin.Actor, in *reportSeqInput) (view api.ReportContext, err error) {
	r, err := s.Admin.Report(ctx, a, in.Seq)
	if err != nil {
		return view, err
	}
	view.Report = viewReport(r)
	if r.Table != "" {
		table, err := adminroutes.Table(ctx, s.Store, s.Games, r.Table)
		if _, gone := errors.AsType[*game.Refusal](err); err != nil && !gone {
			return view, err
		}
		if err == nil {
			view.Table = &table
		}
	}
	if view.About, err = s.Store.CountReports(ctx, reports.Query{Player: r.Player}); err != nil || r.By == "" {
		return view, err
	}
	if view.ByThem, err = s.Store.CountReports(ctx, reports.Query{By: r.By, Except: a.Player}); err != nil {
		return view, err
	}
	blocks, err := s.Store.BlocksAmong(ctx, r.By, r.Player)
	for _, b := range blocks {
		view.Blocked = view.Blocked || b.By == r.By
	}
	return view, err
}

func (s *routes) adminCloseReport(ctx context.Context, a admin.Actor, in *reportClosing) (*struct{}, error) {
	return nil, s.Admin.CloseReport(ctx, a, in.Seq, in.Body.Note)
}
