package online

import (
	"context"
	"errors"

	"plateau/internal/api"
	"plateau/internal/play"
)

type (
	playerInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	leaderboardInput struct {
		Game  string `path:"game" maxLength:"32"`
		Bots  bool   `query:"bots" doc:"The bots instead of the people"`
		Skip  int    `query:"skip" minimum:"0" maximum:"100000" default:"0"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
)

func (s *server) registerPlayers() {
	register(s, operation("players", "getPlayer", "GET /players/{id}", "A player"), body(s.getPlayer))
	register(s, operation("players", "getLeaderboard", "GET /leaderboard/{game}", "The best players of a game, without provisional ratings"), body(s.getLeaderboard))
}

func (s *server) getPlayer(ctx context.Context, in *playerInput) (view api.PlayerPage, err error) {
	id := play.PlayerID(in.ID)
	player, err := s.Store.Player(ctx, id)
	if errors.Is(err, play.ErrNoPlayer) {
		return view, noSuchPlayer
	}
	if err != nil {
		return view, err
	}
	view.Player = viewPlayer(player)
	if view.Ratings, err = s.ratingsOf(ctx, id); err != nil {
		return view, err
	}
	view.Games, err = s.Store.CountTables(ctx, play.TableQuery{Player: id, Phase: play.Over, Played: true})
	return view, err
}

// ratingsOf are a player's ratings, in the games with rated results.
func (s *server) ratingsOf(ctx context.Context, id play.PlayerID) (map[string]api.Rating, error) {
	ratings := make(map[string]api.Rating)
	standings, err := play.StandingsOf(ctx, s.Store, s.Games, id)
	for game, standing := range standings {
		ratings[game] = viewRating(standing, s.Now())
	}
	return ratings, err
}

func (s *server) getLeaderboard(ctx context.Context, in *leaderboardInput) (api.Leaderboard, error) {
	view := api.Leaderboard{Standings: []api.Standing{}}
	if _, err := s.Games.Find(in.Game); err != nil {
		return view, err
	}
	best, err := s.Store.Best(ctx, play.BestQuery{Game: in.Game, Bots: in.Bots, Now: s.Now(), Skip: in.Skip, Limit: in.Limit})
	if err != nil {
		return view, err
	}
	for _, standing := range best {
		player, err := s.Store.Player(ctx, standing.Player)
		switch {
		case errors.Is(err, play.ErrNoPlayer) || err == nil && !player.Registered:
			continue
		case err != nil:
			return view, err
		}
		view.Standings = append(view.Standings, api.Standing{Player: viewPlayer(player), Rating: viewRating(standing, s.Now())})
	}
	return view, nil
}
