package routes

import (
	"context"
	"errors"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type (
	findInput struct {
		Name string `query:"name" required:"true" minLength:"1" maxLength:"200" doc:"The name of an account"`
	}
	leaderboardInput struct {
		Game  string `path:"game" maxLength:"32"`
		Bots  bool   `query:"bots" doc:"The bots instead of the people"`
		Skip  int    `query:"skip" minimum:"0" maximum:"100000" default:"0"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
)

func (s *routes) registerPlayers() {
	route.Add(s.Router, route.ForAnybody("players", "getPlayer", "GET /players/{id}", "A player"), route.Body(s.getPlayer))
	route.Add(s.Router, route.ForAnybody("players", "getLeaderboard", "GET /leaderboard/{game}", "The best players of a game, without provisional ratings"), route.Body(s.getLeaderboard))
	route.Add(s.Router, route.ForPlayers("players", "findPlayer", "GET /players", "Find an account by its name"), route.Body(s.findPlayer))
}

func (s *routes) getPlayer(ctx context.Context, in *route.PlayerInput) (view api.PlayerPage, err error) {
	id := play.PlayerID(in.ID)
	player, err := s.Store.Player(ctx, id)
	if errors.Is(err, play.ErrNoPlayer) {
		return view, route.NoSuchPlayer
	}
	if err != nil {
		return view, err
	}
	view.Player = api.ViewPlayer(player)
	if view.Ratings, err = s.ratingsOf(ctx, id); err != nil {
		return view, err
	}
	view.Games, err = s.Store.CountTables(ctx, play.TableQuery{Player: id, Phase: play.Over, Played: true})
	return view, err
}

// ratingsOf are a player's ratings, in the games with rated results.
func (s *routes) ratingsOf(ctx context.Context, id play.PlayerID) (map[string]api.Rating, error) {
	ratings := make(map[string]api.Rating)
	standings, err := play.StandingsOf(ctx, s.Store, s.Games, id)
	for game, standing := range standings {
		ratings[game] = api.ViewRating(standing, s.Now())
	}
	return ratings, err
}

func (s *routes) getLeaderboard(ctx context.Context, in *leaderboardInput) (api.Leaderboard, error) {
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
		view.Standings = append(view.Standings, api.Standing{Player: api.ViewPlayer(player), Rating: api.ViewRating(standing, s.Now())})
	}
	return view, nil
}

// findPlayer finds accounts only: the names of guests are nobody's.
func (s *routes) findPlayer(ctx context.Context, in *findInput) (api.PlayerPage, error) {
	player, err := s.Accounts.ByName(ctx, in.Name)
	if errors.Is(err, accounts.ErrNoAccount) || errors.Is(err, play.ErrNoPlayer) {
		return api.PlayerPage{}, route.NoSuchPlayer
	}
	if err != nil {
		return api.PlayerPage{}, err
	}
	// Those whom only their own group may reach are not found by others.
	strangers, err := s.Store.StrangersAmong(ctx, route.PlayerOf(ctx).ID, player.ID)
	if err != nil {
		return api.PlayerPage{}, err
	}
	if len(strangers) > 0 {
		return api.PlayerPage{}, route.NoSuchPlayer
	}
	return s.getPlayer(ctx, &route.PlayerInput{ID: string(player.ID)})
}
