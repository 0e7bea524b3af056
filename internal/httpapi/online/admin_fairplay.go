package online

import (
	"context"
	"errors"
	"time"

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
	unbarInput struct {
		ID     string `path:"id" maxLength:"64"`
		Reason string `query:"reason" maxLength:"500" doc:"For the audit log"`
	}
)

func (s *server) registerAdminFairPlay() {
	register(s, forAdministrators("adminFairPlay", "GET /admin/players/{id}/fairplay",
		"The last rated games of a player"), body(asAdmin(s, s.adminFairPlay)))
	register(s, forAdministrators("adminFigures", "GET /admin/players/{id}/fairplay/{table}",
		"How often a player found only moves in a game, and how long each move took"), body(asAdmin(s, s.adminFigures)))
	register(s, noContent(forAdministrators("adminBar", "PUT /admin/players/{id}/bar",
		"Keep a player from rated games")), asAdmin(s, s.adminBar))
	register(s, noContent(forAdministrators("adminUnbar", "DELETE /admin/players/{id}/bar",
		"Let a player play rated games again")), asAdmin(s, s.adminUnbar))
}

func (s *server) adminFairPlay(ctx context.Context, _ admin.Actor, in *ratedGamesInput) (view api.RatedGames, err error) {
	player, err := s.Store.Player(ctx, play.PlayerID(in.ID))
	if errors.Is(err, play.ErrNoPlayer) {
		return view, noSuchPlayer
	}
	if err != nil {
		return view, err
	}
	list, err := fairplay.Games(ctx, s.Store, player.ID, in.Limit)
	view = api.RatedGames{Player: viewAdminPlayer(player), Games: viewSummaries(list)}
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

func (s *server) adminFigures(ctx context.Context, _ admin.Actor, in *figuresInput) (view api.Figures, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgingTime)
	defer cancel()
	t, err := play.Load(ctx, s.Store, s.Games, play.TableID(in.Table))
	if err != nil {
		return view, err
	}
	player := play.PlayerID(in.ID)
	if t.SeatOf(player) == game.NoSeat {
		return view, noSuchPlayer
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

func (s *server) adminBar(ctx context.Context, a admin.Actor, in *adminPlayerChange[api.Barring]) (*struct{}, error) {
	return nil, s.Admin.Bar(ctx, a, play.PlayerID(in.ID), in.Body.Reason)
}

func (s *server) adminUnbar(ctx context.Context, a admin.Actor, in *unbarInput) (*struct{}, error) {
	return nil, s.Admin.Unbar(ctx, a, play.PlayerID(in.ID), in.Reason)
}
