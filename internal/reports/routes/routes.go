// Package routes has the routes of reports about players.
package routes

import (
	"context"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/reports"
)

type reportInput struct {
	ID   string `path:"id" maxLength:"64" doc:"The id of the player who is reported"`
	Body api.NewReport
}

type routes struct {
	*route.Router
	Config
}

// Config is what the routes need besides the router.
type Config struct {
	Reports *reports.Service
	Store   Store
	Admin   *admin.Service
	Games   game.List
}

// Store is what the routes ask themselves.
type Store interface {
	reports.Store
	blocks.BlockStore
	play.TableStore
}

// Register adds how players are reported, and what moderators see of it.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	s.registerModeration()
	route.Add(s.Router, route.ForPlayers("players", "reportPlayer", "POST /players/{id}/reports",
		"Report a player to the moderators; the player never learns who did").NoContent(), route.InSession(s.report))
}

func (s *routes) report(ctx context.Context, access accounts.Access, in *reportInput) (*struct{}, error) {
	if p := s.Limiters.Reports.Take(string(access.Player), 1); p != nil {
		return nil, p
	}
	if p := s.Limiters.ReportsByAddress.Take(route.CallerOf(ctx).Address, 1); p != nil {
		return nil, p
	}
	err := s.Reports.Send(ctx, reports.Report{
		By: access.Player, Player: play.PlayerID(in.ID), Reason: in.Body.Reason, Text: in.Body.Text,
		Table: in.Body.Table, Message: in.Body.Message,
	})
	return nil, route.OrNoPlayer(err)
}
