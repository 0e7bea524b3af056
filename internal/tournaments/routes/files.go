package routes

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/tournament"
	"plateau/tournament/sheet"
	"plateau/tournament/trf"
)

// What can be taken home from a tournament: tables, reports and sheets of paper.

type (
	standingsInput struct {
		ID       string `path:"id" maxLength:"64"`
		Category string `query:"category" maxLength:"200" doc:"Only those of a category"`
	}
	roundsInput struct {
		ID   string `path:"id" maxLength:"64"`
		From int    `query:"from" minimum:"1" default:"1" doc:"The first round to show"`
	}
	tournamentExportInput struct {
		ID     string `path:"id" maxLength:"64"`
		Format string `query:"format" required:"true" enum:"csv,json,trf,events" doc:"A table; everything about it; FIDE's report TRF16, which arenas do not have; or a file for plateau tournament, with one event per line"`
	}
	sheetInput struct {
		ID       string `path:"id" maxLength:"64"`
		Sheet    string `path:"sheet" enum:"pairings,slips,standings,crosstable,bracket"`
		Round    int    `query:"round" minimum:"0" doc:"For pairings and slips; the last round by default"`
		Category string `query:"category" maxLength:"200" doc:"For standings"`
	}
	tournamentEventsInput struct {
		ID    string `path:"id" maxLength:"64"`
		After uint64 `query:"after" doc:"Only what came after this event"`
	}
)

func (s *routes) registerFiles() {
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getStandings", "GET /tournaments/{id}/standings", "Standings, with what decided them").Costs(3), route.Body(s.getStandings))
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getCrosstable", "GET /tournaments/{id}/crosstable", "Who met whom in every round").Costs(10), route.Body(s.getCrosstable))
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getRounds", "GET /tournaments/{id}/rounds", "All rounds from one on").Costs(5), route.Body(s.getRounds))
	export := route.ForVisitors(tournamentsTag, "exportTournament", "GET /tournaments/{id}/export",
		"A tournament as a file for other programs").Costs(20).Answers("text/plain", route.PlainText)
	for kind, schema := range map[string]*huma.Schema{"text/csv": route.PlainText, "application/json": route.AnyObject, "application/jsonl": route.PlainText} {
		export.Responses["200"].Content[kind] = &huma.MediaType{Schema: schema}
	}
	route.Add(s.Router, export, s.exportTournament)
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "printTournament", "GET /tournaments/{id}/sheets/{sheet}",
		"Plain text for a printer").Costs(10).Answers("text/plain", route.PlainText), s.printTournament)
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getTournamentEvents", "GET /tournaments/{id}/log",
		"Everything that happened, one event per line").Costs(20).Answers("application/jsonl", route.PlainText), s.tournamentLog)
}

func (s *routes) getStandings(ctx context.Context, in *standingsInput) (api.Standings, error) {
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	if err != nil {
		return api.Standings{}, err
	}
	return api.Standings{Standings: viewStandings(v.StandingsOf(in.Category))}, nil
}

func (s *routes) getCrosstable(ctx context.Context, in *tournamentInput) (api.Crosstable, error) {
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	if err != nil {
		return api.Crosstable{}, err
	}
	return viewCrosstable(v.Tournament), nil
}

func (s *routes) getRounds(ctx context.Context, in *roundsInput) (api.Rounds, error) {
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	if err != nil {
		return api.Rounds{}, err
	}
	return api.Rounds{Rounds: viewRounds(v, in.From, true)}, nil
}

func (s *routes) exportTournament(ctx context.Context, in *tournamentExportInput) (*route.Text, error) {
	if in.Format == "events" {
		return s.tournamentLog(ctx, &tournamentEventsInput{ID: in.ID})
	}
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	out := route.Attachment("tournament."+in.Format, nil)
	switch in.Format {
	case "csv":
		out.ContentType = "text/csv; charset=utf-8"
		err = v.WriteCSV(&text)
	case "trf":
		var report *trf.File
		if report, err = v.TRF(); err == nil {
			err = report.Write(&text)
		}
	default:
		out.ContentType = "application/json"
		encoder := json.NewEncoder(&text)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(withoutAccounts(v.Report()))
	}
	if err != nil {
		return nil, err
	}
	out.Body = text.Bytes()
	return out, nil
}

// withoutAccounts is a report without the ids of players, which mean nothing
// elsewhere.
func withoutAccounts(r tournament.Report) tournament.Report {
	for i := range r.Entrants {
		r.Entrants[i].Account, r.Entrants[i].Accounts = "", nil
	}
	return r
}

func (s *routes) printTournament(ctx context.Context, in *sheetInput) (*route.Text, error) {
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	if err != nil {
		return nil, err
	}
	text, err := sheet.Print(v.Tournament, in.Sheet, in.Round, in.Category)
	if err != nil {
		return nil, err
	}
	return &route.Text{ContentType: "text/plain; charset=utf-8", Disposition: "inline", Body: []byte(text)}, nil
}

// tournamentLog has the events without who caused them: only the server knows that.
func (s *routes) tournamentLog(ctx context.Context, in *tournamentEventsInput) (*route.Text, error) {
	if _, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID)); err != nil {
		return nil, err
	}
	events, err := s.Tournaments.Events(ctx, play.TournamentID(in.ID), in.After)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, e := range events {
		e.By = ""
		if err := encoder.Encode(e); err != nil {
			return nil, err
		}
	}
	out := route.Attachment("tournament.jsonl", text.Bytes())
	out.ContentType = "application/jsonl"
	return out, nil
}
