package accounts

import (
	"context"

	"plateau/internal/play"
)

// Tables is what a house does for those who go.
type Tables interface {
	// Quit takes a player out of all that is not over, and tells how many
	// tables that were.
	Quit(ctx context.Context, player play.PlayerID) (int, error)
	// Forget takes from memory what the store has forgotten.
	Forget(ctx context.Context, player play.PlayerID) error
}

// Delete erases a player: games that run are resigned, then name, account,
// ways in, ratings and messages go. Games that are over stay, for those who
// played them, with somebody who has no name; the ratings of others stay as
// they are.
func (s *Service) Delete(ctx context.Context, by play.Access, proof Proof, tables Tables) error {
	if err := s.confirm(ctx, by.Player, proof); err != nil {
		return err
	}
	// From here on it is done even if whoever asked does not wait. The one
	// way in that is left lets them ask again if it fails half-way.
	ctx = context.WithoutCancel(ctx)
	if err := s.removeAccess(ctx, by.Player, play.AccessChoice{Except: by.ID}, nil); err != nil {
		return err
	}
	// What was being decided when the name went may bring it back once: the
	// second round finds it.
	for round := 0; ; round++ {
		left, err := tables.Quit(ctx, by.Player)
		if err != nil {
			return err
		}
		err = s.Store.Forget(ctx, by.Player)
		s.cache.forget(by.Player)
		if err != nil {
			return err
		}
		if err := tables.Forget(ctx, by.Player); err != nil {
			return err
		}
		if left == 0 && round > 0 {
			return nil
		}
	}
}
