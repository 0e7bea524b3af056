package tournaments

import (
	"context"
	"errors"

	"plateau/internal/groups"
	"plateau/internal/play"
)

// OfTable finds the tournament of a table. The id of a tournament is the secret part
// of its link, so only those find it who take part or organise it, and everybody
// if it is listed, as long as the game goes on.
func (s *Service) OfTable(ctx context.Context, a groups.Actor, table play.TableID) (View, error) {
	s.mu.Lock()
	id, open := s.boards[table]
	s.mu.Unlock()
	if !open {
		var err error
		if id, err = s.Store.TournamentOf(ctx, table); errors.Is(err, ErrNoTournament) {
			return View{}, NoSuchTournament.Refuse("")
		} else if err != nil {
			return View{}, err
		}
	}
	v, err := s.Look(ctx, id)
	if err != nil {
		return View{}, err
	}
	organises, err := s.Organises(ctx, a, v.Head)
	if err != nil {
		return View{}, err
	}
	if organises || open && v.Listed || v.ByAccount(string(a.Player.ID)) != nil {
		return v, nil
	}
	return View{}, NoSuchTournament.Refuse("")
}
