package house

import (
	"context"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/live"
	"plateau/internal/play/pairing"
)

// Quit removes a player from everything unfinished: games are resigned, chairs
// given up, hosted tables closed. It returns how many tables that were, and can
// be repeated.
func (h *House) Quit(ctx context.Context, player play.PlayerID) (tables int, err error) {
	h.Pairing.End(player, pairing.AnyTerms)
	if tournaments := h.tournaments.Load(); tournaments != nil {
		if err := (*tournaments).Quit(ctx, player); err != nil {
			return 0, err
		}
	}
	unfinished, err := h.unfinished(ctx, player)
	if err != nil {
		return 0, err
	}
	for _, sum := range unfinished {
		command := play.Command(play.Leave{})
		if sum.Phase == play.Running {
			command = play.Resign{}
		}
		_, err := h.Tables.Do(ctx, live.Request{Table: sum.ID, By: player, Command: command})
		switch {
		case err == nil:
			tables++
		case !play.Refused(err):
			return tables, err
		}
		// A refusal means that the table has changed.
	}
	return tables, nil
}

// unfinished are the tables at which a player sits, and those that they have opened. A
// table at which its host sits is there twice.
func (h *House) unfinished(ctx context.Context, player play.PlayerID) ([]play.Summary, error) {
	list, err := play.AllTables(ctx, h.store, play.TableQuery{Player: player, Unfinished: true})
	if err != nil {
		return nil, err
	}
	hosted, err := play.AllTables(ctx, h.store, play.TableQuery{Host: player, Unfinished: true})
	return append(list, hosted...), err
}

// LeaveRated is for a player who may not play rated games any more: they look for none,
// and give up their chairs at rated tables that wait for players. Games that are running
// go on.
func (h *House) LeaveRated(ctx context.Context, player play.PlayerID) error {
	h.Pairing.End(player, func(terms pairing.Terms) bool { return terms.Rated })
	tables, err := h.unfinished(ctx, player)
	for _, sum := range tables {
		if sum.Phase != play.Open || !sum.Terms.Rated {
			continue
		}
		// A refusal means that the table has changed.
		if _, err := h.Tables.Do(ctx, live.Request{Table: sum.ID, By: player, Command: play.Leave{}}); err != nil && !play.Refused(err) {
			return err
		}
	}
	return err
}

// Block has a player block or mute another one. Somebody who is blocked loses their
// chairs at the open tables of the one who blocks them; games that are running go
// on. It fails with [play.ErrNoPlayer] if there is no such player.
func (h *House) Block(ctx context.Context, b blocks.Block) error {
	if err := h.Blocks.Add(ctx, b); err != nil {
		return err
	}
	if err := h.tellOfBlock(ctx, b.By, b.Player); err != nil {
		return err
	}
	if b.Kind != blocks.Blocked {
		return nil
	}
	return h.unseat(ctx, b.By, b.Player)
}

// Unblock has a player neither block nor mute another one any more.
func (h *House) Unblock(ctx context.Context, by, player play.PlayerID) error {
	if err := h.Blocks.Remove(ctx, by, player); err != nil {
		return err
	}
	return h.tellOfBlock(ctx, by, player)
}

// unseat has a player leave the open tables of a host.
func (h *House) unseat(ctx context.Context, host, player play.PlayerID) error {
	tables, err := play.AllTables(ctx, h.store, play.TableQuery{Host: host, Player: player, Phase: play.Open})
	if err != nil {
		return err
	}
	for _, table := range tables {
		// A refusal means that the table has changed.
		if _, err := h.Tables.Do(ctx, live.Request{Table: table.ID, By: player, Command: play.Leave{}}); err != nil && !play.Refused(err) {
			return err
		}
	}
	return nil
}

// Forget removes from memory what the store has erased about a player, here and at
// other servers. Watchers see the tables as they are now.
func (h *House) Forget(ctx context.Context, player play.PlayerID) error {
	h.Cluster.Publish(play.Notice{Forgotten: player})
	return h.forget(ctx, player)
}

func (h *House) forget(ctx context.Context, players ...play.PlayerID) error {
	if len(players) == 0 {
		return nil
	}
	forgotten := make(map[play.PlayerID]bool, len(players))
	for _, player := range players {
		forgotten[player] = true
		h.Pairing.End(player, pairing.AnyTerms)
		h.Lobby.Forget(player)
		h.Blocks.Forget(player)
		h.PlayerWatches.Forget(player)
		if tournaments := h.tournaments.Load(); tournaments != nil {
			(*tournaments).Forget(player)
		}
	}
	return h.Tables.Forget(ctx, forgotten)
}
