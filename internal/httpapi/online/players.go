package online

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/play"
)

type (
	playerInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	playerOutput struct {
		Body struct {
			Player  playerView            `json:"player"`
			Ratings map[string]ratingView `json:"ratings" doc:"By the ids of the games"`
			Games   int                   `json:"games" doc:"Finished games"`
		} `nameHint:"PlayerPage"`
	}
	leaderboardInput struct {
		Game  string `path:"game" maxLength:"32"`
		Skip  int    `query:"skip" minimum:"0" maximum:"100000" default:"0"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	standingView struct {
		Player playerView `json:"player"`
		Rating ratingView `json:"rating"`
	}
	leaderboardOutput struct {
		Body struct {
			Standings []standingView `json:"standings" doc:"The highest rating first"`
		} `nameHint:"Leaderboard"`
	}
)

func (s *server) registerPlayers() {
	register(s, huma.Operation{
		OperationID: "getPlayer", Method: http.MethodGet, Path: "/players/{id}",
		Summary: "A player", Tags: []string{"players"},
	}, s.getPlayer)
	register(s, huma.Operation{
		OperationID: "getLeaderboard", Method: http.MethodGet, Path: "/leaderboard/{game}",
		Summary: "The best players of a game", Tags: []string{"players"},
	}, s.getLeaderboard)
}

func (s *server) getPlayer(ctx context.Context, in *playerInput) (*playerOutput, error) {
	id := play.PlayerID(in.ID)
	player, err := s.Store.Player(ctx, id)
	if errors.Is(err, play.ErrNoPlayer) {
		return nil, noSuchPlayer
	}
	if err != nil {
		return nil, err
	}
	out := new(playerOutput)
	out.Body.Player = viewPlayer(player)
	if out.Body.Ratings, err = s.ratingsOf(ctx, id); err != nil {
		return nil, err
	}
	out.Body.Games, err = s.Store.CountTables(ctx, play.TableQuery{Player: id, Phase: play.Over, Played: true})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// ratingsOf are a player's ratings, in the games with rated results.
func (s *server) ratingsOf(ctx context.Context, id play.PlayerID) (map[string]ratingView, error) {
	ratings := make(map[string]ratingView)
	for _, g := range s.Games {
		standings, err := s.Store.Standings(ctx, g.ID(), []play.PlayerID{id})
		if err != nil {
			return nil, err
		}
		if standings[0].Games > 0 {
			ratings[g.ID()] = viewRating(standings[0], s.Now())
		}
	}
	return ratings, nil
}

func (s *server) getLeaderboard(ctx context.Context, in *leaderboardInput) (*leaderboardOutput, error) {
	if _, err := s.Games.Find(in.Game); err != nil {
		return nil, err
	}
	best, err := s.Store.Best(ctx, in.Game, in.Skip, in.Limit)
	if err != nil {
		return nil, err
	}
	out := new(leaderboardOutput)
	out.Body.Standings = []standingView{}
	for _, standing := range best {
		player, err := s.Store.Player(ctx, standing.Player)
		switch {
		case errors.Is(err, play.ErrNoPlayer) || err == nil && !player.Kept:
			continue
		case err != nil:
			return nil, err
		}
		out.Body.Standings = append(out.Body.Standings, standingView{viewPlayer(player), viewRating(standing, s.Now())})
	}
	return out, nil
}
