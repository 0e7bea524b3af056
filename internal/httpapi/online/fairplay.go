package online

import (
	"context"

	"plateau/internal/play"
)

// maxRunning is more than a player can have: see the limit of unfinished tables.
const maxRunning = 100

// refuseHelp refuses values of a game to somebody who plays a rated game of it.
// Who asks without a session is not known: engines run on the players' own machines
// as well, so what helps against them are the moderators.
func (s *server) refuseHelp(ctx context.Context, game string) error {
	player := playerFrom(ctx)
	if s.House == nil || player.ID == "" {
		return nil
	}
	running, err := s.Store.Tables(ctx, play.TableQuery{Player: player.ID, Game: game, Phase: play.Running, Limit: maxRunning})
	if err != nil {
		return err
	}
	for _, table := range running {
		if table.Terms.Rated {
			return ratedRunning
		}
	}
	return nil
}
