package tournaments

import (
	"context"
	"slices"

	"plateau/internal/play"
	"plateau/tournament"
)

// mostSearched is in how many tournaments of a player a table is looked for, the last
// to change first.
const mostSearched = 100

// OfTable finds the tournament of a table. The id of a tournament is the secret part
// of its link, so only those find it who take part or organise it, and everybody
// if it is listed, as long as the game goes on.
func (s *Service) OfTable(ctx context.Context, player play.Player, table play.TableID) (View, error) {
	s.mu.Lock()
	id, open := s.boards[table]
	s.mu.Unlock()
	if open {
		v, err := s.Look(ctx, id)
		if err != nil {
			return View{}, err
		}
		organises, err := s.Organises(ctx, player, v.Head)
		if err != nil {
			return View{}, err
		}
		if organises || v.Listed || v.ByAccount(string(player.ID)) != nil {
			return v, nil
		}
		return View{}, NoSuchTournament.Refuse("")
	}
	if player.ID == "" {
		return View{}, NoSuchTournament.Refuse("")
	}
	for _, q := range []play.TournamentQuery{{Player: player.ID, Limit: mostSearched}, {Owner: player.ID, Limit: mostSearched}} {
		list, err := s.Store.Tournaments(ctx, q)
		if err != nil {
			return View{}, err
		}
		for _, head := range list {
			v, err := s.Look(ctx, head.ID)
			if err != nil {
				return View{}, err
			}
			if v.hasTable(table) {
				return v, nil
			}
		}
	}
	return View{}, NoSuchTournament.Refuse("")
}

// hasTable reports whether a table is that of a board.
func (v View) hasTable(table play.TableID) bool {
	for i := range v.Played {
		if slices.ContainsFunc(v.Played[i].Games, func(g tournament.Game) bool { return slices.Contains(v.Tables(i+1, &g), table) }) {
			return true
		}
	}
	return false
}
