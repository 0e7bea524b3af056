package house

import (
	"context"
	"slices"

	"plateau/internal/play"
	"plateau/internal/play/pairing"
)

// Quit removes a player from everything unfinished: games are resigned, chairs
// given up, hosted tables closed. It returns how many tables that were, and can
// be repeated.
func (h *House) Quit(ctx context.Context, player play.PlayerID) (tables int, err error) {
	h.Pairing.End(player, pairing.AnyTerms)
	if tournaments, has := h.hasTournaments(); has {
		if err := tournaments.Quit(ctx, player); err != nil {
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
		_, err := h.Do(ctx, Request{Table: sum.ID, By: player, Command: command})
		switch {
		case err == nil:
			tables++
		case !refused(err):
			return tables, err
		}
		// A refusal means that the table has changed.
	}
	return tables, nil
}

// unfinished are the tables at which a player sits, and those that they have opened. A
// table at which its host sits is there twice.
func (h *House) unfinished(ctx context.Context, player play.PlayerID) ([]play.Summary, error) {
	list, err := play.AllTables(ctx, h.Store, play.TableQuery{Player: player, Unfinished: true})
	if err != nil {
		return nil, err
	}
	hosted, err := play.AllTables(ctx, h.Store, play.TableQuery{Host: player, Unfinished: true})
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
		if _, err := h.Do(ctx, Request{Table: sum.ID, By: player, Command: play.Leave{}}); err != nil && !refused(err) {
			return err
		}
	}
	return err
}

// Block has a player block or mute another one. Somebody who is blocked loses their
// chairs at the open tables of the one who blocks them; games that are running go
// on. It fails with [play.ErrNoPlayer] if there is no such player.
func (h *House) Block(ctx context.Context, b play.Block) error {
	if err := h.Blocks.Add(ctx, b); err != nil {
		return err
	}
	h.repeatTables(b.By, b.Player)
	if b.Kind != play.Blocked {
		return nil
	}
	return h.unseat(ctx, b.By, b.Player)
}

// Unblock has a player neither block nor mute another one any more.
func (h *House) Unblock(ctx context.Context, by, player play.PlayerID) error {
	err := h.Blocks.Remove(ctx, by, player)
	h.repeatTables(by, player)
	return err
}

// repeatTables has the lobby show or hide the tables of two players to each other.
func (h *House) repeatTables(a, b play.PlayerID) {
	h.Lobby.Repeat(func(s *play.Summary) bool { return s.Involves(a) || s.Involves(b) })
}

// unseat has a player leave the open tables of a host.
func (h *House) unseat(ctx context.Context, host, player play.PlayerID) error {
	tables, err := play.AllTables(ctx, h.Store, play.TableQuery{Host: host, Player: player, Phase: play.Open})
	if err != nil {
		return err
	}
	for _, table := range tables {
		// A refusal means that the table has changed.
		if _, err := h.Do(ctx, Request{Table: table.ID, By: player, Command: play.Leave{}}); err != nil && !refused(err) {
			return err
		}
	}
	return nil
}

// Dissolve closes a table for an administrator.
func (h *House) Dissolve(ctx context.Context, table play.TableID) error {
	_, err := h.do(ctx, Request{Table: table, Command: play.Dissolve{}})
	return err
}

// Erase deletes a chat message for an administrator.
func (h *House) Erase(ctx context.Context, table play.TableID, message uint64) error {
	erased, err := h.Store.EraseMessage(ctx, table, message)
	if err == nil && !erased {
		err = play.NoSuchMessage.Refuse("")
	}
	if err != nil {
		return err
	}
	if r := h.inMemory(table); r != nil {
		if err := h.reload(ctx, r); err != nil {
			return err
		}
	}
	_, err = h.do(ctx, Request{Table: table, Command: play.Erase{Message: message}})
	return err
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
		if tournaments, has := h.hasTournaments(); has {
			tournaments.Forget(player)
		}
	}
	h.mu.Lock()
	var rooms []*room
	for _, r := range h.rooms {
		if r.knows(forgotten) {
			rooms = append(rooms, r)
		}
	}
	h.mu.Unlock()
	for _, r := range rooms {
		if err := h.reload(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// knows reports whether the room has the name or messages of one of the players.
func (r *room) knows(players map[play.PlayerID]bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	// Those who may have left something here are few.
	mayBe := []play.PlayerID{r.table.Host}
	for _, s := range r.table.Sitters {
		mayBe = append(mayBe, s.Player)
	}
	for i := range r.tail {
		mayBe = append(mayBe, r.tail[i].By)
	}
	return slices.ContainsFunc(mayBe, func(p play.PlayerID) bool { return players[p] && r.names(p) })
}

func (r *room) names(player play.PlayerID) bool {
	if _, named := r.table.Summary().Forget(player); named {
		return true
	}
	return slices.ContainsFunc(r.tail, func(e play.Event) bool {
		_, changed := e.Forget(player)
		return changed
	})
}

// reload replays a table from its events again.
func (h *House) reload(ctx context.Context, r *room) error {
	for {
		if err := h.refresh(ctx, r); err != nil {
			return err
		}
		t, tail, err := h.load(ctx, r.now().ID)
		if err != nil {
			return err
		}
		if r.replace(t, tail) {
			return nil
		}
	}
}

// replace replaces the table with the same one from the store, unless one of them
// has changed in the meantime.
func (r *room) replace(t *play.Table, tail []play.Event) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.Seq != r.table.Seq {
		return false
	}
	r.table, r.memo, r.tail = t, new(Memo), shorten(tail)
	r.presenceVersion++
	r.wake()
	return true
}
