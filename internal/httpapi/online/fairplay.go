package online

import (
	"context"

	"plateau/internal/play"
)

// refuseHelp refuses values of a game to somebody who plays a rated game of it.
// Who asks without a session is not known: engines run on the players' own machines
// as well, so what helps against them are the moderators.
func (s *server) refuseHelp(ctx context.Context, game string) error {
	player := playerFrom(ctx)
	if s.House == nil || player.ID == "" {
		return nil
	}
	rated, err := play.PlaysRated(ctx, s.Store, player.ID, game)
	if err == nil && rated {
		return ratedRunning
	}
	return err
}
