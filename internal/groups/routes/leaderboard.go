package routes

import (
	"cmp"
	"context"
	"slices"

	"plateau/internal/api"
	"plateau/internal/groups"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

type groupLeaderboardInput struct {
	ID   string `path:"id" maxLength:"64"`
	Game string `path:"game" maxLength:"32"`
}

func (s *routes) registerLeaderboard() {
	route.Add(s.Router, forGroups("getGroupLeaderboard", "GET /groups/{id}/leaderboard/{game}",
		"The members of a group with rated games, the strongest first"), route.Body(asMember(s.getGroupLeaderboard)))
}

// getGroupLeaderboard ranks the members of a group among themselves. Unlike the
// leaderboard of the server it has everybody with a rated game: in a club, those whose
// rating is not yet certain belong to it.
func (s *routes) getGroupLeaderboard(ctx context.Context, a groups.Actor, in *groupLeaderboardInput) (api.Leaderboard, error) {
	view := api.Leaderboard{Standings: []api.Standing{}}
	if _, err := s.Games.Find(in.Game); err != nil {
		return view, err
	}
	page, err := s.Groups.Look(ctx, a, play.GroupID(in.ID))
	if err != nil || len(page.Members) == 0 {
		return view, err
	}
	ranks := make([]play.Rank, len(page.Members))
	for i, m := range page.Members {
		ranks[i] = play.Rank{Game: in.Game, Player: m.Player.ID}
	}
	standings, err := s.Store.Standings(ctx, ranks...)
	if err != nil {
		return view, err
	}
	for i, standing := range standings {
		if standing.Games > 0 {
			view.Standings = append(view.Standings, api.Standing{Player: api.ViewPlayer(page.Members[i].Player), Rating: api.ViewRating(standing, s.Now())})
		}
	}
	slices.SortStableFunc(view.Standings, func(a, b api.Standing) int { return cmp.Compare(b.Rating.Value, a.Rating.Value) })
	return view, nil
}
