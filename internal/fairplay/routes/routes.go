// Package routes has the routes by which moderators judge whether players had help.
package routes

import (
	"context"
	"errors"
	"time"

	adminroutes "plateau/internal/admin/routes"
	"plateau/internal/httpapi/route"

	"plateau/game"
	"plateau/internal/admin"
	"plateau/internal/api"
	"plateau/internal/fairplay"
	"plateau/internal/play"
)

type (
	ratedGamesInput struct {
		ID    string `path:"id" maxLength:"64"`
		Limit int    `query:"limit" minimum:"1" maximum:"50" default:"10"`
	}
	figuresInput struct {
		ID    string `path:"id" maxLength:"64"`
		Table string `path:"table" maxLength:"64"`
	}
	barInput struct {
		ID   string `path:"id" maxLength:"64"`
		Body api.Barring
	}
	unbarInput struct {
		ID     string `path:"id" maxLength:"64"`
		Reason string `query:"reason" maxLength:"500" doc:"For the audit log"`
	}
)

// Config is what the routes need besides the router. Judge knows the only moves of
// positions.
type Config struct {
	Admin *admin.Service
	Store Store
	Games game.List
	Judge fairplay.Judge
}

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	play.PlayerStore
}

type routes struct {
	*route.Router
	Config
}

// Register adds the figures by which moderators judge, and what they do then.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	route.Add(s.Router, adminroutes.ForAdministrators("adminFairPlay", "GET /admin/players/{id}/fairplay",
		"The last rated games of a player"), route.Body(adminroutes.As(s.Admin, s.adminFairPlay)))
	route.Add(s.Router, adminroutes.ForAdministrators("adminFigures", "GET /admin/players/{id}/fairplay/{table}",
		"How often a player found only moves in a game, and how long each move took"), route.Body(adminroutes.As(s.Admin, s.adminFigures)))
	route.Add(s.Router, adminroutes.ForAdministrators("adminBar", "PUT /admin/players/{id}/bar",
		"Keep a player from rated games").NoContent(), adminroutes.As(s.Admin, s.adminBar))
	route.Add(s.Router, adminroutes.ForAdministrators("adminUnbar", "DELETE /admin/players/{id}/bar",
		"Let a player play rated games again").NoContent(), adminroutes.As(s.Admin, s.adminUnbar))
}

func (s *routes) adminFairPlay(ctx context.Context, _ admin.Actor, in *ratedGamesInput) (view api.RatedGames, err error) {
	player, err := s.Store.Player(ctx, play.PlayerID(in.ID))
	if errors.Is(err, play.ErrNoPlayer) {
		return view, route.NoSuchPlayer
	}
	if err != nil {
		return view, err
	}
	list, err := fairplay.Games(ctx, s.Store, player.ID, in.Limit)
	view = api.RatedGames{Player: adminroutes.ViewPlayer(player), Games: api.ViewSummaries(list)}
	for _, table := range list {
		if s.House.Presence.Near(table.ID) {
			view.Near = append(view.Near, table.ID)
		}
	}
	return view, err
}

// judgingTime is how long the positions of one game may take. Those of solved games
// take less.
const judgingTime = 10 * time.Second

func (s *routes) adminFigures(ctx context.Context, _ admin.Actor, in *figuresInput) (view api.Figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgingTime)
	defer cancel()
	t, err := play.Load(ctx, s.Store, s.Games, play.TableID(in.Table))
	if err != nil {
		return view, err
	}
	player := play.PlayerID(in.ID)
	if t.SeatOf(player) == game.NoSeat {
		return view, route.NoSuchPlayer
	}
	figures, complete, err := fairplay.Of(ctx, s.Store, s.Games, t.ID, player, s.Judge)
	view.Turns, view.Complete = make([]api.Turn, len(figures)), complete
	for i, turn := range figures {
		view.Turns[i] = api.Turn{Ply: turn.Ply, Only: turn.Only, Found: turn.Found, Took: turn.Took}
	}
	view.Only, view.Found = figures.OnlyMoves()
	view.OnlyTook = figures.MedianTime(func(t fairplay.Turn) bool { return t.Found })
	view.OthersTook = figures.MedianTime(func(t fairplay.Turn) bool { return !t.Only })
	return view, err
}

func (s *routes) adminBar(ctx context.Context, a admin.Actor, in *barInput) (*struct{}, error) {
	return nil, s.Admin.Bar(ctx, a, play.PlayerID(in.ID), in.Body.Reason)
}

func (s *routes) adminUnbar(ctx context.Context, a admin.Actor, in *unbarInput) (*struct{}, error) {
	return nil, s.Admin.Unbar(ctx, a, play.PlayerID(in.ID), in.Reason)
}
