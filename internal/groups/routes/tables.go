package routes

import (
	"context"

	"plateau/internal/api"
	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/internal/play/lobby"
)

// mostGroupTables is how many unfinished tables of members are looked at.
const mostGroupTables = 1000

// getGroupTables is the lobby of a group. As in that of the server, tables of those
// who have gone are not shown, nor tables where the member could not sit down.
func (s *routes) getGroupTables(ctx context.Context, a groups.Actor, in *groupInput) (api.GroupTables, error) {
	view := api.GroupTables{Tables: []api.Summary{}}
	group := play.GroupID(in.ID)
	if _, err := s.Groups.Look(ctx, a, group); err != nil {
		return view, err
	}
	list, err := s.Store.Tables(ctx, play.TableQuery{HostIn: group, Unfinished: true, Limit: mostGroupTables})
	if err != nil {
		return view, err
	}
	news := lobby.News{Whole: true}
	for _, sum := range list {
		if sum.Phase == play.Open && sum.Terms.Group == group && (sum.Terms.Time.Days > 0 || !s.House.Presence.Gone(sum.Host)) {
			news.Changes = append(news.Changes, lobby.Change{Table: sum.ID, Summary: &sum})
		}
	}
	if news, _, err = s.House.Lobby.For(ctx, a.Player, news); err != nil {
		return view, err
	}
	for _, change := range news.Changes {
		view.Tables = append(view.Tables, api.ViewSummary(*change.Summary))
	}
	return view, nil
}
