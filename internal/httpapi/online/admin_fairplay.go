package online

import (
	"context"
	"errors"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/admin"
	"plateau/internal/play/fairplay"
)

type (
	ratedGamesInput struct {
		ID    string `path:"id" maxLength:"64"`
		Limit int    `query:"limit" minimum:"1" maximum:"50" default:"10"`
	}
	ratedGamesView struct {
		Player adminPlayerView `json:"player"`
		Games  []summaryView   `json:"games" doc:"The last rated games, the latest first"`
		Near   []string        `json:"same_address,omitempty" doc:"The tables whose players came from one network, as far as this server knows: it stores no addresses"`
	}
	figuresInput struct {
		ID    string `path:"id" maxLength:"64"`
		Table string `path:"table" maxLength:"64"`
	}
	turnView struct {
		Ply   int   `json:"ply"`
		Only  bool  `json:"only,omitempty" doc:"Whether a single move kept the proved result"`
		Found bool  `json:"found,omitempty" doc:"Whether it was played"`
		Took  int64 `json:"took_ms" doc:"How long the move took"`
	}
	figuresView struct {
		Turns      []turnView `json:"turns" doc:"The moves of the player"`
		Only       int        `json:"only" doc:"How many only moves there were"`
		Found      int        `json:"found" doc:"How many of them were played"`
		OnlyTook   int64      `json:"only_took_ms" doc:"How long the player typically took for an only move that was found"`
		OthersTook int64      `json:"others_took_ms" doc:"How long for the other moves"`
		Complete   bool       `json:"complete" doc:"Whether there was time to judge all positions"`
	}
	barring struct {
		IgnoredRequestID
		Reason string `json:"reason,omitempty" maxLength:"500" doc:"For the audit log"`
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

func (s *server) adminFairPlay(ctx context.Context, _ admin.Actor, in *ratedGamesInput) (view ratedGamesView, err error) {
	player, err := s.Store.Player(ctx, play.PlayerID(in.ID))
	if errors.Is(err, play.ErrNoPlayer) {
		return view, noSuchPlayer
	}
	if err != nil {
		return view, err
	}
	list, err := fairplay.Games(ctx, s.Store, player.ID, in.Limit)
	view = ratedGamesView{Player: viewAdminPlayer(player), Games: viewSummaries(list)}
	for _, table := range list {
		if s.House.Presence.Near(table.ID) {
			view.Near = append(view.Near, string(table.ID))
		}
	}
	return view, err
}

// judgingTime is how long the positions of one game may take. Those of solved games
// take less.
const judgingTime = 10 * time.Second

func (s *server) adminFigures(ctx context.Context, _ admin.Actor, in *figuresInput) (view figuresView, err error) {
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
	view.Turns, view.Complete = make([]turnView, len(figures)), complete
	for i, turn := range figures {
		view.Turns[i] = turnView{turn.Ply, turn.Only, turn.Found, int64(turn.Took)}
	}
	view.Only, view.Found = figures.OnlyMoves()
	view.OnlyTook = int64(figures.MedianTime(func(t fairplay.Turn) bool { return t.Found }))
	view.OthersTook = int64(figures.MedianTime(func(t fairplay.Turn) bool { return !t.Only }))
	return view, err
}

func (s *server) adminBar(ctx context.Context, a admin.Actor, in *adminPlayerChange[barring]) (*struct{}, error) {
	return nil, s.Admin.Bar(ctx, a, play.PlayerID(in.ID), in.Body.Reason)
}

func (s *server) adminUnbar(ctx context.Context, a admin.Actor, in *unbarInput) (*struct{}, error) {
	return nil, s.Admin.Unbar(ctx, a, play.PlayerID(in.ID), in.Reason)
}
