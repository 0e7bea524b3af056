package online

import (
	"context"
	"slices"

	"plateau/internal/api"
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

func (s *server) registerBots() {
	register(s, costs(3, open("players", "listBots", "GET /bots",
		"The bots of the server: their ratings, what they accept, and their games")), body(s.listBots))
	register(s, forPlayers("announceAccepting", "PUT /me/bot/accepts",
		"Say which challenges this bot accepts; it ends after two minutes, unless it is said again"), body(s.announceAccepting))
	register(s, noContent(forPlayers("stopAccepting", "DELETE /me/bot/accepts", "Accept no more challenges")), s.stopAccepting)
}

func (s *server) announceAccepting(ctx context.Context, in *bodyInput[api.AcceptingBody]) (api.AcceptsUntil, error) {
	until, err := s.Meeting.Announce(ctx, playerFrom(ctx), in.Body.Accepting)
	if err != nil {
		return api.AcceptsUntil{}, err
	}
	return api.AcceptsUntil{Until: millis(until)}, nil
}

func (s *server) stopAccepting(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.Meeting.StopAccepting(ctx, playerFrom(ctx).ID)
}

func (s *server) listBots(ctx context.Context, in *botsInput) (api.Bots, error) {
	bots, err := s.Meeting.Bots(ctx, playerFrom(ctx).ID)
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
			Player: viewPlayer(b.Player), Ratings: ratings[i], Online: b.Here, Accepts: b.Accepts, Games: liveGamesOf(b.ID, live),
		})
	}
	return view, nil
}

// liveGamesOf are those of the games at which a player sits.
func liveGamesOf(player play.PlayerID, live []lobby.Game) []api.LiveGame {
	games := []api.LiveGame{}
	for _, g := range live {
		if slices.ContainsFunc(g.Sitters, func(s play.Sitter) bool { return s.Player == player }) {
			games = append(games, api.LiveGame{Table: viewSummary(g.Summary), Spectators: g.Spectators})
		}
	}
	return games
}

// ratingsOfAll are the ratings of bots, with one question to the store.
func (s *server) ratingsOfAll(ctx context.Context, bots []meeting.Bot) ([]map[string]api.Rating, error) {
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
				ratings[i][g.ID()] = viewRating(standing, s.Now())
			}
		}
	}
	return ratings, nil
}
