package live

import (
	"context"
	"slices"

	"plateau/internal/play"
)

// Dissolve closes a table for an administrator.
func (l *Tables) Dissolve(ctx context.Context, table play.TableID) error {
	_, err := l.do(ctx, Request{Table: table, Command: play.Dissolve{}})
	return err
}

// Erase deletes a chat message for an administrator.
func (l *Tables) Erase(ctx context.Context, table play.TableID, message uint64) error {
	erased, err := l.Store.EraseMessage(ctx, table, message)
	if err == nil && !erased {
		err = play.NoSuchMessage.Refuse("")
	}
	if err != nil {
		return err
	}
	if r := l.rooms.of(table); r != nil {
		if err := l.reload(ctx, r); err != nil {
			return err
		}
	}
	_, err = l.do(ctx, Request{Table: table, Command: play.Erase{Message: message}})
	return err
}

// Forget removes from memory what the store has erased about players. Watchers see the
// tables as they are now.
func (l *Tables) Forget(ctx context.Context, players map[play.PlayerID]bool) error {
	for _, r := range l.rooms.all() {
		if !r.knows(players) {
			continue
		}
		if err := l.reload(ctx, r); err != nil {
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
func (l *Tables) reload(ctx context.Context, r *room) error {
	for {
		if err := l.refresh(ctx, r); err != nil {
			return err
		}
		t, tail, err := l.load(ctx, r.now().ID)
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
