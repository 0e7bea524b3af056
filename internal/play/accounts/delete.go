package accounts

import (
	"context"

	"plateau/internal/play"
)

// Tables is what a house does for players who are deleted.
type Tables interface {
	// Quit removes a player from all unfinished tables, and returns how many.
	Quit(ctx context.Context, player play.PlayerID) (int, error)
	// Forget removes from memory what the store has erased.
	Forget(ctx context.Context, player play.PlayerID) error
}

// Delete erases a player: running games are resigned, then name, account, tokens,
// ratings and messages are erased. Finished games stay for their other players,
// with a nameless player; the ratings of others do not change.
func (s *Service) Delete(ctx context.Context, by play.Access, proof Proof, tables Tables) error {
	if err := s.confirm(ctx, by.Player, proof); err != nil {
		return err
	}
	// From here on it is done even if the client has gone. One token is left, to
	// try again if it fails halfway.
	ctx = context.WithoutCancel(ctx)
	if err := s.removeAccess(ctx, by.Player, play.AccessChoice{Except: by.ID}, nil); err != nil {
		return err
	}
	// A decision in progress may bring the name back once: the second round
	// finds it.
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
