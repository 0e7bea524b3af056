package routes

import (
	"context"
	"slices"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/meeting"
	"plateau/internal/play"
	"plateau/internal/play/lobby"
)

type (
	botsInput struct {
		Skip  int `query:"skip" minimum:"0" maximum:"100000" default:"0"`
		Limit int `query:"limit" minimum:"1" maximum:"50" default:"20"`
	}
)

func (s *routes) registerBots() {
	route.Add(s.Router, route.ForVisitors("players", "listBots", "GET /bots",
		"The bots of the server: their ratings, what they accept, and their games").Costs(3), route.Body(s.listBots))
	route.Add(s.Router, route.ForAccount("announceAccepting", "PUT /me/bot/accepts",
		"Say which challenges this bot accepts; it ends after two minutes, unless it is said again"), route.Body(s.announceAccepting))
	route.Add(s.Router, route.ForAccount("stopAccepting", "DELETE /me/bot/accepts", "Accept no more challenges").NoContent(), s.stopAccepting)
}

func (s *routes) announceAccepting(ctx context.Context, in *route.BodyInput[api.AcceptingBody]) (api.AcceptsUntil, error) {
	until, err := s.Meeting.Announce(ctx, route.PlayerOf(ctx), in.Body.Accepting)
	if err != nil {
		return api.AcceptsUntil{}, err
	}
	return api.AcceptsUntil{Until: api.Millis(until)}, nil
}

func (s *routes) stopAccepting(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.Meeting.StopAccepting(ctx, route.PlayerOf(ctx).ID)
}

func (s *routes) listBots(ctx context.Context, in *botsInput) (api.Bots, error) {
	bots, err := s.Meeting.Bots(ctx, route.PlayerOf(ctx).ID)
	view := api.Bots{Bots: []api.Bot{}, Total: len(bots)}
	if err != nil {
		return view, err
	}
	bots = bots[min(in.Skip, len(bots)):]
	bots = bots[:min(in.Limit, len(bots))]
	ratings, err := s.ratingsOfAll(ctx, bots)
	if err != nil {
		return view, err
	}
	live := s.House.Overview.Live().Bots
	for i, b := range bots {
		view.Bots = append(view.Bots, api.Bot{
			Player: api.ViewPlayer(b.Player), Ratings: ratings[i], Online: b.Here, Accepts: b.Accepts, Games: liveGamesOf(b.ID, live),
		})
	}
	return view, nil
}

// liveGamesOf are those of the games at which a player sits.
func liveGamesOf(player play.PlayerID, live []lobby.Game) []api.LiveGame {
	games := []api.LiveGame{}
	for _, g := range live {
		if slices.ContainsFunc(g.Sitters, func(s play.Sitter) bool { return s.Player == player }) {
			games = append(games, api.LiveGame{Table: api.ViewSummary(g.Summary), Spectators: g.Spectators})
		}
	}
	return games
}

// ratingsOfAll are the ratings of bots, with one question to the store.
func (s *routes) ratingsOfAll(ctx context.Context, bots []meeting.Bot) ([]map[string]api.Rating, error) {
	var ranks []play.Rank
	for _, b := range bots {
		for _, g := range s.Games {
			ranks = append(ranks, play.Rank{Game: g.ID(), Player: b.ID})
		}
	}
	standings, err := s.Store.Standings(ctx, ranks...)
	if err != nil {
		return nil, err
	}
	ratings := make([]map[string]api.Rating, len(bots))
	for i := range bots {
		ratings[i] = make(map[string]api.Rating)
		for j, g := range s.Games {
			if standing := standings[i*len(s.Games)+j]; standing.Games > 0 {
				ratings[i][g.ID()] = api.ViewRating(standing, s.Now())
			}
		}
	}
	return ratings, nil
}
